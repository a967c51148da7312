import { fetchAllParts } from '#src/shared/fetch-all-parts.ts';
import type { WireTaxRate } from '../contract.ts';

/** All tax rates, newest last. The shop has few enough to show them together. */
export const fetchTaxRates = () => fetchAllParts<WireTaxRate[]>('/tax-rates', (newer, older) => [...older, ...newer]);

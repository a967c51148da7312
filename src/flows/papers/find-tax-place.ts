import type { TaxPlace } from '#src/features/papers/paper-taxes.server.ts';
import type { PurchaseRow } from '#src/features/purchases/queries.server.ts';
import type { Company } from '#src/shared/company.ts';
import { findHomeCountry, isCountryCode } from '#src/shared/postal-address/countries.ts';
import { findRegionCode } from '#src/shared/postal-address/regions.ts';
import { readTaxCase } from '#src/shared/totals/tax-case.ts';

/**
 * The place of a purchase in the tax report: where it is taxed, or else where its goods went. Only regions with a code are
 * told apart, since everybody writes the others differently.
 */
export function findTaxPlace(
  { charges, delivery, billing }: Pick<PurchaseRow, 'charges' | 'delivery' | 'billing'>,
  company: Pick<Company, 'address'>,
): TaxPlace {
  const to = charges?.shipping?.isPickup ? null : (delivery ?? billing);
  const country = readTaxCase(charges).home ?? to?.country ?? findHomeCountry(company) ?? '';
  if (!isCountryCode(country)) return { country: '', region: '' };
  const region = to?.country === country ? findRegionCode(country, to.region ?? '') : null;
  return { country, region: region ?? '' };
}

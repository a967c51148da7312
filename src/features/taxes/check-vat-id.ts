import { normalizeVatId } from '#src/shared/postal-address/vat-id.ts';
import { getEuVatIdCountry } from './eu-vat-area.ts';

/**
 * Whether this is a VAT ID of the European Union with the right check digits. Only the authorities know whether it is
 * registered.
 */
export function hasValidCheckDigits(vatId: string): boolean {
  const country = getEuVatIdCountry(vatId);
  return country !== null && normalizeVatId(country, vatId) === vatId;
}

import { getEuVatIdCountry } from '#src/features/taxes/eu-vat-area.ts';
import type { Company } from '#src/shared/company.ts';
import { findHomeCountry } from '#src/shared/postal-address/countries.ts';
import { normalizeVatId } from '#src/shared/postal-address/vat-id.ts';

/** The shop's VAT ID of the European Union, from a tax number such as 'VAT ID: DE 136 695 976'; null if it is none. */
export function findOwnVatId(company: Company): string | null {
  const words = (company.taxNumber ?? '').split(/[\s:]+/);
  for (let from = 0; from < words.length; from += 1) {
    const vatId = normalizeVatId(findHomeCountry(company) ?? '', words.slice(from).join(''));
    if (vatId && getEuVatIdCountry(vatId)) return vatId;
  }
  return null;
}

import type { Destination } from '#src/shared/postal-address/places.ts';
import type { TaxProof } from '#src/shared/totals/purchase-charges.ts';
import type { TaxKind } from '#src/shared/totals/tax-case.ts';
import type { TaxPayer } from './decide-purchase-tax.server.ts';
import type { TaxBuyer } from './read-tax-buyer.server.ts';

/** The buyer as the tax at a destination sees them. At the shop itself, where orders are picked up, a VAT ID changes nothing. */
export const getTaxPayer = (buyer: TaxBuyer, destination: Destination | null): TaxPayer =>
  destination === null
    ? { vatId: '', isVatIdValid: false, exemption: buyer.exemptionAtShop }
    : { vatId: buyer.vatId, isVatIdValid: buyer.isVatIdValid, exemption: buyer.exemption };

export const trustVatId = (payer: TaxPayer): TaxPayer => ({ ...payer, isVatIdValid: true });

/** What of the buyer decided about the tax, to be kept with the purchase. Null if nothing did. */
export async function findTaxProof(
  { vatCheck }: TaxBuyer,
  payer: TaxPayer,
  kind: TaxKind,
  /** The kind of tax if the VAT ID were valid. */
  decideTrusting: () => Promise<TaxKind | null>,
): Promise<TaxProof | null> {
  const exemptionId = kind === 'exempt' ? (payer.exemption?.id ?? null) : null;
  const dependsOnVatId =
    vatCheck !== null && payer.vatId !== '' && isByVatId(payer.isVatIdValid ? kind : await decideTrusting());
  return exemptionId === null && !dependsOnVatId ? null : { exemptionId, vatCheck: dependsOnVatId ? vatCheck : null };
}

const isByVatId = (kind: TaxKind | null) => kind === 'intra_community' || kind === 'reverse_charge';

/** Why a VAT ID does not spare the buyer the tax, and what they can do. */
export function describeVatCheck({ vatId, state }: NonNullable<TaxProof['vatCheck']>): string {
  if (state === 'invalid')
    return `The VAT ID ${vatId} is not registered at VIES, so tax is charged. Please check it, or ask your tax office.`;
  if (state === 'refused')
    return `The VAT ID ${vatId} could not be checked because too many were asked about. Tax is charged; please try again later.`;
  if (state === 'unasked') return `The VAT ID ${vatId} is checked once you have signed in. Until then, tax is charged.`;
  return `VIES could not say whether the VAT ID ${vatId} is registered, so tax is charged. To have it asked again, please try again in a minute.`;
}

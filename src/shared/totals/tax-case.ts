/** Why a purchase is taxed as it is. `untaxed`: the owner has no rate for it, or is not registered there. */
export const TAX_KINDS = [
  'domestic',
  'intra_community',
  'reverse_charge',
  'export',
  'exempt',
  'small_business',
  'untaxed',
] as const;

export type TaxKind = (typeof TAX_KINDS)[number];

/** What a tax report has to know about a purchase, frozen with its terms. */
export interface TaxCase {
  kind: TaxKind;
  /** The shop's country if the purchase is taxed there. Null if the place of delivery decides. */
  home: string | null;
}

/** What the terms of a purchase tell of it. */
interface FrozenTerms {
  tax: { relief: object | null } | null;
  taxNote: string | null;
  taxCase?: TaxCase | undefined;
  taxes: readonly unknown[];
}

/** The case of a purchase. Terms of earlier builds do not name it, but what they led to tells it. */
export function readTaxCase(charges: FrozenTerms | null): TaxCase {
  return charges?.taxCase ?? { kind: charges ? guessKind(charges) : 'untaxed', home: null };
}

function guessKind({ tax, taxNote, taxes }: FrozenTerms): TaxKind {
  if (taxes.length > 0) return 'domestic';
  if (!tax || !taxNote) return 'untaxed';
  if (!tax.relief) return 'small_business';
  if (taxNote.includes('intra-community')) return 'intra_community';
  return taxNote.startsWith('Reverse charge') ? 'reverse_charge' : 'export';
}

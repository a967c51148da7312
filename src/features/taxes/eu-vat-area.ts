import { type Destination, foldPostalCode } from '#src/shared/postal-address/places.ts';

/** The members of the European Union. */
const MEMBERS = new Set(
  ['AT BE BG CY CZ DE DK EE ES FI FR GR HR HU', 'IE IT LT LU LV MT NL PL PT RO SE SI SK'].join(' ').split(' '),
);

/** How the postal codes of places begin that belong to a member, but not to the area of its VAT. */
const OUTLYING: Readonly<Record<string, RegExp>> = {
  // Büsingen and Heligoland.
  DE: /^(78266|27498)/,
  // The Canary Islands, Ceuta and Melilla.
  ES: /^(35|38|51|52)/,
  // Åland.
  FI: /^22/,
  // The overseas departments, which most addresses name as countries.
  FR: /^97/,
  // Mount Athos.
  GR: /^63086/,
  // Livigno and Campione d’Italia.
  IT: /^(23041|22061)/,
};

/** Northern Ireland is in the area as far as goods are concerned. */
const NORTHERN_IRELAND = { country: 'GB', postalCodes: /^BT\d/, vatPrefix: 'XI' };

/** Monaco belongs to the area of French VAT. */
const toVatCountry = (country: string) => (country === 'MC' ? 'FR' : country);

export const isEuMember = (country: string): boolean => MEMBERS.has(toVatCountry(country));

/** Whether a place belongs to a member of the European Union, but not to the area of its VAT. */
export function isOutlying({ country, postalCode }: Pick<Destination, 'country' | 'postalCode'>): boolean {
  return OUTLYING[country]?.test(foldPostalCode(postalCode)) ?? false;
}

/** Whether goods that are sent there stay in the area of European VAT. */
export function isInEuVatArea(place: Pick<Destination, 'country' | 'postalCode'>): boolean {
  const { country, postalCodes } = NORTHERN_IRELAND;
  if (place.country === country) return postalCodes.test(foldPostalCode(place.postalCode));
  return isEuMember(place.country) && !isOutlying(place);
}

/** Whether both belong to the area of the same VAT. */
export const isSameVatCountry = (one: string, other: string): boolean => toVatCountry(one) === toVatCountry(other);

/** Whether a VAT ID was given by a member of the European Union other than the shop's country. */
export function isForeignVatId(vatId: string, home: string): boolean {
  const country = getEuVatIdCountry(vatId);
  return country !== null && !isSameVatCountry(country, home);
}

/** The country that gave a VAT ID of the European Union; null if its prefix is of none. */
export function getEuVatIdCountry(vatId: string): string | null {
  const prefix = vatId.slice(0, 2);
  if (prefix === NORTHERN_IRELAND.vatPrefix) return NORTHERN_IRELAND.country;
  const country = prefix === 'EL' ? 'GR' : prefix;
  return MEMBERS.has(country) ? country : null;
}

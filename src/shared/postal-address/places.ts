import type { PostalAddress } from './postal-address.ts';

/** What of an address decides about tax and shipping. */
export type Destination = Pick<PostalAddress, 'country' | 'region' | 'postalCode'>;

/** Where a tax rate or a shipping zone applies: a country, one of its regions, or some of its postal codes. */
export interface Place {
  /** ISO 3166-1 alpha-2, in upper case. */
  country: string;
  /** As addresses have it; empty for the whole country. */
  region: string;
  /** The first and the last postal code, or how they begin; both empty for all. */
  postalFrom: string;
  postalTo: string;
}

/** How much of a country a place covers: the smaller the place, the larger the number. */
export const rankPlace = ({ region, postalFrom }: Place): number =>
  (postalFrom === '' ? 0 : 2) + (region === '' ? 0 : 1);

/** A postal code without what people write differently: 'sw1a 1aa' → 'SW1A1AA'. */
export const foldPostalCode = (code: string): string => code.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

export function isInPlace(place: Place, { country, region, postalCode }: Destination): boolean {
  if (place.country !== country || (place.region !== '' && !isSameRegion(place.region, region))) return false;
  return place.postalFrom === '' || isBetween(place, foldPostalCode(postalCode));
}

/** Whether some address is in both places. */
export function doPlacesOverlap(one: Place, other: Place): boolean {
  if (one.country !== other.country) return false;
  if (one.region !== '' && other.region !== '' && !isSameRegion(one.region, other.region)) return false;
  if (one.postalFrom === '' || other.postalFrom === '') return true;
  return getEnd(one) >= foldPostalCode(other.postalFrom) && getEnd(other) >= foldPostalCode(one.postalFrom);
}

/** After every postal code that begins as the last one does. */
const getEnd = ({ postalTo }: Place) => `${foldPostalCode(postalTo)}\u{ffff}`;

const isBetween = (place: Place, code: string) =>
  code !== '' && code >= foldPostalCode(place.postalFrom) && code <= getEnd(place);

/** Regions that are not chosen from a list are typed. */
const isSameRegion = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

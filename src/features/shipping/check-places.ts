import { isCountryCode } from '#src/shared/postal-address/countries.ts';
import { foldPostalCode, type Place } from '#src/shared/postal-address/places.ts';
import { findRegionCode, listRegions } from '#src/shared/postal-address/regions.ts';
import type { SentPlace } from './contract.ts';
import { placeSentences } from './copy.ts';

/** Field → sentence, such as `places.3.postalTo`. */
export type FieldErrors = Record<string, string>;

/** The places as they are stored, or a sentence at each field that is wrong. */
export function checkPlaces(
  sent: readonly SentPlace[],
): { places: Place[]; errors: null } | { places: null; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const places = sent.map((one, at) => {
    const checked = checkPlace(one);
    for (const [field, sentence] of Object.entries(checked.errors)) errors[`places.${at}.${field}`] = sentence;
    return checked.place;
  });
  const whole = new Set(places.filter(isWholeCountry).map(({ country }) => country));
  for (const [at, place] of places.entries())
    if (!isWholeCountry(place) && whole.has(place.country))
      errors[`places.${at}.country`] ??= placeSentences.wholeCountry(place.country);
  return Object.keys(errors).length > 0 ? { places: null, errors } : { places, errors: null };
}

const isWholeCountry = ({ region, postalFrom }: Place) => region === '' && postalFrom === '';

function checkPlace({ country: typed, region, postalFrom, postalTo }: SentPlace) {
  const errors: Partial<Record<keyof Place, string>> = {};
  const country = typed.toUpperCase();
  const place: Place = { country, region: '', postalFrom: '', postalTo: '' };
  if (!isCountryCode(country)) errors.country = placeSentences.country;
  else if (region !== '') {
    place.region = findRegionCode(country, region) ?? '';
    if (listRegions(country) === null) errors.region = placeSentences.noRegions;
    else if (place.region === '') errors.region = placeSentences.noSuchRegion(region);
    else if (postalFrom !== '' || postalTo !== '') errors.region = placeSentences.regionAndCodes;
  }
  const [from, to] = [postalFrom.toUpperCase(), (postalTo || postalFrom).toUpperCase()];
  if (postalFrom === '' && postalTo !== '') errors.postalFrom = placeSentences.noFirst;
  else if (from !== '' && !isPostalCode(from)) errors.postalFrom = placeSentences.code(postalFrom);
  else if (to !== '' && !isPostalCode(to)) errors.postalTo = placeSentences.code(postalTo);
  else if (isBefore(to, from)) errors.postalTo = placeSentences.order(from, to);
  return { place: { ...place, postalFrom: from, postalTo: to }, errors };
}

/** Some letters or digits, perhaps with blanks and hyphens between. */
const isPostalCode = (code: string) => /^[\p{L}\p{N} -]{1,16}$/u.test(code) && foldPostalCode(code) !== '';

/** Whether all codes that begin like `code` are before those that begin like `other`. */
const isBefore = (code: string, other: string) => `${foldPostalCode(code)}\u{ffff}` < foldPostalCode(other);

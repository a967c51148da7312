import type { Place } from '#src/shared/postal-address/places.ts';
import type { SentPlace } from '../contract.ts';

/** A country of a zone as the form has it. Without regions and codes, all of it. */
export interface CountryDraft {
  country: string;
  regions: readonly string[];
  /** Postal codes and ranges with commas between. */
  codes: string;
}

/** Which field of which country a place was made from. */
export type PlaceSource = `${'country' | 'regions' | 'codes'}.${string}`;

/** The places of a zone, country by country. */
export function toCountryDrafts(places: readonly Place[]): CountryDraft[] {
  return [...Map.groupBy(places, ({ country }) => country)].map(([country, own]) => ({
    country,
    regions: own.flatMap(({ region }) => region || []),
    codes: own.flatMap((place) => (place.postalFrom === '' ? [] : formatCodes(place))).join(', '),
  }));
}

/** The places to send, each with the field that shows what is wrong with it. */
export function toPlaces(drafts: readonly CountryDraft[]): { places: SentPlace[]; sources: PlaceSource[] } {
  const all = drafts.flatMap(({ country, regions, codes }) => {
    const add = (field: 'country' | 'regions' | 'codes', parts: Partial<SentPlace>) => ({
      place: { country, region: '', postalFrom: '', postalTo: '', ...parts },
      source: `${field}.${country}` as const,
    });
    const ranges = parseCodes(codes).map((range) => add('codes', range));
    const places = [...regions.map((region) => add('regions', { region })), ...ranges];
    return places.length > 0 ? places : [add('country', {})];
  });
  return { places: all.map(({ place }) => place), sources: all.map(({ source }) => source) };
}

/** The server's errors under the names of the form's fields. */
export function renamePlaceError(path: string, sources: readonly PlaceSource[]): string {
  const [, at] = /^places\.(\d+)/.exec(path) ?? [];
  return (at !== undefined && sources[Number(at)]) || path;
}

const formatCodes = ({ postalFrom, postalTo }: Place) =>
  postalFrom === postalTo ? postalFrom : `${postalFrom} to ${postalTo}`;

function parseCodes(text: string): Pick<SentPlace, 'postalFrom' | 'postalTo'>[] {
  return text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => {
      const [from = '', to] = splitRange(one);
      return { postalFrom: from, postalTo: to ?? from };
    });
}

/** '10115-14199' is a range, but '00-950' and '44114-1234' are codes: the ends of a range are of the same length. */
function splitRange(text: string): string[] {
  const spaced = text.replaceAll(/\s+/g, ' ').split(/ (?:to|[-–]) | ?– ?/i);
  if (spaced.length === 2) return spaced;
  const [from, to, more] = text.split('-');
  return from && to && more === undefined && from.length === to.length ? [from, to] : [text];
}

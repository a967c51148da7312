import { countryShortCodes } from 'country-region-data';
import type { Company } from '../company.ts';
import { getCountryName, getShortName } from './country-names.ts';

/** Every country and territory with a code of ISO 3166-1, in the order of their English names. */
export const COUNTRIES: readonly (readonly [code: string, name: string])[] = countryShortCodes
  .map((code) => [code, getCountryName(code)] as const)
  .sort(([, a], [, b]) => a.localeCompare(b, 'en'));

const codes = new Set<string>(countryShortCodes);

export function isCountryCode(code: string): boolean {
  return codes.has(code);
}

/** What people write beside the names that the platform knows. */
const ALIASES: readonly (readonly [name: string, code: string])[] = [
  ['USA', 'US'],
  ['United States of America', 'US'],
  ['Great Britain', 'GB'],
  ['England', 'GB'],
  ['Czech Republic', 'CZ'],
  ['Turkey', 'TR'],
  ['Hong Kong SAR China', 'HK'],
  ['Macao SAR China', 'MO'],
];

const toPlainName = (name: string) => name.trim().toLowerCase().replaceAll('.', '');

const codesByName = new Map(
  [
    ...ALIASES,
    ...COUNTRIES.flatMap(([code, name]) => [code, name, getShortName(code) ?? code].map((one) => [one, code] as const)),
  ].map(([name, code]) => [toPlainName(name), code]),
);

/** The code of a country that somebody wrote in words or as its code; null where it is not known. */
export function findCountryCode(text: string): string | null {
  return codesByName.get(toPlainName(text)) ?? null;
}

/** The code of the country that the shop is in, which addresses there do not name; null where its name is not known. */
export function findHomeCountry({ address }: Pick<Company, 'address'>): string | null {
  return findCountryCode(address.at(-1) ?? '');
}

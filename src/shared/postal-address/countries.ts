import { countryShortCodes } from 'country-region-data';
import type { Company } from '../company.ts';
import { getCountryName, getShortName } from './country-names.ts';

/** Every country and territory with an ISO 3166-1 code, sorted by English name. */
export const COUNTRIES: readonly (readonly [code: string, name: string])[] = countryShortCodes
  .map((code) => [code, getCountryName(code)] as const)
  .sort(([, a], [, b]) => a.localeCompare(b, 'en'));

const codes = new Set<string>(countryShortCodes);

export function isCountryCode(code: string): boolean {
  return codes.has(code);
}

/** Names that people use besides those that the platform knows. */
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

/** The code of a country that was written by name or code; null if it is unknown. */
export function findCountryCode(text: string): string | null {
  return codesByName.get(toPlainName(text)) ?? null;
}

/** The code of the shop's own country, which addresses there do not name; null if its name is unknown. */
export function findHomeCountry({ address }: Pick<Company, 'address'>): string | null {
  return findCountryCode(address.at(-1) ?? '');
}

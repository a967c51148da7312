import { countryShortCodes } from 'country-region-data';
import type { Company } from '../company.ts';

const longNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const shortNames = new Intl.DisplayNames('en', { type: 'region', style: 'short', fallback: 'none' });

/** Their long names say whose they are, which no address does. */
const NAMED_SHORTLY = new Set(['HK', 'MO']);

/** Every country and territory with a code of ISO 3166-1, in the order of their English names. */
export const COUNTRIES: readonly (readonly [code: string, name: string])[] = countryShortCodes
  .map((code) => [code, (NAMED_SHORTLY.has(code) ? shortNames : longNames).of(code) ?? code] as const)
  .sort(([, a], [, b]) => a.localeCompare(b, 'en'));

const names = new Map(COUNTRIES);

export function isCountryCode(code: string): boolean {
  return names.has(code);
}

/** The English name of a country; its code where it has none. */
export function getCountryName(code: string): string {
  return names.get(code) ?? code;
}

/** What people write beside the names that the platform knows. */
const ALIASES: Readonly<Record<string, string>> = { usa: 'US', 'united states of america': 'US', england: 'GB' };

/** The code of a country that somebody wrote in words, as a shop's owner does; null where it is not known. */
export function findCountryCode(text: string): string | null {
  const written = text.trim().toLowerCase().replaceAll('.', '');
  const alias = ALIASES[written];
  if (alias) return alias;
  const named = (code: string) => [code, longNames.of(code), shortNames.of(code)];
  return countryShortCodes.find((code) => named(code).some((name) => name?.toLowerCase() === written)) ?? null;
}

/** The code of the country that the shop is in, which addresses there do not name; null where its name is not known. */
export function findHomeCountry({ address }: Pick<Company, 'address'>): string | null {
  return findCountryCode(address.at(-1) ?? '');
}

let longNames: Intl.DisplayNames | undefined;
let shortNames: Intl.DisplayNames | undefined;

/** The long names of these say whose they are, which no address does. */
const NAMED_SHORTLY = new Set(['HK', 'MO']);

/** The English name of a country by its code of ISO 3166-1; the code where it has none. It loads no list of countries. */
export function getCountryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  longNames ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return (NAMED_SHORTLY.has(code) ? getShortName(code) : longNames.of(code)) ?? code;
}

/** The same as few letters as there are: 'UK'. Undefined where it has none. */
export function getShortName(code: string): string | undefined {
  shortNames ??= new Intl.DisplayNames('en', { type: 'region', style: 'short', fallback: 'none' });
  return shortNames.of(code);
}

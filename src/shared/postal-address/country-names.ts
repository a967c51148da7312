let longNames: Intl.DisplayNames | undefined;
let shortNames: Intl.DisplayNames | undefined;

/** The long names of these say which country they belong to, which addresses do not. */
const NAMED_SHORTLY = new Set(['HK', 'MO']);

/**
 * The English name of a country by its ISO 3166-1 code; the code itself if it has none. It loads no list of countries.
 */
export function getCountryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  longNames ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return (NAMED_SHORTLY.has(code) ? getShortName(code) : longNames.of(code)) ?? code;
}

/** The shortest form of the name, such as 'UK'. Undefined if there is none. */
export function getShortName(code: string): string | undefined {
  shortNames ??= new Intl.DisplayNames('en', { type: 'region', style: 'short', fallback: 'none' });
  return shortNames.of(code);
}

const withThe = (name: string) =>
  /^(United|Falkland|Faroe|Cayman|Northern Mariana|Marshall|U\.S\.|Turks)/.test(name) ? `the ${name}` : name;

/** The name of a country as it stands within a sentence: 'the United States'. */
export function getCountryInSentence(code: string): string {
  return withThe(getCountryName(code));
}

export interface Script {
  /** Its package `@fontsource-variable/…`. */
  family: string;
  /** Its words stand side by side without spaces, and a dictionary knows them. */
  isUnspaced?: true;
  /** Invisible joiners between its letters change how these are drawn. */
  hasJoiners?: true;
  /** Further characters that its font needs, since others are drawn as two of which Unicode does not say so. */
  parts?: string;
}

/**
 * The scripts that Inter lacks, by their names in Unicode, except those with Han characters. The fonts for Arabic and for
 * the scripts of India draw each letter by one glyph, unlike Noto's, so that readers find it.
 */
export const SCRIPTS = {
  Hebrew: { family: 'noto-sans-hebrew' },
  Arabic: { family: 'vazirmatn' },
  Thai: { family: 'noto-sans-thai', isUnspaced: true, parts: '\u0e32\u0e4d' },
  Lao: { family: 'noto-sans-lao', isUnspaced: true, parts: '\u0eb2\u0ecd' },
  Khmer: { family: 'noto-sans-khmer', isUnspaced: true, parts: '\u17c1' },
  Myanmar: { family: 'noto-sans-myanmar', isUnspaced: true },
  Devanagari: { family: 'anek-devanagari', hasJoiners: true },
  Bengali: { family: 'anek-bangla', hasJoiners: true },
  Gurmukhi: { family: 'anek-gurmukhi', hasJoiners: true },
  Gujarati: { family: 'anek-gujarati', hasJoiners: true },
  Oriya: { family: 'anek-odia', hasJoiners: true },
  Tamil: { family: 'anek-tamil', hasJoiners: true },
  Telugu: { family: 'anek-telugu', hasJoiners: true },
  Kannada: { family: 'anek-kannada', hasJoiners: true },
  Malayalam: { family: 'anek-malayalam', hasJoiners: true },
  Sinhala: { family: 'noto-sans-sinhala', hasJoiners: true },
  Georgian: { family: 'noto-sans-georgian' },
  Armenian: { family: 'noto-sans-armenian' },
  Ethiopic: { family: 'noto-sans-ethiopic' },
} as const satisfies Record<string, Script>;

/** The same Han characters are written differently in these fonts. */
export const HAN_FONTS = {
  jp: { family: 'noto-sans-jp' },
  kr: { family: 'noto-sans-kr' },
  tc: { family: 'noto-sans-tc' },
  sc: { family: 'noto-sans-sc' },
} as const satisfies Record<string, Script>;

export type HanFont = keyof typeof HAN_FONTS;
export type ScriptFontName = keyof typeof SCRIPTS | HanFont;

/** For patterns with the flag `u`: what stands for the characters of each script that this holds for. */
export function listInPattern(isWanted: (script: Script) => boolean | undefined): string[] {
  const wanted = Object.entries<Script>(SCRIPTS).filter(([, script]) => isWanted(script));
  return wanted.map(([name]) => `\\p{Script=${name}}`);
}

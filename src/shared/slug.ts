import { spellOutLetters } from './latin-letters.ts';

/** As German writes them where there are no umlauts. */
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' };

/** Writes umlauts in two letters, also those that come as a letter and a combining mark. The result is NFC. */
export function spellOutUmlauts(text: string): string {
  return text.normalize('NFC').replaceAll(/[äöüÄÖÜ]/g, (letter) => UMLAUTS[letter] ?? letter);
}

/**
 * The slug that somebody means who types 'Größe 13' or 'CLÉ_À_MOLETTE'. Letters of other scripts stay as they are, since
 * a form that guesses how to spell them would surprise its owner.
 */
export function toTypedSlug(text: string): string {
  return spellOutLetters(spellOutUmlauts(text).toLowerCase())
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s_-]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Latin letters that Unicode does not decompose into a letter and a mark, in plain ones. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Writes these letters of a text, which is in lower case, in plain ones. */
export function spellOutLetters(text: string): string {
  return text.replaceAll(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
}

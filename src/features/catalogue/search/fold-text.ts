import { spellOutLetters } from '#src/shared/latin-letters.ts';

/**
 * A text as it is indexed and searched: in lower case, without accents, with fractions and inches in plain characters.
 * Other alphabets are kept, except for what looks like an accent.
 */
export function foldText(text: string): string {
  const plain = text
    // Without the space, '1½' would become 11/2.
    .replaceAll(/(\d)([¼-¾⅐-⅞])/g, '$1 $2')
    .replaceAll(/[″“”„]/g, '"')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f\u00ad\u200b-\u200f]/g, '')
    .normalize('NFC')
    .toLowerCase();
  return spellOutLetters(plain)
    .replaceAll('ς', 'σ')
    .replaceAll('⁄', '/')
    .replaceAll(/[×✕]/g, 'x')
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/[’‘`´]/g, "'");
}

/**
 * A part number or GTIN without what people leave out or confuse: separators, O for 0, I for 1. Leading zeros are
 * dropped, too, since a GTIN of 14 digits begins with them.
 */
export function toCodeKey(text: string): string {
  return foldText(text)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('o', '0')
    .replaceAll('i', '1')
    .replace(/^0+(?=.)/, '');
}

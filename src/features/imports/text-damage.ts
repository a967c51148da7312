/** What Windows-1252 shows for the second and later bytes of a character in UTF-8. */
const CONTINUATION = '[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
const DECODED_TWICE = new RegExp(`[ÂÃ]${CONTINUATION}|â€|â„¢|(?:[ÐÑ]${CONTINUATION}){2}`, 'u');
/** What Windows-1252 shows for ä, é, ü, Ä, Ü, à and ß of Mac Roman, where no language has it within a word. */
const MAC_ROMAN = /\p{L}[ŠŽŸ€†ˆ]\p{Ll}|\p{Ll}§/u;

/** What is wrong with the characters of a text, as a sentence that says what to do. Null if they look right. */
export function describeTextDamage(text: string): string | null {
  if (text.includes('\ufffd'))
    return 'Characters of this text are lost, since an earlier program could not read them. Please export the file again as CSV (UTF-8).';
  if (DECODED_TWICE.test(text))
    return 'This text looks as if it was decoded twice. Please choose another encoding, or export the file again as CSV (UTF-8).';
  if (MAC_ROMAN.test(text))
    return 'This text looks like that of an old Mac (Mac Roman). Please export the file again as CSV (UTF-8).';
  return null;
}

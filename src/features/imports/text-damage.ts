/** What Windows-1252 shows for the bytes 80 to 9F. It leaves five of them undefined, which become control characters. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const BYTES = new Map([...HIGH].map((character, at) => [character, 0x80 + at]));

/** What Windows-1252 shows for the second and later bytes of a character in UTF-8. */
const CONTINUATION = `[\\u0080-\\u00bf${HIGH}]`;
/** Two bytes that are enough evidence alone, even if a program has lost the byte after them. */
const DECODED_TWICE = new RegExp(`[ÂÃ]${CONTINUATION}|â€|â„¢`, 'u');

/** Characters beyond ASCII in a row that begin like a character in UTF-8. */
const RUNS = new RegExp(`(?<![^\\0-\\u007f])[Â-ô]${CONTINUATION}[^\\0-\\u007f]*`, 'gu');
/** Letters of one word, a symbol or an emoji. A text that is as it should be hardly ever spells one of these in bytes. */
const WORD_OR_SYMBOL = /(?![\0-\u007f])\p{L}(?![\0-\u007f])[\p{L}\p{M}]|[\u2000-\u2fff\u{10000}-\u{10ffff}]/u;
/** Letters that stand alone between plain ones: those of European and Vietnamese words, and accents apart from their letter. */
const LONE_LETTER = /[\u0100-\u017f\u0218-\u021b\u1e00-\u1eff]|[\u0300-\u0328]/;

/** Whether a part of the text, as bytes of Windows-1252, is text in UTF-8. */
function isDecodedTwice(text: string): boolean {
  if (DECODED_TWICE.test(text)) return true;
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    const decoded = decodeAgain(run);
    if (!decoded) continue;
    if (WORD_OR_SYMBOL.test(decoded) || /[\u0080-\u009f]/.test(run)) return true;
    if (LONE_LETTER.test(decoded) && isWithinWord(run, text[index - 1], text[index + run.length])) return true;
  }
  return false;
}

/** 'BLÅ–GRÖN' and 'TERÄ®' are as they should be, but words like 'krÄ…g', 'MÅ‚otek' and 'Å\u0081opata' do not exist. */
function isWithinWord(run: string, before = '', after = ''): boolean {
  if (/[a-z]/.test(before)) return true;
  return /[a-z]/i.test(before) ? /[a-z]/.test(after) && !/[’–—]/.test(run) : /[a-z]/i.test(after);
}

/** The text that was decoded as Windows-1252 or ISO 8859-1. Null if it was not UTF-8. Its last byte may be trimmed. */
function decodeAgain(text: string): string | null {
  const bytes: number[] = [];
  for (const character of text) {
    const byte = BYTES.get(character) ?? character.codePointAt(0) ?? 0;
    if (byte > 0xff) return null;
    bytes.push(byte);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(new Uint8Array(bytes), { stream: true });
  } catch {
    return null;
  }
}

const WORD_START = '(?<![\\p{L}\\p{N}])';
/** What Windows-1252 shows for letters of Mac Roman, in places where no language has it. */
const MAC_ROMAN = new RegExp(
  [
    // Ä, à, Ü, á, â, ò, É, ø, ä, å, é and ü within a word, and î.
    '\\p{L}[€ˆ†‡‰˜ƒ¿ŠŒŽŸ]\\p{Ll}|\\p{Ll}”\\p{Ll}',
    // Ä, Ü and Ñ between capitals.
    '\\p{Lu}[€†„]\\p{Lu}',
    // å, ä, é and ü at the end of a word. Š and Ž are letters of Slavic and Baltic languages, but not after small ones.
    '\\p{Ll}[ŒŠŽŸ](?!\\p{Lu})',
    // ß.
    '\\p{Ll}§',
    // Å, ç, è, ê and ù are control characters.
    '\\p{L}[\\u0081\\u008d\\u008f\\u0090\\u009d]|[\\u0081\\u008d\\u008f\\u0090\\u009d]\\p{L}',
    // Ä, É, ü, Ö and Ü at the beginning of a word, where prices, ellipses and footnotes have the same characters.
    `${WORD_START}(?<!\\p{N}\\s)€(?:c[hk]|[bdfghklmnpqrstvwxz](?=[bcdfghkmnpstxz]))`,
    `${WORD_START}(?:ƒ\\p{Ll}|Ÿ)\\p{Ll}`,
    `${WORD_START}…(?:l(?![\\p{L}’'])|l[bdfghkmrstvz]|ff|sterr)`,
    `${WORD_START}†b(?:er|l|ung|rig)`,
    // ñ and ó of Spanish, since words are also joined by dashes.
    '\\p{L}[aeiu]–(?:[ao]s?|ol(?:a|as|es)?)(?!\\p{L})|[cs]i—n(?!\\p{L})',
    // ö. Between consonants, š of other languages is followed by others: 'odšroubovat', 'Holštýn', 'izvršba', 'velšský'.
    '[bcdfghk-np-tvwxzBCDFGHK-NP-TVWXZ]š(?:h|c[hk]|[lr][bdfgkmnpstz]|ff|ll|mm|nn|pp|rr|ss|tt)|[bcdfghk-npqstvwxzBCDFGHK-NPQSTVWXZ]š(?:[bdfgwz]|s[^kt])|schš',
  ].join('|'),
  'u',
);

/** What is wrong with the characters of a text, as a sentence that says what to do. Null if they look right. */
export function describeTextDamage(text: string): string | null {
  if (text.includes('\ufffd'))
    return 'Characters of this text are lost, since an earlier program could not read them. Please export the file again as CSV (UTF-8).';
  if (isDecodedTwice(text))
    return 'This text looks as if it was decoded twice. Please choose another encoding, or export the file again as CSV (UTF-8).';
  if (MAC_ROMAN.test(text))
    return 'This text looks like that of an old Mac (Mac Roman). Please export the file again as CSV (UTF-8).';
  return null;
}

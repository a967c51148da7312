/** What to enter instead of an invalid number. */
export const PHONE_SENTENCE =
  'Please enter a phone number, such as +1 (216) 555-0192, 216 555 0100 ext. 9, or just ext. 9.';

/** A phone number as it is dialed. */
interface Phone {
  /** Digits, with a + before them if there is a country code. Empty if there is only an extension. */
  number: string;
  /** Digits; empty if there is none. */
  extension: string;
}

const EXTENSION = /(?:^|[\s,;]|(?<=\d))(?:extension|extn?|x|#)[.:=]?\s*(\d{1,7})$/i;
const NUMBER = /^\(?\+?[\d\s()./\u2010-\u2013-]+$/;
const [MIN_DIGITS, MAX_DIGITS] = [4, 15];

/** Parses a phone number as people write it; null for anything else. */
export function parsePhone(text: string): Phone | null {
  const written = text.trim();
  const found = EXTENSION.exec(written);
  const main = dropSeparators(found ? written.slice(0, found.index) : written);
  const extension = found?.[1] ?? '';
  if (main === '') return found ? { number: '', extension } : null;
  const digits = main.replaceAll(/\D/g, '');
  if (!NUMBER.test(main) || digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return null;
  return { number: main.includes('+') ? `+${digits}` : digits, extension };
}

/** Removes blanks, commas and semicolons at the end. */
function dropSeparators(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s,;]/.test(text[end - 1] as string)) end -= 1;
  return text.slice(0, end);
}

/** The part after `tel:` in a link. */
export function toPhoneUri(text: string): string {
  const phone = parsePhone(text);
  if (!phone) return text.replaceAll(/[^\d+]/g, '');
  const { number, extension } = phone;
  if (number === '') return extension;
  return extension ? `${number};ext=${extension}` : number;
}

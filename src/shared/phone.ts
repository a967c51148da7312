/** What to enter, for whoever entered something else. */
export const PHONE_SENTENCE =
  'Please enter a phone number, such as +1 (216) 555-0192, 216 555 0100 ext. 9, or just ext. 9.';

/** A number as it is dialed. */
interface Phone {
  /** Digits, with a + before them where it has a country code. Empty where there is an extension alone. */
  number: string;
  /** Digits; empty where there is none. */
  extension: string;
}

const EXTENSION = /(?:^|[\s,;]|(?<=\d))(?:extension|extn?|x|#)[.:=]?\s*(\d{1,7})$/i;
const NUMBER = /^\(?\+?[\d\s()./\u2010-\u2013-]+$/;
const [MIN_DIGITS, MAX_DIGITS] = [4, 15];

/** Reads a phone number as people write it; null for anything else. */
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

/** Without the blanks, commas and semicolons at its end. */
function dropSeparators(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s,;]/.test(text[end - 1] as string)) end -= 1;
  return text.slice(0, end);
}

/** What follows `tel:` in a link. */
export function toPhoneUri(text: string): string {
  const phone = parsePhone(text);
  if (!phone) return text.replaceAll(/[^\d+]/g, '');
  const { number, extension } = phone;
  if (number === '') return extension;
  return extension ? `${number};ext=${extension}` : number;
}

/** What to enter, for whoever entered something else. */
export const PHONE_SENTENCE =
  'Please enter a telephone number, such as +1 (216) 555-0192, 216 555 0100 ext. 9, or ext. 9 alone.';

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
  const main = (found ? written.slice(0, found.index) : written).replace(/[\s,;]+$/, '');
  const extension = found?.[1] ?? '';
  if (main === '') return found ? { number: '', extension } : null;
  const digits = main.replaceAll(/\D/g, '');
  if (!NUMBER.test(main) || digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return null;
  return { number: main.includes('+') ? `+${digits}` : digits, extension };
}

/** What follows `tel:` in a link. */
export function toPhoneUri(text: string): string {
  const phone = parsePhone(text);
  if (!phone) return text.replaceAll(/[^\d+]/g, '');
  const { number, extension } = phone;
  if (number === '') return extension;
  return extension ? `${number};ext=${extension}` : number;
}

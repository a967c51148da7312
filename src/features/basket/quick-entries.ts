import { MAX_BASKET_QUANTITY } from './rules.ts';

/** What an entry may mean: a part number, and its quantity if one was given. */
export interface EntryReading {
  number: string;
  quantity: number | null;
}

const TIMES = /^[x×*]$/i;
const PIECES = /^(?:pcs?|pieces?|ea|each|stk?|stück)\.?$/i;

/**
 * The readings of an entry such as 'KT-HAM500 12' or '12 x KT-HAM500', likeliest first. A quantity comes before a number
 * with a space in it: 'HM-C1 6' is six pieces of HM-C1, not one of HM-C16.
 */
export function readEntry(entry: string): EntryReading[] {
  const text = entry.trim();
  // Spreadsheets put texts into quotation marks.
  const words = text.split(/[\s,;"]+/).filter((word) => word !== '');
  const readings = [readQuantityLast(words), readQuantityFirst(words)].filter((reading) => reading !== null);
  const [first, ...others] = words;
  const leading = toQuantity(/^(\d{1,6})$/.exec(first ?? '')?.[1]);
  // A quantity without a sign is last: '8 DIN 912' may as well be a name.
  const bare = leading && others.length > 0 ? [{ number: others.join(' '), quantity: leading }] : [];
  return text ? [...readings, { number: text, quantity: null }, ...bare] : [];
}

function readQuantityLast(words: readonly string[]): EntryReading | null {
  const end = PIECES.test(words.at(-1) ?? '') ? words.length - 1 : words.length;
  const quantity = toQuantity(/^[x×*]?(\d{1,9})$/i.exec(words[end - 1] ?? '')?.[1]);
  const number = words.slice(0, TIMES.test(words[end - 2] ?? '') ? end - 2 : end - 1).join(' ');
  return quantity && number ? { number, quantity } : null;
}

function readQuantityFirst([first = '', second = '', ...others]: readonly string[]): EntryReading | null {
  const isNamed = TIMES.test(second) || PIECES.test(second);
  const digits = (isNamed ? /^(\d{1,9})$/ : /^(\d{1,9})[x×*]$/i).exec(first)?.[1];
  const quantity = toQuantity(digits);
  const number = (isNamed ? others : [second, ...others]).join(' ');
  return quantity && number ? { number, quantity } : null;
}

function toQuantity(digits: string | undefined): number | null {
  const quantity = Number(digits);
  return quantity >= 1 && quantity <= MAX_BASKET_QUANTITY ? quantity : null;
}

/** The entries of a typed or pasted text, one per line, without empty ones. */
export function splitEntries(text: string): string[] {
  return text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
}

/**
 * The part numbers of an entry that is a list in one line, as a field of one line makes it. Empty for anything else, also
 * where a word may be a quantity.
 */
export function splitNumbers(entry: string): string[] {
  const words = entry.split(/[\s,;]+/).filter((word) => word !== '');
  const isNumber = (word: string) => /\d/.test(word) && /\p{L}/u.test(word) && !/^[x×*]?\d+[x×*]?$/i.test(word);
  return words.length > 1 && words.every(isNumber) ? words : [];
}

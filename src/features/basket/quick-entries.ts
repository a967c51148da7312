import { MAX_BASKET_QUANTITY } from './rules.ts';

/** What an entry may mean: a part number, and its quantity if one was given. */
export interface EntryReading {
  number: string;
  quantity: number | null;
}

const QUANTITY_LAST = /^(.+?)[\s,;]+(?:[x×*]\s*)?(\d{1,9})(?:\s*(?:pcs?|pieces?)\.?)?$/i;
const QUANTITY_FIRST = /^(\d{1,9})\s*(?:[x×*]|pcs?\s)\s*(\S.*)$/i;

/**
 * The readings of an entry such as 'KT-HAM500 12' or '12 x KT-HAM500', likeliest first. A quantity comes before a number
 * with a space in it: 'HM-C1 6' is six pieces of HM-C1, not one of HM-C16.
 */
export function readEntry(entry: string): EntryReading[] {
  const text = entry.trim();
  const readings: EntryReading[] = [];
  const add = (number: string | undefined, digits: string | undefined) => {
    const quantity = Number(digits);
    if (number && quantity >= 1 && quantity <= MAX_BASKET_QUANTITY) readings.push({ number, quantity });
  };
  const last = QUANTITY_LAST.exec(text);
  add(last?.[1], last?.[2]);
  const first = QUANTITY_FIRST.exec(text);
  add(first?.[2], first?.[1]);
  if (text) readings.push({ number: text, quantity: null });
  return readings;
}

/** The entries of a typed or pasted text, one per line, without empty ones. */
export function splitEntries(text: string): string[] {
  return text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
}

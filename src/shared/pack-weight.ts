import { readDecimalComma } from './decimal-comma.ts';

/** The weight of a pack as it is stored: a number and its unit, such as '2.5 kg'. PostgreSQL reads it, too. */
export const PACK_WEIGHT_PATTERN = /^(0|[1-9][0-9]{0,5})(\.[0-9]{1,3})? (g|kg|oz|lb)$/;

const TYPED = /^([\d.,]{1,12}) ?(g|kg|oz|lb)$/i;

/** What somebody typed, as it is stored: '2,5KG' → '2.5 kg'. Null if it is no weight above 0. */
export function normalizePackWeight(typed: string): string | null {
  const [, number = '', unit = ''] = TYPED.exec(typed.trim()) ?? [];
  const value = Number(readDecimalComma(number));
  const text = `${value} ${unit.toLowerCase()}`;
  return value > 0 && PACK_WEIGHT_PATTERN.test(text) ? text : null;
}

export type PackWeightUnit = 'g' | 'kg' | 'oz' | 'lb';

/** A stored weight of a pack; null if it is empty. */
export function readPackWeight(stored: string): { value: number; unit: PackWeightUnit } | null {
  const [value, unit] = stored.split(' ');
  return unit ? { value: Number(value), unit: unit as PackWeightUnit } : null;
}

import { readDecimalComma } from './decimal-comma.ts';
import { isPlainValue } from './tool-fields/plain-fields.ts';

const TYPED = /^([\d.,]{1,12}) ?(g|kg|oz|lb)$/i;

/** What somebody typed, as it is stored: '2,5KG' → '2.5 kg'. Null if it is no weight above 0. */
export function normalizePackWeight(typed: string): string | null {
  const [, number = '', unit = ''] = TYPED.exec(typed.trim()) ?? [];
  const value = Number(readDecimalComma(number));
  const text = `${value} ${unit.toLowerCase()}`;
  return value > 0 && isPlainValue('packWeight', text) ? text : null;
}

export type PackWeightUnit = 'g' | 'kg' | 'oz' | 'lb';

/** A stored weight of a pack; null if it is empty. */
export function readPackWeight(stored: string): { value: number; unit: PackWeightUnit } | null {
  const [value, unit] = stored.split(' ');
  return unit ? { value: Number(value), unit: unit as PackWeightUnit } : null;
}

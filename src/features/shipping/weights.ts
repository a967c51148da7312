import type { WeightUnit } from './rules.ts';

const GRAMS = { g: 1, kg: 1_000, oz: 28.349523125, lb: 453.59237 } as const;

/** A weight in whole grams, of which shipping counts. It takes the weight of a tool, too. */
export function toGrams({ value, unit }: { value: number; unit: keyof typeof GRAMS }): number {
  return Math.round(value * GRAMS[unit]);
}

/** Grams as they were typed: '2.5'. Hundredths of a pound are larger than a gram, so nothing is lost. */
export function formatGrams(grams: number, unit: WeightUnit): string {
  return String(Number((grams / GRAMS[unit]).toFixed(unit === 'kg' ? 3 : 2)));
}

import { readPackWeight } from '#src/shared/pack-weight.ts';
import type { WeightUnit } from './rules.ts';

const GRAMS = { g: 1, kg: 1_000, oz: 28.349523125, lb: 453.59237 } as const;

/** A weight in whole grams, of which shipping counts. It takes the weight of a tool, too. */
export function toGrams({ value, unit }: { value: number; unit: keyof typeof GRAMS }): number {
  return Math.round(value * GRAMS[unit]);
}

/** What so many pieces weigh, in grams. A pack may weigh more than its pieces. Null if the tool has no weight. */
export function weighPieces(
  tool: { weight: Parameters<typeof toGrams>[0] | null; packWeight: string; packMultiple: number },
  quantity: number,
): number | null {
  const pack = readPackWeight(tool.packWeight);
  if (pack) return toGrams({ ...pack, value: pack.value * Math.ceil(quantity / tool.packMultiple) });
  // Weighed together: a screw may weigh less than a gram.
  return tool.weight && toGrams({ ...tool.weight, value: tool.weight.value * quantity });
}

/** Grams as they were typed: '2.5'. Hundredths of a pound are larger than a gram, so nothing is lost. */
export function formatGrams(grams: number, unit: WeightUnit): string {
  return String(Number((grams / GRAMS[unit]).toFixed(unit === 'kg' ? 3 : 2)));
}

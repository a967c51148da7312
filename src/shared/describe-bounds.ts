import { formatCount } from './numbers.ts';

/**
 * The quantities that can be ordered: 'From 24 to 480 pieces, in packs of 24.' Apart from the other sentences, which the
 * public pages of tools do not need.
 */
export function describeBounds({ min, max }: { min: number; max: number }, packMultiple: number): string {
  if (min === max) return `Exactly ${formatCount(min)}\u00a0${min === 1 ? 'piece' : 'pieces'}.`;
  const range = `From ${formatCount(min)} to ${formatCount(max)}\u00a0pieces`;
  return packMultiple === 1 ? `${range}.` : `${range}, in packs of ${formatCount(packMultiple)}.`;
}

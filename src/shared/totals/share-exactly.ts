/**
 * Shares a whole amount in proportion to weights, none of which is negative, so that the shares add up to it exactly:
 * each is rounded down, and the largest remaining fractions get one unit more. Of equal fractions, the largest weight
 * comes first, so that only equal weights depend on their order. If all weights are 0, the first share gets everything.
 * With a step, of which the amount is a multiple, the shares are multiples, too.
 */
export function shareExactly(amount: number, weights: readonly number[], step = 1): number[] {
  if (step > 1) return shareExactly(amount / step, weights).map((share) => share * step);
  if (weights.length === 0) return [];
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total === 0n) return weights.map((_, at) => (at === 0 ? amount : 0));
  const parts = weights.map((weight) => {
    const product = BigInt(amount) * BigInt(weight);
    return { share: product / total, rest: product % total, weight };
  });
  let missing = BigInt(amount) - parts.reduce((sum, { share }) => sum + share, 0n);
  for (const part of parts.toSorted((one, other) => Number(other.rest - one.rest) || other.weight - one.weight)) {
    if (missing <= 0n) break;
    part.share += 1n;
    missing -= 1n;
  }
  return parts.map(({ share }) => Number(share));
}

/**
 * `amount × numerator ÷ denominator`, rounded half up to a multiple of the step. None of them is negative. Exact beyond
 * 2^53.
 */
export function multiplyRounded(amount: number, numerator: number, denominator: number, step = 1): number {
  const divisor = BigInt(denominator) * BigInt(step);
  return step * Number((2n * BigInt(amount) * BigInt(numerator) + divisor) / (2n * divisor));
}

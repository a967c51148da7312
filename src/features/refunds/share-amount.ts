/**
 * Shares an amount in proportion to prices, in minor units: each share is rounded down, and the first ones get what
 * remains. No share exceeds its price, so at most the sum of the prices is shared.
 */
export function shareAmount(amountMinor: number, pricesMinor: readonly number[]): number[] {
  const total = pricesMinor.reduce((sum, price) => sum + price, 0);
  if (total === 0) return pricesMinor.map(() => 0);
  const shared = Math.min(amountMinor, total);
  const shares = pricesMinor.map((price) => Number((BigInt(shared) * BigInt(price)) / BigInt(total)));
  let rest = shared - shares.reduce((sum, share) => sum + share, 0);
  for (let at = 0; rest > 0; at = (at + 1) % shares.length) {
    if ((shares[at] ?? 0) >= (pricesMinor[at] ?? 0)) continue;
    shares[at] = (shares[at] ?? 0) + 1;
    rest -= 1;
  }
  return shares;
}

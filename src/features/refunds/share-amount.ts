/**
 * Shares an amount in proportion to prices, in cents: each share is rounded down, and the first ones get the remaining
 * cents. No share exceeds its price, so at most the sum of the prices is shared.
 */
export function shareAmount(amountCents: number, pricesCents: readonly number[]): number[] {
  const total = pricesCents.reduce((sum, price) => sum + price, 0);
  if (total === 0) return pricesCents.map(() => 0);
  const shared = Math.min(amountCents, total);
  const shares = pricesCents.map((price) => Number((BigInt(shared) * BigInt(price)) / BigInt(total)));
  let rest = shared - shares.reduce((sum, share) => sum + share, 0);
  for (let at = 0; rest > 0; at = (at + 1) % shares.length) {
    if ((shares[at] ?? 0) >= (pricesCents[at] ?? 0)) continue;
    shares[at] = (shares[at] ?? 0) + 1;
    rest -= 1;
  }
  return shares;
}

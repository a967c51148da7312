/** What a line cost, and how much of it was refunded by refunds that name it. In cents. */
export interface RefundedLine {
  totalCents: number;
  namedCents: number;
}

/**
 * Each line's share of what was refunded of a purchase, in cents. Refunds that name lines count for those lines. The
 * rest is shared among what is left of each line, so only a refund of everything refunds every line in full.
 */
export function shareRefund(lines: readonly RefundedLine[], refundedCents: number): number[] {
  const shares = lines.map(({ totalCents, namedCents }) => Math.min(totalCents, namedCents));
  let named = sum(shares);
  // A refund that names a line can have failed since, so that less was refunded than was named.
  for (let at = shares.length - 1; named > refundedCents && at >= 0; at -= 1) {
    const less = Math.min(shares[at] ?? 0, named - refundedCents);
    shares[at] = (shares[at] ?? 0) - less;
    named -= less;
  }
  const left = lines.map(({ totalCents }, at) => totalCents - (shares[at] ?? 0));
  const total = sum(left);
  let rest = Math.min(refundedCents - named, total);
  if (rest <= 0) return shares;
  const amount = BigInt(rest);
  const added = left.map((cents) => Number((BigInt(cents) * amount) / BigInt(total)));
  rest -= sum(added);
  for (let at = 0; rest > 0; at = (at + 1) % left.length) {
    if ((added[at] ?? 0) >= (left[at] ?? 0)) continue;
    added[at] = (added[at] ?? 0) + 1;
    rest -= 1;
  }
  return shares.map((share, at) => share + (added[at] ?? 0));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

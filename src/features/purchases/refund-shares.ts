/** What was paid for a line, or for shipping, and how much of it was refunded by refunds that name it. In minor units. */
export interface RefundedLine {
  payableMinor: number;
  namedMinor: number;
}

/**
 * Each line's share of what was refunded of a purchase, in minor units. Refunds that name lines count for those lines. The
 * rest is shared among what is left of each line, so only a refund of everything refunds every line in full.
 */
export function shareRefund(lines: readonly RefundedLine[], refundedMinor: number): number[] {
  const shares = lines.map(({ payableMinor, namedMinor }) => Math.min(payableMinor, namedMinor));
  let named = sum(shares);
  // A refund that names a line can have failed since, so that less was refunded than was named.
  for (let at = shares.length - 1; named > refundedMinor && at >= 0; at -= 1) {
    const less = Math.min(shares[at] ?? 0, named - refundedMinor);
    shares[at] = (shares[at] ?? 0) - less;
    named -= less;
  }
  const left = lines.map(({ payableMinor }, at) => payableMinor - (shares[at] ?? 0));
  const total = sum(left);
  let rest = Math.min(refundedMinor - named, total);
  if (rest <= 0) return shares;
  const amount = BigInt(rest);
  const added = left.map((minor) => Number((BigInt(minor) * amount) / BigInt(total)));
  rest -= sum(added);
  for (let at = 0; rest > 0; at = (at + 1) % left.length) {
    if ((added[at] ?? 0) >= (left[at] ?? 0)) continue;
    added[at] = (added[at] ?? 0) + 1;
    rest -= 1;
  }
  return shares.map((share, at) => share + (added[at] ?? 0));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

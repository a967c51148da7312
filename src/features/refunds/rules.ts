import { backoff } from '#src/platform/worker/backoff.ts';
import { countLeftToShip, type LinePieces } from '#src/shared/line-pieces.ts';
import { getShopCurrency, minorToDecimal } from '#src/shared/money.ts';

/**
 * The states of a refund that the shop makes. `requested`: stored before the provider is called, so that a lost
 * response is found again. `pending`: the provider is working on it. A bank can still reject one that has `succeeded`:
 * then it has `failed`.
 */
export const REFUND_STATES = ['requested', 'pending', 'succeeded', 'failed'] as const;

export type RefundState = (typeof REFUND_STATES)[number];

/** The sentence for an amount that cannot be refunded, whatever is left. */
export function describeRefundAmount(): string {
  const { code, stepMinor } = getShopCurrency();
  const steps = stepMinor > 1 ? `, in steps of ${minorToDecimal(stepMinor)}` : '';
  return `Please enter an amount in ${code}, such as ${minorToDecimal(1_000)}${steps}.`;
}

/** The most refunds of one purchase, including failed ones. The provider lists a hundred per payment at once. */
export const MAX_REFUNDS = 50;

/** The most lines that one refund names: as many as a purchase has. */
export const MAX_REFUND_LINES = 100;

/** The longest value of the provider's metadata. */
export const MAX_REFUND_REASON_LENGTH = 500;

/** The shop's state of a refund for a status at the provider. */
export function toRefundState(providerStatus: string): Exclude<RefundState, 'requested'> {
  if (providerStatus === 'succeeded') return 'succeeded';
  return providerStatus === 'failed' || providerStatus === 'canceled' ? 'failed' : 'pending';
}

/** The delay in seconds after the provider was called without success `attempts` times: from ten seconds to an hour. */
export function refundRetryDelaySeconds(attempts: number): number {
  return backoff(attempts, { first: 10, max: 3600 });
}

/** Pieces of a line that a refund names, what it gives back for them, and what they cost, in minor units. */
export interface RefundedPieces {
  quantity: number;
  amountMinor: number;
  /** Null in refunds of earlier versions. */
  priceMinor: number | null;
}

interface PaidPieces {
  payableMinor: number;
  quantity: number;
  refundedQuantity: number;
  /** By every refund of the line that has not failed. */
  refunds: readonly RefundedPieces[];
}

/**
 * What was paid for some pieces of a line, in minor units. It depends on what was refunded before, so that all of them
 * add up to what was paid for the line, even if a refund in between has failed.
 */
export function pricePieces({ payableMinor, quantity, refundedQuantity, refunds }: PaidPieces, pieces: number): number {
  const step = BigInt(getShopCurrency().stepMinor);
  const until = (count: number) =>
    Number((BigInt(payableMinor) * BigInt(count)) / (BigInt(quantity) * step)) * Number(step);
  const known = refunds.reduce((sum, refund) => sum + refund.quantity, 0);
  // Pieces that were refunded for less than they cost are done with: the next ones do not get the difference.
  const pricedMinor = refunds.reduce(
    (sum, { priceMinor, amountMinor, quantity: pieces }) => sum + (priceMinor ?? Math.max(amountMinor, until(pieces))),
    until(Math.max(0, refundedQuantity - known)),
  );
  return Math.max(0, until(refundedQuantity + pieces) - pricedMinor);
}

/**
 * The pieces of a paid line, some of which may be refunded. Of 10 pieces, 6 have shipped, and 2 of these 6 are refunded:
 * 4 pieces are left to ship, and 4 have shipped and are not refunded. If 5 more are refunded, between 1 and 4 of them
 * must have shipped. Unless the request says how many, it is 1, and the other 4 do not ship any more.
 */
export interface RefundableLine extends LinePieces {
  /** Shipped or not. */
  refundedQuantity: number;
}

/** How many pieces of a line were shipped and are not refunded yet. */
export function countShippedUnrefunded({
  shippedQuantity,
  refundedQuantity,
  canceledQuantity,
}: RefundableLine): number {
  return Math.max(0, shippedQuantity - refundedQuantity + canceledQuantity);
}

/** How many of `quantity` refunded pieces of a line must have been shipped, and how many can have been. */
export function boundShipped(line: RefundableLine, quantity: number): { min: number; max: number } {
  return {
    min: Math.max(0, quantity - countLeftToShip(line)),
    max: Math.min(quantity, countShippedUnrefunded(line)),
  };
}

/**
 * How many of `quantity` refunded pieces of a line were not shipped, if `shipped` of them were. Null if that is not
 * possible. Without `shipped`, pieces that were not shipped are refunded first.
 */
export function countUnshipped(line: RefundableLine, quantity: number, shipped?: number): number | null {
  const { min, max } = boundShipped(line, quantity);
  const shippedQuantity = shipped ?? min;
  return shippedQuantity >= min && shippedQuantity <= max ? quantity - shippedQuantity : null;
}

import { listStandingLines, type PurchaseWithLines } from '#src/features/purchases/queries.server.ts';
import { shareRefund } from '#src/features/purchases/refund-shares.ts';
import { type CreditedPart, creditParts } from '#src/shared/totals/credited-taxes.ts';
import { chargeLines } from '#src/shared/totals/purchase-charges.ts';
import { addParts, type PayablePart, type PurchaseTotals, type TaxAmount } from '#src/shared/totals/purchase-totals.ts';

/** A refund that succeeded, with what it names. */
interface NamedRefund {
  amountMinor: number;
  shippingMinor: number;
  pieces: readonly { orderId: string; amountMinor: number }[];
}

/** What a refund gives back. */
export interface CreditedRefund {
  shippingMinor: number;
  taxes: TaxAmount[];
  /** The same by line and part of shipping: they add up to the refund. */
  parts: PayablePart[];
}

/**
 * How much shipping and which taxes a refund gives back, after those that were credited before it: so the taxes of all
 * credit notes add up to those of the invoice, in whatever order they are issued.
 */
export function creditRefund(
  locked: PurchaseWithLines,
  credited: readonly NamedRefund[],
  refund: NamedRefund,
): CreditedRefund {
  const { charges } = locked.purchase;
  const { shippingMinor } = refund;
  if (!charges) return { shippingMinor, taxes: [], parts: [toUntaxedPart(refund.amountMinor)] };
  const lines = listStandingLines(locked);
  // What the taxes of each part are follows from the frozen terms.
  const { totals } = chargeLines(charges, lines);
  const ids = lines.map(({ id }) => id);
  const split = (refunds: readonly NamedRefund[]) => splitRefunds({ ids, ...totals }, refunds);
  const parts = creditParts(split(credited), split([...credited, refund]));
  const taxes = addParts(parts).taxes.filter(({ baseMinor, amountMinor }) => baseMinor > 0 || amountMinor > 0);
  return { shippingMinor, taxes, parts };
}

/** What a purchase costs, by line and part of shipping, as its frozen terms say. */
export function listPayableParts(locked: PurchaseWithLines): PayablePart[] {
  const { charges, totalMinor } = locked.purchase;
  if (!charges) return [toUntaxedPart(totalMinor)];
  const { totals } = chargeLines(charges, listStandingLines(locked));
  return [...totals.lines, ...totals.shippingParts];
}

/** An amount without tax. */
const toUntaxedPart = (payableMinor: number): PayablePart => ({ payableMinor, taxMinor: 0, taxes: [] });

/** What these refunds together gave back of each line and of each part of shipping. */
function splitRefunds(
  {
    ids,
    lines,
    shipping,
    shippingParts,
  }: Pick<PurchaseTotals, 'lines' | 'shipping' | 'shippingParts'> & {
    ids: readonly string[];
  },
  refunds: readonly NamedRefund[],
): CreditedPart[] {
  const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const pieces = Map.groupBy(
    refunds.flatMap((refund) => refund.pieces),
    ({ orderId }) => orderId,
  );
  const named = ids.map((id) => add((pieces.get(id) ?? []).map(({ amountMinor }) => amountMinor)));
  named.push(add(refunds.map((one) => one.shippingMinor)));
  const shares = shareRefund(
    [...lines, shipping].map(({ payableMinor }, at) => ({ payableMinor, namedMinor: named[at] ?? 0 })),
    add(refunds.map(({ amountMinor }) => amountMinor)),
  );
  const ofLines = lines.map((part, at) => ({ part, refundedMinor: shares[at] ?? 0 }));
  return [...ofLines, ...shareShipping(shippingParts, shares.at(-1) ?? 0)];
}

/** Shipping that is taxed as the goods are goes back in proportion to its parts. */
function shareShipping(parts: readonly PayablePart[], refundedMinor: number): CreditedPart[] {
  const totalMinor = parts.reduce((sum, { payableMinor }) => sum + payableMinor, 0);
  // Up to each part, so that more is never shared as less of an earlier one.
  const upTo = (minor: number) =>
    totalMinor === 0 ? 0 : Number((BigInt(minor) * BigInt(refundedMinor)) / BigInt(totalMinor));
  let before = 0;
  return parts.map((part) => {
    const shared = upTo(before);
    before += part.payableMinor;
    return { part, refundedMinor: upTo(before) - shared };
  });
}

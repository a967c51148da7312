import { listStandingLines, type PurchaseWithLines } from '#src/features/purchases/queries.server.ts';
import { shareRefund } from '#src/features/purchases/refund-shares.ts';
import { type CreditedPart, creditTaxes } from '#src/shared/totals/credited-taxes.ts';
import { chargeLines } from '#src/shared/totals/purchase-charges.ts';
import type { PayablePart, TaxAmount } from '#src/shared/totals/purchase-totals.ts';

/** A refund that succeeded, with what it names. */
interface NamedRefund {
  amountMinor: number;
  shippingMinor: number;
  pieces: readonly { orderId: string; amountMinor: number }[];
}

/**
 * How much shipping and which taxes a refund gives back, after those that were credited before it: so the taxes of all
 * credit notes add up to those of the invoice, in whatever order they are issued.
 */
export function creditRefund(
  locked: PurchaseWithLines,
  credited: readonly NamedRefund[],
  refund: NamedRefund,
): { shippingMinor: number; taxes: TaxAmount[] } {
  const { charges } = locked.purchase;
  const { shippingMinor } = refund;
  if (!charges) return { shippingMinor, taxes: [] };
  const lines = listStandingLines(locked);
  // What the taxes of each part are follows from the frozen terms.
  const { totals } = chargeLines(charges, lines);
  const split = (refunds: readonly NamedRefund[]) =>
    splitRefunds({ ids: lines.map(({ id }) => id), parts: [...totals.lines, totals.shipping] }, refunds);
  return { shippingMinor, taxes: creditTaxes(charges, split(credited), split([...credited, refund])) };
}

/** What these refunds together gave back of each line and of shipping, which is the last part. */
function splitRefunds(
  { ids, parts }: { ids: readonly string[]; parts: readonly PayablePart[] },
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
    parts.map(({ payableMinor }, at) => ({ payableMinor, namedMinor: named[at] ?? 0 })),
    add(refunds.map(({ amountMinor }) => amountMinor)),
  );
  return parts.map(({ payableMinor, taxes }, at) => ({ taxes, payableMinor, refundedMinor: shares[at] ?? 0 }));
}

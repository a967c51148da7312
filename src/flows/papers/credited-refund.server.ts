import { listStandingLines, type PurchaseWithLines } from '#src/features/purchases/queries.server.ts';
import { shareRefund } from '#src/features/purchases/refund-shares.ts';
import { type CreditedPart, creditTaxes } from '#src/shared/totals/credited-taxes.ts';
import { chargeLines, getPayable, NO_TERMS } from '#src/shared/totals/purchase-charges.ts';
import type { TaxAmount } from '#src/shared/totals/purchase-totals.ts';

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
  if (!charges) return { shippingMinor: refund.shippingMinor, taxes: [] };
  const taxes = creditTaxes(charges, splitRefunds(locked, credited), splitRefunds(locked, [...credited, refund]));
  return { shippingMinor: refund.shippingMinor, taxes };
}

/** What these refunds together gave back of each line and of shipping. */
function splitRefunds(locked: PurchaseWithLines, refunds: readonly NamedRefund[]): CreditedPart[] {
  const { charges, shippingMinor } = locked.purchase;
  const lines = listStandingLines(locked);
  // What the taxes of each part are follows from the frozen terms.
  const { totals } = chargeLines(charges ?? NO_TERMS, lines);
  const named = new Map<string, number>();
  for (const { orderId, amountMinor } of refunds.flatMap(({ pieces }) => pieces))
    named.set(orderId, (named.get(orderId) ?? 0) + amountMinor);
  const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const shares = shareRefund(
    [
      ...lines.map((line) => ({ payableMinor: getPayable(line), namedMinor: named.get(line.id) ?? 0 })),
      { payableMinor: shippingMinor, namedMinor: add(refunds.map((one) => one.shippingMinor)) },
    ],
    add(refunds.map(({ amountMinor }) => amountMinor)),
  );
  return [...totals.lines, totals.shipping].map(({ payableMinor, taxes }, at) => ({
    taxes,
    payableMinor,
    refundedMinor: shares[at] ?? 0,
  }));
}

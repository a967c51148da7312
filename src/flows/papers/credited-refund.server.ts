import { type LineRow, listStandingLines, type PurchaseWithLines } from '#src/features/purchases/queries.server.ts';
import { shareRefund } from '#src/features/purchases/refund-shares.ts';
import { type CreditedPart, creditLines, creditUpTo, listTaxesOf } from '#src/shared/totals/credited-taxes.ts';
import { chargeLines, type PurchaseCharges } from '#src/shared/totals/purchase-charges.ts';
import type { PayablePart, PurchaseTotals, TaxAmount } from '#src/shared/totals/purchase-totals.ts';
import { readTaxCase } from '#src/shared/totals/tax-case.ts';
import { listTaxLines, type TaxLine } from '#src/shared/totals/tax-lines.ts';

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
  /** What its credit note takes from the tax report: the lines add up to the refund. */
  lines: TaxLine[];
}

/** What the invoice and the credit notes in force say. */
export interface IssuedTaxes {
  invoiced: readonly TaxLine[];
  credited: readonly TaxLine[];
}

/**
 * How much shipping and which taxes a refund gives back, after those that were credited before it: so the taxes of all
 * credit notes add up to those of the invoice, in whatever order they are issued, and whichever of them are reversed.
 * Without `issued`, the purchase has no papers.
 */
export function creditRefund(
  locked: PurchaseWithLines,
  credited: readonly NamedRefund[],
  refund: NamedRefund,
  issued?: IssuedTaxes,
): CreditedRefund {
  const { charges } = locked.purchase;
  const { kind } = readTaxCase(charges);
  const split = charges ? splitByTaxes(charges, listStandingLines(locked)) : splitUntaxed;
  const creditAll = (refunds: readonly NamedRefund[]) => listTaxLines(split(refunds), kind);
  const lines = creditLines({
    amountMinor: refund.amountMinor,
    ...(issued ?? { invoiced: listTaxLines(listPayableParts(locked), kind), credited: creditAll(credited) }),
    upTo: creditAll([...credited, refund]),
  });
  return { shippingMinor: refund.shippingMinor, taxes: listTaxesOf(lines), lines };
}

type Split = (refunds: readonly NamedRefund[]) => PayablePart[];

const splitUntaxed: Split = (refunds) => [
  toUntaxedPart(refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0)),
];

/** What refunds together give back, by what it is taxed with: that follows from the frozen terms. */
function splitByTaxes(charges: PurchaseCharges, lines: readonly LineRow[]): Split {
  const { totals } = chargeLines(charges, lines);
  const ids = lines.map(({ id }) => id);
  return (refunds) => creditUpTo(splitRefunds({ ids, ...totals }, refunds));
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

import type { LineRow, PurchaseRow } from '#src/features/purchases/queries.server.ts';
import { recordCharges } from '#src/features/purchases/transitions.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { getShopCurrency } from '#src/shared/money.ts';
import { type ChosenShipping, chargeLines, NO_TERMS } from '#src/shared/totals/purchase-charges.ts';
import { shareExactly } from '#src/shared/totals/share-exactly.ts';

type ChargedLine = Pick<LineRow, 'id' | 'totalMinor' | 'taxClass'>;

/**
 * Stores what an unpaid purchase costs with these lines alone, on the terms on which it was placed. Its shipping does not
 * get cheaper because less is bought, and costs more if only the rest had made it free or spared it the surcharge. The
 * caller holds its lock.
 */
export async function chargeAnew(
  db: Queryable,
  { id, charges }: Pick<PurchaseRow, 'id' | 'charges'>,
  lines: readonly ChargedLine[],
): Promise<void> {
  const shipping = charges?.shipping ? priceShipping(charges.shipping, sumGoods(lines)) : null;
  await recordCharges(db, id, lines, chargeLines(charges ? { ...charges, shipping } : NO_TERMS, lines));
}

/**
 * Stores what an unpaid purchase and the line that has just left it cost. Each has its part of the shipping, so that a
 * line that is paid alone does not travel for nothing. The caller holds the lock.
 */
export async function chargeSeparated(
  db: Queryable,
  { id, charges }: Pick<PurchaseRow, 'id' | 'charges'>,
  line: ChargedLine,
  others: readonly ChargedLine[],
): Promise<void> {
  const parts = [line.totalMinor, sumGoods(others)];
  const shipping = charges?.shipping ? priceShipping(charges.shipping, Math.min(...parts)) : null;
  const shares = shareExactly(shipping?.priceMinor ?? 0, parts, getShopCurrency().stepMinor);
  const withShare = (at: number) =>
    charges && {
      ...charges,
      shipping: shipping && { ...shipping, priceMinor: shares[at] ?? 0, unlessFree: null, smallOrder: null },
    };
  await chargeAnew(db, { id: line.id, charges: withShare(0) }, [line]);
  await chargeAnew(db, { id, charges: withShare(1) }, others);
}

const sumGoods = (lines: readonly ChargedLine[]) => lines.reduce((sum, { totalMinor }) => sum + totalMinor, 0);

/** What the agreed way of shipping costs for this value of goods. */
function priceShipping(shipping: ChosenShipping, goodsMinor: number): ChosenShipping {
  const { priceMinor, unlessFree, smallOrder } = shipping;
  const withoutFree = unlessFree && goodsMinor < unlessFree.fromMinor ? unlessFree.priceMinor : 0;
  const isSmall = smallOrder !== null && goodsMinor < smallOrder.belowMinor;
  const { stepMinor } = getShopCurrency();
  const wholeMinor = Math.max(priceMinor, withoutFree) + (isSmall ? smallOrder.surchargeMinor : 0);
  return {
    ...shipping,
    priceMinor: Math.ceil(wholeMinor / stepMinor) * stepMinor,
    smallOrder: isSmall ? null : smallOrder,
  };
}

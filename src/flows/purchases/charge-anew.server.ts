import type { LineRow, PurchaseRow } from '#src/features/purchases/queries.server.ts';
import { recordCharges } from '#src/features/purchases/transitions.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { getShopCurrency } from '#src/shared/money.ts';
import { type ChosenShipping, chargeLines, NO_TERMS } from '#src/shared/totals/purchase-charges.ts';

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
 * Stores what an unpaid purchase and the line that has just left it cost: each what it would have cost alone, and never
 * less. Shared between them, shipping would be a bargain: whoever paid for the small part could let the other expire. The
 * caller holds the lock.
 */
export async function chargeSeparated(
  db: Queryable,
  { id, charges }: Pick<PurchaseRow, 'id' | 'charges'>,
  line: ChargedLine,
  others: readonly ChargedLine[],
): Promise<void> {
  await chargeAnew(db, { id: line.id, charges }, [line]);
  await chargeAnew(db, { id, charges }, others);
}

const sumGoods = (lines: readonly ChargedLine[]) => lines.reduce((sum, { totalMinor }) => sum + totalMinor, 0);

/**
 * What the agreed way of shipping costs for this value of goods: what it would have cost for them alone, and never less
 * than it does.
 */
function priceShipping(shipping: ChosenShipping, goodsMinor: number): ChosenShipping {
  const { priceMinor, unlessFree, smallOrder, surchargeMinor = 0 } = shipping;
  const isSmall = smallOrder !== null && goodsMinor < smallOrder.belowMinor;
  const addedMinor = isSmall ? smallOrder.surchargeMinor : surchargeMinor;
  const isFree = unlessFree !== null && goodsMinor >= unlessFree.fromMinor;
  const aloneMinor = isFree ? 0 : (findValuePrice(shipping, goodsMinor) ?? unlessFree?.priceMinor ?? 0);
  const { stepMinor } = getShopCurrency();
  const wholeMinor = Math.max(priceMinor - surchargeMinor, aloneMinor) + addedMinor;
  return {
    ...shipping,
    priceMinor: Math.ceil(wholeMinor / stepMinor) * stepMinor,
    smallOrder: isSmall ? null : smallOrder,
    surchargeMinor: addedMinor,
  };
}

/** The price for this value of goods, if it decides: that of the least value if these goods are worth even less. */
function findValuePrice({ byValue }: ChosenShipping, goodsMinor: number): number | undefined {
  return (byValue?.findLast(({ fromMinor }) => fromMinor <= goodsMinor) ?? byValue?.[0])?.priceMinor;
}

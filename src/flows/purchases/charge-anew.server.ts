import type { LineRow, PurchaseRow } from '#src/features/purchases/queries.server.ts';
import { recordCharges } from '#src/features/purchases/transitions.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { getShopCurrency } from '#src/shared/money.ts';
import { chargeLines, NO_TERMS } from '#src/shared/totals/purchase-charges.ts';
import { shareExactly } from '#src/shared/totals/share-exactly.ts';

type ChargedLine = Pick<LineRow, 'id' | 'totalMinor' | 'taxClass'>;

/**
 * Stores what an unpaid purchase costs with these lines alone, on the terms on which it was placed. Its shipping costs
 * what it did, since what was agreed does not fall because less is bought. The caller holds its lock.
 */
export async function chargeAnew(
  db: Queryable,
  { id, charges }: Pick<PurchaseRow, 'id' | 'charges'>,
  lines: readonly ChargedLine[],
): Promise<void> {
  await recordCharges(db, id, lines, chargeLines(charges ?? NO_TERMS, lines));
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
  const goodsMinor = others.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
  const shares = shareExactly(
    charges?.shipping?.priceMinor ?? 0,
    [line.totalMinor, goodsMinor],
    getShopCurrency().stepMinor,
  );
  const withShare = (at: number) =>
    charges && { ...charges, shipping: charges.shipping && { ...charges.shipping, priceMinor: shares[at] ?? 0 } };
  await chargeAnew(db, { id: line.id, charges: withShare(0) }, [line]);
  await chargeAnew(db, { id, charges: withShare(1) }, others);
}

import { type LineRow, listStandingLines, type PurchaseWithLines } from '#src/features/purchases/queries.server.ts';
import { listRefundedPieces } from '#src/features/refunds/queries.server.ts';
import type { Tx } from '#src/platform/database.server.ts';
import type { PaidLine } from './plan-refund.ts';

/** The paid lines of a purchase, with what was refunded of each. The caller holds its lock. */
export async function listPaidLines(tx: Tx, locked: PurchaseWithLines): Promise<(LineRow & PaidLine)[]> {
  const refunds = await listRefundedPieces(tx, locked.purchase.id);
  return listStandingLines(locked)
    .filter(({ paidAt }) => paidAt !== null)
    .map((line) => ({ ...line, refunds: refunds.get(line.id) ?? [] }));
}

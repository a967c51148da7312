import { getPurchaseWithLines, listStandingLines } from '#src/features/purchases/queries.server.ts';
import { getRefund, setRefundHandled } from '#src/features/refunds/queries.server.ts';
import { nameInLog } from '#src/flows/purchases/purchase-mails.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import type { Db } from '#src/platform/database.server.ts';
import { minorToDecimal } from '#src/shared/money.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';

/**
 * Marks a failed refund as needing no attention, for example because the money was paid back otherwise. It stays in the
 * list as failed. Returns how many changed: 0 when repeated.
 */
export async function dismissRefund(
  db: Db,
  caller: Caller,
  purchaseId: string,
  refundId: string,
): Promise<Outcome<number>> {
  return db.transaction(async (tx) => {
    const refund = await getRefund(tx, refundId);
    const found = refund?.purchaseId === purchaseId ? await getPurchaseWithLines(tx, purchaseId) : null;
    if (!refund || !found) return fail('not_found', { detail: 'There is no such refund.' });
    if (refund.state !== 'failed') return fail('refund_not_failed');
    if (!(await setRefundHandled(tx, refund))) return ok(0);
    await recordAuditEvents(tx, {
      by: caller,
      action: 'refund.dismissed',
      id: refund.id,
      name: nameInLog(found.purchase, listStandingLines(found)),
      after: { amount: minorToDecimal(refund.amountMinor), number: found.purchase.number },
    });
    return ok(1);
  });
}

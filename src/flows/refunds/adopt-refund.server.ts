import type { ProviderRefund } from '#src/features/payments/provider.server.ts';
import type { PaymentRow } from '#src/features/payments/queries.server.ts';
import { listStandingLines, lockPurchase } from '#src/features/purchases/queries.server.ts';
import { countRefundedPieces } from '#src/features/purchases/refunded-pieces.server.ts';
import { insertRefund } from '#src/features/refunds/queries.server.ts';
import { getReportedRefund } from '#src/features/refunds/refund-lists.server.ts';
import type { Tx } from '#src/platform/database.server.ts';
import { countLeftToShip } from '#src/shared/line-pieces.ts';
import { moveRefund } from './change-refund-state.server.ts';
import { planRefund } from './plan-refund.ts';

/** The buyer reads it if the refund canceled the purchase. */
const REASON = 'Refunded to the card';

/**
 * Assigns pieces to a refund from the provider's dashboard, which names none. If it took the last of the money, it is
 * for all remaining pieces: nobody can ship or refund them any more. Pieces that were not shipped go back into stock;
 * if all were shipped, nothing happens. The caller holds the lock, and all the money was refunded.
 */
export async function adoptLastRefund(
  tx: Tx,
  payment: PaymentRow,
  succeeded: readonly ProviderRefund[],
): Promise<void> {
  const last = succeeded.at(-1);
  if (!last || (await getReportedRefund(tx, last.id))) return;
  // Read again, since other refunds of this transaction may have changed it.
  const locked = await lockPurchase(tx, payment.purchaseId);
  const lines = locked ? listStandingLines(locked).filter(({ paidAt }) => paidAt !== null) : [];
  if (!locked || !lines.some((line) => countLeftToShip(line) > 0)) return;
  const planned = planRefund(lines, last.amountCents, {});
  if (!planned.ok) return;
  const { amountCents, lines: pieces, cancels } = planned.value;
  const refund = await insertRefund(
    tx,
    {
      purchaseId: payment.purchaseId,
      paymentId: payment.id,
      amountCents,
      reason: REASON,
      cancels,
      requestedBy: null,
      providerRefundId: last.id,
      idempotencyKey: null,
      idempotencyFingerprint: null,
    },
    pieces,
  );
  await countRefundedPieces(tx, payment.purchaseId, pieces);
  await moveRefund(tx, locked, refund, 'succeeded');
}

import { deleteUnsentMail } from '#src/features/mail/outbox.server.ts';
import { addShippedPieces } from '#src/features/orders/transitions.server.ts';
import { lockPurchase } from '#src/features/purchases/queries.server.ts';
import { recordPurchaseUnshipped } from '#src/features/purchases/transitions.server.ts';
import { correctionReasonSchema } from '#src/features/shipments/contract.ts';
import { shipmentCopy } from '#src/features/shipments/copy.ts';
import { getShipmentToUndo, listPieces, recordShipmentUndone } from '#src/features/shipments/queries.server.ts';
import { cancelUndonePieces } from '#src/flows/cancellations/cancel-undone-pieces.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { countPieces, nameShipment } from './ship-purchase.server.ts';
import { queueCorrectionMail, type ShipmentContext } from './shipment-mails.server.ts';

/**
 * Undoes a shipment: its pieces have to be shipped again. Within its minute, and as long as its mail is unsent, the
 * buyer never learns of it. Later it is a recorded correction, whose reason the buyer gets by mail.
 */
export async function undoShipment(
  context: ShipmentContext,
  caller: Caller,
  { purchaseId, shipmentId, reason = '' }: { purchaseId: string; shipmentId: string; reason?: string | undefined },
): Promise<Outcome<{ isCorrected: boolean }>> {
  return context.db.transaction(async (tx) => {
    const locked = await lockPurchase(tx, purchaseId);
    const found = locked && (await getShipmentToUndo(tx, purchaseId, shipmentId));
    if (!found) return fail('not_found', { detail: 'There is no such shipment.' });
    const { shipment, isFresh } = found;
    if (shipment.undoneAt) return fail('shipment_undone');
    const mail = { purchaseId, kind: 'order_shipped' as const, dedupeKey: shipmentId };
    // The mail worker may have started to send it at the last moment.
    const isCorrected = !isFresh || !(await deleteUnsentMail(tx, mail));
    if (isCorrected && !correctionReasonSchema.safeParse(reason).success)
      return fail('invalid', { fields: { reason: shipmentCopy.correct.reasonNeeded } });
    const pieces = await listPieces(tx, shipmentId);
    await recordShipmentUndone(tx, shipmentId, { undoneBy: caller.userId, undoReason: reason, isCorrected });
    await addShippedPieces(
      tx,
      pieces.map(({ order, quantity }) => ({ order, quantity: -quantity })),
    );
    await cancelUndonePieces(tx, purchaseId, pieces);
    await recordPurchaseUnshipped(tx, purchaseId);
    await recordAuditEvents(tx, {
      by: caller,
      action: isCorrected ? 'shipment.corrected' : 'shipment.undone',
      id: shipmentId,
      name: nameShipment(locked.purchase, shipment),
      before: { pieces: countPieces(pieces) },
      after: { pieces: 0, ...(reason ? { reason } : {}) },
    });
    const current = isCorrected && (await lockPurchase(tx, purchaseId));
    if (current) await queueCorrectionMail(tx, context, current, { id: shipmentId, pieces, reason });
    await failPoint('unship:before-commit');
    return ok({ isCorrected });
  });
}

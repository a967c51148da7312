import { type ApiProblem, callApi } from '#src/shared/api-client.ts';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { useAction } from '#src/shared/ui/use-action.ts';
import { shipmentCopy } from '../copy.ts';
import { MAX_UNDO_REASON_LENGTH } from '../rules.ts';

export interface ShipmentToUndo {
  purchaseId: string;
  shipmentId: string;
  what: string;
}

/** Whether its buyer is notified: only of a correction. */
type UndoOutcome = 'undone' | 'corrected';

interface Undo {
  isPending: boolean;
  /** Why the last undo failed, or null. */
  problem: ApiProblem | null;
  /** Undoes a shipment at once. Null if that failed, as it does after its minute. */
  undo: (shipment: ShipmentToUndo) => Promise<UndoOutcome | null>;
  /** Asks for the reason and corrects the shipment. Null if that failed or the reader changed their mind. */
  correct: (shipment: ShipmentToUndo) => Promise<UndoOutcome | null>;
}

/** Undoes shipments: within their minute at once, later as a correction with a reason for the buyer. */
export function useUndoShipment(): Undo {
  const dialog = useDialog();
  const { isPending, problem, run } = useAction();
  const send = async (
    { purchaseId, shipmentId }: ShipmentToUndo,
    body: { reason?: string },
  ): Promise<UndoOutcome | null> => {
    if (isPending) return null;
    const path = `/purchases/${purchaseId}/shipments/${shipmentId}/undo`;
    const result = await run(() => callApi<{ corrected: boolean }>(path, { method: 'POST', body }));
    if (!result.ok) return null;
    return result.value.corrected ? 'corrected' : 'undone';
  };
  return {
    isPending,
    problem: problem && { ...problem, detail: problem.errors.reason ?? problem.detail },
    undo: (shipment) => send(shipment, {}),
    async correct(shipment) {
      const { title, text, reason: label, reasonHint: hint, confirm } = shipmentCopy.correct;
      const reason = await dialog.prompt({
        title,
        text: text(shipment.what),
        confirm,
        cancel: shipmentCopy.cancel,
        field: { label, hint, maxLength: MAX_UNDO_REASON_LENGTH },
      });
      return reason === null ? null : send(shipment, { reason });
    },
  };
}

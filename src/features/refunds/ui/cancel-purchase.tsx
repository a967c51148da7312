import { useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { formatMoney } from '#src/shared/money.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import type { Canceled, Refund } from '../contract.ts';
import { refundCopy } from '../copy.ts';
import { MAX_REFUND_REASON_LENGTH } from '../rules.ts';
import { countLeftMinor, isCancelable, type RefundablePurchase } from './refundable-purchase.ts';

const { cancel: copy } = refundCopy;

interface CancelPurchaseProps {
  purchase: RefundablePurchase;
  refunds: readonly Refund[];
  viewer: 'buyer' | 'staff';
  /** Fetches purchase and refunds again. */
  refresh: () => Promise<void>;
}

/**
 * Cancels an unpaid purchase. If it is paid and not shipped, the buyer can ask to cancel it, and staff refund it or
 * decline. Renders nothing if it can't be canceled.
 */
export function CancelPurchase({ purchase, refunds, viewer, refresh }: CancelPurchaseProps) {
  const dialog = useDialog();
  const [pending, setPending] = useState<'cancel' | 'decline' | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const { state, name, cancelRequest } = purchase;
  const isPaid = state === 'paid';
  const isBuyer = viewer === 'buyer';
  const leftMinor = countLeftMinor(purchase, refunds);
  const canCancel = isCancelable(purchase, refunds);

  const send = async (what: 'cancel' | 'decline', reason: string) => {
    setError(null);
    setDone(null);
    setPending(what);
    const body = { ...(reason ? { reason } : {}), ...(what === 'decline' ? { decline: true } : {}) };
    const result = await callApi<Canceled>(`/purchases/${purchase._id}/cancel`, { method: 'POST', body });
    setPending(null);
    if (result.ok) setDone(describeOutcome(what, result.value));
    else setError(result.problem.errors.reason ?? result.problem.detail);
    if (result.ok || result.problem.status === 409) await refresh();
  };
  const ask = async (question: Parameters<typeof dialog.confirm>[0], withReason: boolean) => {
    if (!withReason) return (await dialog.confirm(question)) ? '' : null;
    const field = { ...(isBuyer ? copy.buyer.field : copy.staff.field), maxLength: MAX_REFUND_REASON_LENGTH };
    return dialog.prompt({ ...question, field });
  };
  const cancel = async () => {
    const question = isBuyer
      ? isPaid
        ? copy.buyer.paidQuestion
        : copy.buyer.unpaidQuestion
      : isPaid
        ? copy.staff.paidQuestion(formatMoney(leftMinor), name)
        : copy.staff.unpaidQuestion;
    // Somebody who confirms a request has the buyer's own reason. A buyer who cancels an unpaid purchase needs none.
    const reason = await ask(question, isBuyer ? isPaid : !cancelRequest);
    if (reason !== null) await send('cancel', reason);
  };
  const decline = async () => {
    const reason = await ask(copy.staff.declineQuestion, true);
    if (reason !== null) await send('decline', reason);
  };

  const texts = copy[viewer];
  const isAsked = isPaid && cancelRequest !== null;
  return (
    <div className="grid gap-3 not-has-[:not(:empty)]:hidden">
      {isAsked && (
        <div className="border-signal border-l-2 pl-4">
          <p className="font-semibold">{isBuyer ? copy.buyer.asked : copy.staff.asks(name)}</p>
          <p className="whitespace-pre-line wrap-anywhere text-muted">{cancelRequest.reason || copy.staff.noReason}</p>
        </div>
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {canCancel && !(isBuyer && isAsked) && (
          <Button
            // A buyer of a paid order only asks.
            variant={isBuyer && isPaid ? 'secondary' : 'danger'}
            pending={pending === 'cancel'}
            onClick={() => void cancel()}
          >
            {isAsked ? copy.staff.confirm : isPaid ? texts.paid : texts.unpaid}
          </Button>
        )}
        {isAsked && !isBuyer && (
          <Button variant="secondary" pending={pending === 'decline'} onClick={() => void decline()}>
            {copy.staff.decline}
          </Button>
        )}
      </div>
      <FormError>{error}</FormError>
      <p role="status" className="empty:hidden border border-good bg-sheet px-4 py-3">
        {done}
      </p>
    </div>
  );
}

function describeOutcome(what: 'cancel' | 'decline', { requested, refund }: Canceled): string {
  if (what === 'decline') return copy.done.declined;
  if (requested) return copy.done.requested;
  if (refund === 'failed') return copy.done.failed;
  return refund === 'requested' ? copy.done.refunding : copy.done.canceled;
}

import { callApi } from '#src/shared/api-client.ts';
import { formatDecimalMoney } from '#src/shared/money.ts';
import { Badge } from '#src/shared/ui/badge.tsx';
import { Button } from '#src/shared/ui/button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { useAction } from '#src/shared/ui/use-action.ts';
import { joinUnits } from '#src/shared/units.ts';
import type { Refund } from '../contract.ts';
import { refundCopy } from '../copy.ts';
import type { RefundState } from '../rules.ts';

const { list: copy, states } = refundCopy;

const BADGES = {
  requested: { icon: 'clock', color: 'text-muted' },
  pending: { icon: 'clock', color: 'text-ink' },
  succeeded: { icon: 'circle-check', color: 'text-good' },
  failed: { icon: 'circle-alert', color: 'text-bad' },
} as const satisfies Record<RefundState, unknown>;

interface RefundListProps {
  refunds: readonly Refund[];
  /** The actions on a failed refund. Absent for the buyer. */
  failed?: Omit<FailedRefundProps, 'refund'> | undefined;
}

/** The refunds of a purchase: how much, why, for what, by whom and in which state. */
export function RefundList({ refunds, failed }: RefundListProps) {
  if (refunds.length === 0) return <p className="text-muted">{copy.empty}</p>;
  return (
    <ul>
      {refunds.map((refund) => (
        <li key={refund._id} className="grid gap-1.5 border-line border-b py-3">
          <div className="flex items-baseline justify-between gap-6">
            <Badge {...BADGES[refund.state]}>{states[refund.state]}</Badge>
            <span className={`figures ${refund.state === 'failed' ? 'text-muted line-through' : 'font-semibold'}`}>
              {formatDecimalMoney(refund.amount)}
            </span>
          </div>
          <p className="whitespace-pre-line wrap-anywhere">{refund.reason ?? copy.atProvider}</p>
          {refund.lines.map((line) => (
            <p key={line.order} className="flex items-baseline justify-between gap-6 text-fine">
              <span className="wrap-anywhere">
                {copy.pieces(line.quantity, joinUnits(line.itemName))}
                {line.shipped > 0 && <span className="text-muted">, {copy.shipped(line.shipped)}</span>}
                {line.restocked > 0 && <span className="text-muted">, {copy.restocked(line.restocked)}</span>}
              </span>
              <span className="figures text-muted">{formatDecimalMoney(line.amount)}</span>
            </p>
          ))}
          <p className="text-fine text-muted wrap-anywhere">
            <DateTime at={refund.createdAt} />
            {refund.by && ` ${copy.by(refund.by)}`}
          </p>
          {refund.error && <p className="text-bad text-fine">{refund.error}</p>}
          {refund.state === 'failed' && refund.reason !== null && failed && (
            <FailedRefund refund={refund} {...failed} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface FailedRefundProps {
  refund: Refund;
  purchaseId: string;
  onRetry: (refund: Refund) => void;
  /** Fetches the refunds again. */
  refresh: () => Promise<void>;
}

/** Retries a failed refund, or marks it as settled otherwise, which removes it from the counts. */
function FailedRefund({ refund, purchaseId, onRetry, refresh }: FailedRefundProps) {
  const { isPending, problem, run } = useAction();
  const dismiss = () =>
    run(async () => {
      const result = await callApi(`/purchases/${purchaseId}/refunds/${refund._id}/dismiss`, { method: 'POST' });
      if (result.ok) await refresh();
      return result;
    });
  return (
    <>
      <div className="mt-1 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => onRetry(refund)}>
          {copy.retry}
        </Button>
        {!refund.handled && (
          <Button variant="quiet" pending={isPending} onClick={() => void dismiss()}>
            {copy.dismiss}
          </Button>
        )}
      </div>
      <p role="status" className="empty:hidden text-fine text-muted">
        {refund.handled ? copy.dismissed : null}
      </p>
      <FormError>{problem?.detail}</FormError>
    </>
  );
}

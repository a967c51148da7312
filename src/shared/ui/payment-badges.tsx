import type { DisputeState } from '../dispute.ts';
import { formatDecimalMoney } from '../money.ts';
import { Badge } from './badge.tsx';
import { DateOnly } from './date-time.tsx';

/** Whether the whole price of an order was refunded. Both are decimal strings. */
export function isRefundedInFull({ refunded, price }: { refunded: string | null; price: string }): boolean {
  return refunded !== null && Number(refunded) >= Number(price);
}

/** How much of a payment was refunded. Both are decimal strings. */
export function RefundBadge({ refunded, of }: { refunded: string; of: string }) {
  return (
    <Badge icon="undo" color="text-ink">
      {isRefundedInFull({ refunded, price: of }) ? 'Refunded in full' : `Refunded ${formatDecimalMoney(refunded)}`}
    </Badge>
  );
}

const LABELS: Record<Exclude<DisputeState, 'needs_answer'>, string> = {
  under_review: 'Disputed: under review by the bank',
  lost: 'Dispute lost',
  won: 'Dispute won',
  closed: 'Dispute closed',
};

/** The state of a dispute, and until when the shop can answer it. */
export function DisputeBadge({ state, answerBy }: { state: DisputeState; answerBy: string | null }) {
  if (state !== 'needs_answer') {
    return (
      <Badge icon="scale" color={state === 'lost' ? 'text-bad' : 'text-ink'}>
        {LABELS[state]}
      </Badge>
    );
  }
  return (
    <Badge icon="shield-alert" color="text-bad">
      Disputed: answer{' '}
      {answerBy ? (
        <span className="whitespace-nowrap">
          by <DateOnly at={answerBy} />
        </span>
      ) : (
        'soon'
      )}
    </Badge>
  );
}

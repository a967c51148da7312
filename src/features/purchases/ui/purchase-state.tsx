import type { DisputeState } from '#src/shared/dispute.ts';
import { Badge } from '#src/shared/ui/badge.tsx';
import { DisputeBadge, RefundBadge } from '#src/shared/ui/payment-badges.tsx';
import { purchaseCopy } from '../copy.ts';
import type { PurchaseState } from '../rules.ts';

const { states: copy } = purchaseCopy;

export interface Dispute {
  state: DisputeState;
  answerBy: string | null;
}

interface StateOfPurchase {
  state: PurchaseState;
  total: string;
  refunded: string | null;
  /** Only admins see a dispute. */
  lines: readonly { shippedQuantity: number; dispute?: Dispute | null }[];
}

/** The state of a purchase, in words and color. */
export function PurchaseStateBadges({ purchase: { state, total, refunded, lines } }: { purchase: StateOfPurchase }) {
  const dispute = findDispute(lines);
  return (
    <span className="inline-flex flex-wrap gap-x-4 gap-y-1">
      <MainBadge state={state} isPartlyShipped={lines.some(({ shippedQuantity }) => shippedQuantity > 0)} />
      {refunded && <RefundBadge refunded={refunded} of={total} />}
      {dispute && <DisputeBadge {...dispute} />}
    </span>
  );
}

/** The dispute about the payment of a purchase, which each of its lines has. */
export function findDispute(lines: StateOfPurchase['lines']): Dispute | null {
  return lines.find(({ dispute }) => dispute)?.dispute ?? null;
}

function MainBadge({ state, isPartlyShipped }: { state: PurchaseState; isPartlyShipped: boolean }) {
  switch (state) {
    case 'placed':
      return (
        <Badge icon="clock" color="text-muted">
          {copy.placed}
        </Badge>
      );
    case 'paid':
      return (
        <Badge icon={isPartlyShipped ? 'truck' : 'circle-check'} color="text-good">
          {isPartlyShipped ? copy.partlyShipped : copy.paid}
        </Badge>
      );
    case 'shipped':
      return (
        <Badge icon="truck" color="text-good">
          {copy.shipped}
        </Badge>
      );
    default:
      return (
        <Badge icon="x" color="text-bad">
          {copy[state]}
        </Badge>
      );
  }
}

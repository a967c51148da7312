import { copy } from '#src/shared/copy.ts';
import { getPurchasePath } from '#src/shared/purchase-number.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { orderCopy } from '../copy.ts';

interface OrderEndedProps {
  detail: string;
  toolId: string | null;
  /** The number of its purchase and why that ended. Null if nothing is known about it. */
  number: string | null;
  reason: string | null;
}

/** Replaces the payment of an order that was deleted or has expired. */
export function OrderEnded({ detail, toolId, number, reason }: OrderEndedProps) {
  return (
    <div role="alert" className="mt-8 grid justify-items-start gap-3 border border-line bg-sheet px-6 py-8">
      <p className="font-semibold text-lead">{orderCopy.ended.title}</p>
      <p className="max-w-prose">{detail}</p>
      {reason && <p className="max-w-prose wrap-anywhere">{orderCopy.reason(reason)}</p>}
      <div className="mt-3 flex flex-wrap gap-3">
        {toolId === null ? (
          <ButtonLink to="/tools">{siteCopy.home.allTools}</ButtonLink>
        ) : (
          <ButtonLink to={`/singleTool/${toolId}`}>{orderCopy.ended.again}</ButtonLink>
        )}
        {number && (
          <ButtonLink to={getPurchasePath(number)} variant="secondary">
            {orderCopy.seeOrder}
          </ButtonLink>
        )}
        <ButtonLink to="/dashboard/myorder" variant="secondary">
          {copy.dashboard.myOrder}
        </ButtonLink>
      </div>
    </div>
  );
}

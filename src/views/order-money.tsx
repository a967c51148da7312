import { useState } from 'react';
import { purchaseCopy as copy } from '#src/features/purchases/copy.ts';
import type { Refund } from '#src/features/refunds/contract.ts';
import { CancelPurchase } from '#src/features/refunds/ui/cancel-purchase.tsx';
import { RefundForm } from '#src/features/refunds/ui/refund-form.tsx';
import { RefundList } from '#src/features/refunds/ui/refund-list.tsx';
import { countLeftMinor, isCancelable } from '#src/features/refunds/ui/refundable-purchase.ts';
import type { Purchase } from '#src/flows/purchases/read-purchases.server.ts';
import type { ApiResult } from '#src/shared/api-client.ts';
import type { Permission } from '#src/shared/permissions.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { LoadError, Section } from '#src/shared/ui/page.tsx';

interface OrderMoneyProps {
  purchase: Purchase;
  refunds: ApiResult<Refund[]>;
  can: (permission: Permission) => boolean;
  /** The reader is the buyer, not somebody of the shop. */
  isBuyer: boolean;
  /** The address of the reader, to whom the draft belongs. */
  email: string;
  /** Fetches the order again. */
  refresh: () => Promise<void>;
}

/** Forms to cancel and refund an order, as far as its reader may. Existing refunds are above them. */
export function OrderMoney({ purchase, refunds, can, isBuyer, email, refresh }: OrderMoneyProps) {
  const [isRefunding, setIsRefunding] = useState(false);
  const [retried, setRetried] = useState<Refund>();
  if (!refunds.ok)
    return (
      <Section id="money" title={copy.money}>
        <LoadError text={refunds.problem.detail} onRetry={() => void refresh()} />
      </Section>
    );
  const listed = refunds.value;
  const isPaid = purchase.paidAt !== null;
  const mayRefund = can('payments.refund');
  // A paid order is canceled by refunding it.
  const mayCancel = isBuyer || (isPaid ? mayRefund : can('orders.cancel'));
  // A request to cancel stays visible until the purchase ends, however much of it was shipped meanwhile.
  const isAsked = purchase.state === 'paid' && purchase.cancelRequest !== null;
  const showsCancel = mayCancel && (isAsked || isCancelable(purchase, listed));
  const canRefund = mayRefund && isPaid && countLeftMinor(purchase, listed) > 0;
  if (listed.length === 0 && !showsCancel && !canRefund) return null;
  const retry = (refund: Refund) => {
    setRetried(refund);
    setIsRefunding(true);
  };
  return (
    <Section id="money" title={isPaid ? copy.money : copy.cancel}>
      <div className={`grid gap-6 ${listed.length > 0 ? '' : 'pt-4'}`}>
        {listed.length > 0 && (
          <RefundList
            refunds={listed}
            {...(mayRefund ? { failed: { purchaseId: purchase._id, onRetry: retry, refresh } } : {})}
          />
        )}
        {mayCancel && (
          <CancelPurchase purchase={purchase} refunds={listed} viewer={isBuyer ? 'buyer' : 'staff'} refresh={refresh} />
        )}
        {canRefund && !isRefunding && (
          <Button variant="secondary" className="justify-self-start" onClick={() => setIsRefunding(true)}>
            {copy.refund}
          </Button>
        )}
        {mayRefund && isPaid && isRefunding && (
          <RefundForm
            key={retried?._id ?? 'new'}
            purchase={purchase}
            refunds={listed}
            email={email}
            retried={retried}
            refresh={refresh}
          />
        )}
      </div>
    </Section>
  );
}

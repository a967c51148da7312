import { type ReactNode, useId } from 'react';
import { copy } from '#src/shared/copy.ts';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { CopyButton } from '#src/shared/ui/copy-button.tsx';
import { Icon } from '#src/shared/ui/icon.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { paymentCopy } from '../copy.ts';

interface PaidNoticeProps {
  transactionId: string;
  /** The total as a decimal string. */
  price: string;
  /** Whether it was paid on this page, which then still shows its button as done. */
  paidHere: boolean;
  /** The path of the order's page. */
  toOrder: string;
  /** What was paid for. */
  children: ReactNode;
}

/** Confirms a payment, says what was paid for, and shows its transaction id, which can be copied. */
export function PaidNotice({ transactionId, price, paidHere, toOrder, children }: PaidNoticeProps) {
  const paidId = useId();
  return (
    <div className="grid gap-4 border border-good bg-sheet p-4 sm:p-6">
      <p className="flex items-start gap-2 text-lead font-semibold text-good">
        <Icon name="circle-check" className="mt-0.5 size-6 shrink-0" />
        {copy.payment.completed}
      </p>
      {children}
      <p>{paymentCopy.paid.next}</p>
      <p className="text-fine">
        {copy.payment.transactionId}{' '}
        <code className="figures mt-1 block select-all break-all border border-line px-3 py-2">{transactionId}</code>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <ButtonLink to={toOrder}>{paymentCopy.paid.toOrder}</ButtonLink>
        <CopyButton text={transactionId}>{paymentCopy.paid.copy}</CopyButton>
        <ButtonLink variant="quiet" to="/dashboard/myorder">
          {copy.dashboard.myOrder}
        </ButtonLink>
      </div>
      {paidHere && (
        <div className="flex items-center justify-between gap-6 border-line border-t pt-3 text-muted">
          <p id={paidId}>
            <Price amount={price} /> {paymentCopy.paid.nothingLeft}
          </p>
          <Button disabled variant="quiet" className="px-0! no-underline!" aria-describedby={paidId}>
            <Icon name="circle-check" className="size-4" />
            {copy.order.pay}
          </Button>
        </div>
      )}
    </div>
  );
}

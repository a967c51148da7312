import { copy } from '#src/shared/copy.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { CopyButton } from '#src/shared/ui/copy-button.tsx';
import { Icon } from '#src/shared/ui/icon.tsx';

/** Confirms a payment, with its transaction id to copy. */
export function PaidNotice({ transactionId }: { transactionId: string }) {
  return (
    <div className="grid gap-4 border border-good bg-sheet p-4 sm:p-6">
      <p className="flex items-start gap-2 text-lead font-semibold text-good">
        <Icon name="circle-check" className="mt-0.5 size-6 shrink-0" />
        {copy.payment.completed}
      </p>
      <p>
        {copy.payment.transactionId}{' '}
        <code className="figures mt-1 block select-all break-all border border-line px-3 py-2">{transactionId}</code>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={transactionId}>Copy</CopyButton>
        <ButtonLink variant="quiet" to="/dashboard/myorder">
          {copy.dashboard.myOrder}
        </ButtonLink>
      </div>
    </div>
  );
}

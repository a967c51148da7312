import { CircleCheck, Copy } from 'lucide-react';
import { useState } from 'react';
import { messages } from '#src/shared/messages.ts';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';

/** The payment is done: the transaction id, to be copied. */
export function PaidNotice({ transactionId }: { transactionId: string }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(transactionId);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <div className="grid gap-4 border border-good bg-sheet p-4 sm:p-6">
      <p className="flex items-start gap-2 text-lead font-semibold text-good">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
        {messages.payment.completed}
      </p>
      <p>
        {messages.payment.transactionId}{' '}
        <code className="figures mt-1 block select-all break-all border border-line px-3 py-2">{transactionId}</code>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4" /> Copy
        </Button>
        <ButtonLink variant="quiet" to="/dashboard/myorder">
          {messages.dashboard.myOrder}
        </ButtonLink>
        <p role="status" className="text-fine text-muted">
          {copied === true && 'Copied.'}
          {copied === false && 'This browser does not allow copying. Please mark the id and copy it yourself.'}
        </p>
      </div>
    </div>
  );
}

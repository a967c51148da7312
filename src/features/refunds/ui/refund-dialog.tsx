import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#src/shared/ui/button.tsx';
import { LoadError } from '#src/shared/ui/page.tsx';
import type { Refund } from '../contract.ts';
import { refundCopy } from '../copy.ts';
import { CancelPurchase } from './cancel-purchase.tsx';
import { RefundForm } from './refund-form.tsx';
import { RefundList } from './refund-list.tsx';
import { useRefundablePurchase } from './use-refundable-purchase.ts';

const { dialog: copy, list } = refundCopy;

interface RefundDialogProps {
  purchaseId: string;
  /** The admin's address. */
  email: string;
  onClose: () => void;
}

/**
 * Everything that staff can do about the money of one purchase: its refunds, a request to cancel, and another
 * refund. It is placed at the top, so that nothing moves when it has loaded.
 */
export default function RefundDialog({ purchaseId, email, onClose }: RefundDialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { loaded, refresh } = useRefundablePurchase(purchaseId);
  const [retried, setRetried] = useState<Refund>();
  useEffect(() => element.current?.showModal(), []);
  return (
    <dialog
      ref={element}
      aria-labelledby={titleId}
      onClose={onClose}
      className="mx-auto mt-4 mb-auto max-h-[calc(100dvh-2rem)] w-[min(40rem,calc(100vw-2rem))] overflow-y-auto rounded-edge border border-ink bg-sheet p-5 text-ink sm:mt-16 sm:max-h-[calc(100dvh-5rem)] sm:p-8"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id={titleId} className="min-w-0 wrap-anywhere font-bold text-title tracking-tight">
          {copy.open} {loaded.state === 'ready' && <span className="whitespace-nowrap">{loaded.purchase.number}</span>}
        </h2>
        <Button variant="quiet" className="-mt-2 -mr-4 shrink-0" onClick={() => element.current?.close()}>
          {copy.close}
        </Button>
      </div>
      {loaded.state === 'loading' && (
        <p role="status" className="mt-6 text-muted">
          {copy.loading}
        </p>
      )}
      {loaded.state === 'failed' && (
        <div className="mt-6">
          <LoadError title={copy.failed} text={loaded.problem.detail} onRetry={() => void refresh()} />
        </div>
      )}
      {loaded.state === 'ready' && (
        <div className="mt-6 grid gap-8">
          <CancelPurchase {...loaded} viewer="staff" refresh={refresh} />
          {loaded.purchase.lines.some(({ paid }) => paid) && (
            <>
              <section aria-label={list.title}>
                <RefundList refunds={loaded.refunds} failed={{ purchaseId, onRetry: setRetried, refresh }} />
              </section>
              <RefundForm key={retried?._id ?? 'new'} {...loaded} email={email} retried={retried} refresh={refresh} />
            </>
          )}
        </div>
      )}
    </dialog>
  );
}

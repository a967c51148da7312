import type { ReactNode } from 'react';
import { formatDays } from '#src/shared/dates.ts';
import type { PromisedDates, TaxProof } from '#src/shared/totals/purchase-charges.ts';
import { CopyButton } from '#src/shared/ui/copy-button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { purchaseCopy as copy } from '../copy.ts';

interface PurchaseFactsProps {
  purchase: {
    name: string;
    email: string;
    poNumber: string;
    note: string;
    transactionId: string | null;
    taxNote: string | null;
    vatCheck: TaxProof['vatCheck'];
    shippingMethod: string | null;
    promised: PromisedDates | null;
    paidAt: string | null;
    endedAt: string | null;
  };
  /** The reader is the buyer, who does not need their own name. */
  isBuyer: boolean;
}

/** The buyer's notes on a purchase and the id of its payment. Renders nothing if there are none. */
export function PurchaseFacts({ purchase, isBuyer }: PurchaseFactsProps) {
  const { name, email, poNumber, note, transactionId, taxNote, vatCheck, shippingMethod, promised, endedAt } = purchase;
  return (
    <dl className="grid gap-x-8 gap-y-5 empty:hidden sm:grid-cols-2">
      {!isBuyer && (
        <Fact name={copy.buyer}>
          {name}
          <a href={`mailto:${email}`} className="-mt-2 flex min-h-11 items-center text-fine">
            {email}
          </a>
        </Fact>
      )}
      {shippingMethod && (
        <Fact name={copy.shippingMethod}>
          {shippingMethod}
          {promised && endedAt === null && <Promised promised={promised} paidAt={purchase.paidAt} />}
        </Fact>
      )}
      {poNumber && (
        <Fact name={copy.poNumber}>
          <span className="figures">{poNumber}</span>
        </Fact>
      )}
      {note && (
        <Fact name={copy.note}>
          <span className="whitespace-pre-line">{note}</span>
        </Fact>
      )}
      {taxNote && <Fact name={copy.taxNote}>{taxNote}</Fact>}
      {!isBuyer && vatCheck && (
        <Fact name={copy.vatCheck.name}>
          <span className="figures">{vatCheck.vatId}</span> {copy.vatCheck[vatCheck.state]}
          {vatCheck.checkedAt && (
            <span className="text-fine text-muted">
              {' '}
              {copy.vatCheck.checkedOn} <DateTime at={vatCheck.checkedAt} />
              {vatCheck.consultationNumber && (
                <>
                  , {copy.vatCheck.consultation} <span className="figures">{vatCheck.consultationNumber}</span>
                </>
              )}
            </span>
          )}
        </Fact>
      )}
      {transactionId && (
        <Fact name={copy.transactionId}>
          <CopyButton
            text={transactionId}
            variant="quiet"
            className="figures -my-2 -ml-2 max-w-full px-2! text-fine"
            aria-label={`${copy.copyTransactionId} ${transactionId}`}
          >
            <span className="break-all text-left">{transactionId}</span>
          </CopyButton>
        </Fact>
      )}
    </dl>
  );
}

/** What the buyer was told about when it comes, and on which condition. */
function Promised({
  promised: { leaves, arrives, ifPaidBy },
  paidAt,
}: {
  promised: PromisedDates;
  paidAt: string | null;
}) {
  const { promised: texts } = copy;
  const isLate = paidAt !== null && Date.parse(paidAt) > Date.parse(ifPaidBy);
  return (
    <span className="block text-fine text-muted">
      {arrives ? texts.arrives(formatDays(arrives.from, arrives.to)) : texts.leaves(formatDays(leaves, leaves))}
      {paidAt === null && (
        <>
          {' '}
          {texts.ifPaidBy} <DateTime at={ifPaidBy} />
        </>
      )}
      {isLate && (
        <>
          {'. '}
          {texts.paidLater} <DateTime at={ifPaidBy} />
          {texts.paidLaterEnd}
        </>
      )}
    </span>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1">
      <dt className="text-fine text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

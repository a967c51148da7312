import type { ReactNode } from 'react';
import { Button } from '#src/shared/ui/button.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import type { Estimate } from '../contract.ts';
import { checkoutCopy as copy } from '../copy.ts';
import { TotalParts } from './total-parts.tsx';

interface CheckoutSummaryProps {
  /** What the amount is called: not every one is all that will be paid. */
  label: string;
  /** As a decimal string. */
  total: string;
  /** The parts of the total, and sentences about them. Null until they are known. */
  estimate: Estimate | null;
  /** How many tools are ordered, in words. */
  count: string;
  /** Why it can't be ordered, or null. */
  refusal: string | null;
  /** What to do about that. */
  action?: ReactNode;
  pending: boolean;
}

/** The total with the button for the next step. On phones, these two stay at the lower edge, and the rest is around them. */
export function CheckoutSummary({ label, total, estimate, count, refusal, action, pending }: CheckoutSummaryProps) {
  return (
    <section aria-label={copy.total} className="max-lg:contents lg:sticky lg:top-6 lg:py-3">
      <div className="grid gap-3 pt-3 empty:hidden">
        {estimate && (
          <TotalParts
            totals={estimate.totals}
            taxes={estimate.tax}
            pricesInclude={estimate.pricesInclude}
            relief={estimate.relief}
          />
        )}
        {estimate?.notes.map((note) => (
          <p key={note} className="text-fine text-muted">
            {note}
          </p>
        ))}
      </div>
      <div className="max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:-mx-4 max-lg:bg-paper max-lg:px-4">
        <div className="grid gap-3 border-ink border-t py-3 lg:border-t-0">
          <p className="flex flex-wrap items-baseline justify-between gap-x-6" aria-live="polite">
            <span>
              <span className="font-semibold">{label}</span> <span className="text-fine text-muted">{count}</span>
            </span>
            <Price amount={total} className="ml-auto font-semibold text-title" />
          </p>
          {refusal ? (
            <>
              <p className="text-bad text-fine">{refusal}</p>
              {action}
            </>
          ) : (
            <Button type="submit" pending={pending} className="w-full">
              {copy.submit}
            </Button>
          )}
        </div>
      </div>
      {!refusal && <p className="text-fine text-muted">{copy.next}</p>}
    </section>
  );
}

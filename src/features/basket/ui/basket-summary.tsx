import { decimalToCents, MAX_PAYMENT_CENTS } from '#src/shared/money.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { basketCopy } from '../copy.ts';

const { summary: copy } = basketCopy;

interface BasketSummaryProps {
  count: number;
  /** How many of the lines cannot be ordered. */
  unorderable: number;
  /** The total of the other lines, as a decimal string. */
  total: string;
  checkoutPath: string;
  isVisitor: boolean;
}

/** The total of what can be ordered, with the link to the checkout. On phones it stays at the lower edge. */
export function BasketSummary({ count, unorderable, total, checkoutPath, isVisitor }: BasketSummaryProps) {
  const refusal =
    unorderable === count ? copy.nothing : (decimalToCents(total) ?? 0) > MAX_PAYMENT_CENTS ? copy.tooMuch : null;
  return (
    <section
      aria-label={copy.title}
      className="max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:-mx-4 max-lg:bg-paper max-lg:px-4 lg:sticky lg:top-6"
    >
      <div className="grid gap-3 border-ink border-t py-3 lg:border-t-0 lg:py-5">
        <p className="flex flex-wrap items-baseline justify-between gap-x-6" aria-live="polite">
          <span>
            <span className="font-semibold">{copy.total}</span>{' '}
            <span className="text-fine text-muted">{copy.count(count - unorderable)}</span>
          </span>
          <Price amount={total} className="font-semibold text-title" />
        </p>
        {unorderable > 0 && unorderable < count && (
          <p className="text-fine text-muted max-lg:hidden">{copy.left(unorderable)}</p>
        )}
        {refusal ? (
          <p className="text-fine text-bad">{refusal}</p>
        ) : (
          <>
            <ButtonLink to={checkoutPath} className="w-full">
              {copy.checkOut}
            </ButtonLink>
            {isVisitor && <p className="text-fine text-muted">{copy.signIn}</p>}
          </>
        )}
      </div>
    </section>
  );
}

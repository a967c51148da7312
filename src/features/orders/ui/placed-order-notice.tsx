import { type RefObject, useId } from 'react';
import { Link } from 'react-router';
import { copy } from '#src/shared/copy.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { joinUnits } from '#src/shared/units.ts';
import type { PlacedOrder } from '../contract.ts';
import { type NamedOrder, orderCopy } from '../copy.ts';

/** A placed order with its own total, and the link to pay it. */
export function PlacedOrderNotice({
  order: { insertedId, holdExpiresAt, quantity, itemName, price, total },
  payLink,
}: {
  order: PlacedOrder & NamedOrder;
  payLink: RefObject<HTMLAnchorElement | null>;
}) {
  const id = useId();
  return (
    <div className="grid gap-4 border border-good bg-sheet px-4 py-4">
      <p id={`${id}-order`} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">
          Order placed: {formatCount(quantity)} {joinUnits(itemName)}
        </span>
        <Price
          amount={total}
          unit={price === total ? '' : orderCopy.inTotal}
          className="ml-auto text-title font-semibold"
        />
      </p>
      <ButtonLink
        ref={payLink}
        to={`/dashboard/payment/${insertedId}`}
        aria-describedby={`${id}-order ${id}-hold`}
        className="scroll-mt-40 scroll-mb-40"
      >
        Pay this order
      </ButtonLink>
      <p id={`${id}-hold`} className="text-fine text-muted">
        Its stock is held for you until <DateTime at={holdExpiresAt} />. Pay it now, or later under{' '}
        <Link
          to="/dashboard/myorder"
          className="font-semibold text-ink underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal"
        >
          {copy.dashboard.myOrder}
        </Link>
        .
      </p>
    </div>
  );
}

import { CopyButton } from '#src/shared/ui/copy-button.tsx';
import { DateOnly } from '#src/shared/ui/date-time.tsx';
import type { Order } from '../contract.ts';

/** When an order was placed, paid and shipped, with the id of its payment and a button that copies it. */
export function OrderDates({ order }: { order: Order }) {
  const dates = [
    ['Ordered', order.createdAt],
    ['Paid', order.paidAt],
    ['Shipped', order.shippedAt],
    ['Ended', order.endedAt],
  ] as const;
  return (
    <div className="grid justify-items-end xl:justify-items-start">
      <dl className="grid grid-cols-[auto_auto] gap-x-3 text-left text-fine">
        {dates.map(
          ([name, date]) =>
            date && (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="figures">
                  <DateOnly at={date} />
                </dd>
              </div>
            ),
        )}
      </dl>
      {order.transactionId && (
        <CopyButton
          text={order.transactionId}
          variant="quiet"
          title={order.transactionId}
          aria-label={`Copy the transaction id ${order.transactionId}`}
          // The button's area may overlap the lines above and below, which can't be pressed.
          className="figures -my-2 -mr-2 px-2! text-fine xl:-ml-2"
        >
          <span className="w-36 truncate">{order.transactionId}</span>
        </CopyButton>
      )}
    </div>
  );
}

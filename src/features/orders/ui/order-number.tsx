import { Link } from 'react-router';
import { getPurchasePath } from '#src/shared/purchase-number.ts';
import type { Order } from '../contract.ts';
import { orderCopy } from '../copy.ts';

/** The number of an order's purchase, as a link to its page, with the place of the order among its lines. */
export function OrderNumber({ order: { number, line } }: { order: Pick<Order, 'number' | 'line'> }) {
  if (!number) return null;
  return (
    <span className="block text-fine text-muted">
      <Link
        to={getPurchasePath(number)}
        className="figures -mb-6 inline-block whitespace-nowrap pb-6 underline underline-offset-4"
      >
        {number}
      </Link>
      {line && <span className="whitespace-nowrap"> · {orderCopy.line(line)}</span>}
    </span>
  );
}

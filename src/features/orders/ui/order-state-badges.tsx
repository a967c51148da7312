import { copy } from '#src/shared/copy.ts';
import { Badge } from '#src/shared/ui/badge.tsx';
import { RefundBadge } from '#src/shared/ui/payment-badges.tsx';
import type { Order } from '../contract.ts';
import { orderCopy } from '../copy.ts';

/** The state of an order, in words and color. */
export function OrderStateBadges({
  order,
}: {
  order: Pick<Order, 'state' | 'endedAt' | 'paid' | 'refunded' | 'price' | 'shippedQuantity' | 'quantity'>;
}) {
  if (order.endedAt)
    return (
      <span className="inline-flex flex-wrap gap-x-3 dense:gap-x-2">
        <Badge icon="x" color="text-bad">
          {order.state === 'expired' ? orderCopy.expired : orderCopy.canceled}
        </Badge>
        {order.refunded && <RefundBadge refunded={order.refunded} of={order.price} />}
      </span>
    );
  if (!order.paid)
    return (
      <Badge icon="clock" color="text-muted">
        {orderCopy.unpaid}
      </Badge>
    );
  return (
    <span className="inline-flex flex-wrap gap-x-3 dense:gap-x-2">
      <Badge icon="circle-check" color="text-good">
        {copy.order.paid}
      </Badge>
      {order.state === 'shipped' && (
        <Badge icon="truck" color="text-good">
          {copy.order.shipped}
        </Badge>
      )}
      {order.state !== 'shipped' && order.shippedQuantity > 0 && (
        <Badge icon="truck" color="text-ink">
          {orderCopy.partlyShipped(order.shippedQuantity, order.quantity)}
        </Badge>
      )}
      {order.refunded && <RefundBadge refunded={order.refunded} of={order.price} />}
    </span>
  );
}

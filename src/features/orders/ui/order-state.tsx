import { CircleCheck, Clock, Truck } from 'lucide-react';
import { messages } from '#src/shared/messages.ts';
import { Mark } from '#src/shared/ui/mark.tsx';
import { RefundMark } from '#src/shared/ui/money-marks.tsx';
import type { Order } from '../contract.ts';

/** Where an order stands, in words as well as in colour. */
export function OrderState({ order }: { order: Pick<Order, 'paid' | 'pending' | 'refunded' | 'price'> }) {
  if (!order.paid)
    return (
      <Mark Icon={Clock} colour="text-muted">
        unpaid
      </Mark>
    );
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      <Mark Icon={CircleCheck} colour="text-good">
        {messages.order.paid}
      </Mark>
      {order.pending && (
        <Mark Icon={Truck} colour="text-good">
          {messages.order.shipped}
        </Mark>
      )}
      {order.refunded && <RefundMark refunded={order.refunded} of={order.price} />}
    </span>
  );
}

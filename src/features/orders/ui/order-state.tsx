import { CircleCheck, Clock, Truck } from 'lucide-react';
import { messages } from '#src/shared/messages.ts';
import type { Order } from '../contract.ts';

/** Where an order stands, in words as well as in colour. */
export function OrderState({ order }: { order: Pick<Order, 'paid' | 'pending'> }) {
  if (!order.paid) return <Mark Icon={Clock} word="unpaid" colour="text-muted" />;
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      <Mark Icon={CircleCheck} word={messages.order.paid} colour="text-good" />
      {order.pending && <Mark Icon={Truck} word={messages.order.shipped} colour="text-good" />}
    </span>
  );
}

function Mark({ Icon, word, colour }: { Icon: typeof Clock; word: string; colour: string }) {
  return (
    <span className={`inline-flex items-center gap-1.5 font-semibold ${colour}`}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span>{word}</span>
    </span>
  );
}

import { useId, useState } from 'react';
import { type Answer, type ApiProblem, callApi } from '#src/shared/api-client.ts';
import { messages } from '#src/shared/messages.ts';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { FormFault } from '#src/shared/ui/form-fault.tsx';
import { Older } from '#src/shared/ui/older.tsx';
import { Empty } from '#src/shared/ui/page.tsx';
import { Picture } from '#src/shared/ui/picture.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { usePages } from '#src/shared/ui/use-pages.ts';
import type { Order } from '../contract.ts';
import { formatDay, formatMoment } from './order-dates.ts';
import { OrderState } from './order-state.tsx';
import { useDeletingOrder } from './use-deleting-order.ts';

const PAGE_SIZE = 20;

/** A page of one's own orders, oldest first: the newest, or those before `before`. */
export function fetchMyOrders(email: string, before?: string): Promise<Answer<Order[]>> {
  const search = new URLSearchParams({ email, limit: String(PAGE_SIZE), ...(before ? { before } : {}) });
  return callApi<Order[]>(`/myorder?${search}`);
}

export interface MyOrdersProps {
  email: string;
  first: Order[];
  /** The sign-in is not taken any more. */
  onRefused: () => void;
}

/** One's own orders, newest first, each with what can be done with it now. */
export function MyOrders({ email, first, onRefused }: MyOrdersProps) {
  const [fault, setFault] = useState<string | null>(null);
  const showFault = (problem: ApiProblem) => {
    if (problem.status === 401 || problem.status === 403) onRefused();
    else setFault(problem.detail);
  };
  const pages = usePages(first, PAGE_SIZE, async (before) => {
    const answer = await fetchMyOrders(email, before);
    if (!answer.ok) showFault(answer.problem);
    return answer;
  });
  const { deleting, deleteOrder } = useDeletingOrder(pages.remove, showFault);

  if (pages.items.length === 0 && !pages.hasOlder) {
    return (
      <>
        <FormFault>{fault}</FormFault>
        <Empty
          title="No orders yet"
          text="What you order is listed here, to be paid or deleted."
          action={<ButtonLink to="/home">See the tools</ButtonLink>}
        />
      </>
    );
  }
  return (
    <div className="grid gap-4">
      <FormFault>{fault}</FormFault>
      <ul className="-mt-4 grid">
        {pages.items.map((order) => (
          <MyOrder
            key={order._id}
            order={order}
            deleting={deleting === order._id}
            onDelete={() => {
              setFault(null);
              void deleteOrder(order._id);
            }}
          />
        ))}
      </ul>
      <Older pages={pages} />
    </div>
  );
}

function MyOrder({ order, deleting, onDelete }: { order: Order; deleting: boolean; onDelete: () => void }) {
  const nameId = useId();
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)] items-start gap-x-4 gap-y-3 border-line border-b py-4 md:grid-cols-[6rem_minmax(0,1fr)_auto] md:gap-x-6">
      <Picture src={order.img} alt="" sizes="6rem" className="aspect-[4/3] w-full border border-line object-contain" />
      <div className="grid gap-1">
        <h2 id={nameId} className="text-lead font-semibold leading-snug wrap-anywhere">
          {order.itemName}
        </h2>
        <p className="text-fine text-muted">
          Ordered on <time dateTime={order.createdAt}>{formatDay(order.createdAt)}</time>
        </p>
        <OrderState order={order} />
        {!order.paid && order.holdExpiresAt && (
          <p className="text-fine text-muted">
            The stock is held for you until{' '}
            <time dateTime={order.holdExpiresAt}>{formatMoment(order.holdExpiresAt)}</time>.
          </p>
        )}
        {order.transactionId && (
          <p className="text-fine text-muted">
            Transaction Id <span className="figures break-all">{order.transactionId}</span>
          </p>
        )}
      </div>
      <div className="col-span-2 grid gap-3 md:col-span-1 md:justify-items-end">
        <p className="flex items-baseline justify-between gap-6 md:block md:text-right">
          <span className="figures block text-fine text-muted">{order.quantity} pcs</span>
          <Price amount={order.price} className="text-lead font-semibold" />
        </p>
        {!order.paid && (
          <div className="flex flex-wrap gap-3 md:justify-end">
            <Button variant="danger" pending={deleting} aria-describedby={nameId} onClick={onDelete}>
              {messages.order.delete}
            </Button>
            <ButtonLink to={`/dashboard/payment/${order._id}`} aria-describedby={nameId}>
              {messages.order.pay}
            </ButtonLink>
          </div>
        )}
      </div>
    </li>
  );
}

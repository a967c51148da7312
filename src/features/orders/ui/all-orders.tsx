import { useState } from 'react';
import { type Answer, callApi } from '#src/shared/api-client.ts';
import { messages } from '#src/shared/messages.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormFault } from '#src/shared/ui/form-fault.tsx';
import { Older } from '#src/shared/ui/older.tsx';
import { Empty } from '#src/shared/ui/page.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { type Column, Table } from '#src/shared/ui/table.tsx';
import { usePages } from '#src/shared/ui/use-pages.ts';
import type { Order } from '../contract.ts';
import { formatDay } from './order-dates.ts';
import { OrderState } from './order-state.tsx';
import { useDeletingOrder } from './use-deleting-order.ts';

const PAGE_SIZE = 50;

/** A page of everyone's orders, oldest first: the newest, or those before `before`. */
export function fetchAllOrders(before?: string): Promise<Answer<Order[]>> {
  return callApi<Order[]>(
    `/orders?${new URLSearchParams({ limit: String(PAGE_SIZE), ...(before ? { before } : {}) })}`,
  );
}

/** Everyone's orders, newest first: paid ones to be shipped, unpaid ones may be deleted. */
export function AllOrders({ first }: { first: Order[] }) {
  const pages = usePages(first, PAGE_SIZE, fetchAllOrders);
  const [fault, setFault] = useState<string | null>(null);
  const [shipping, setShipping] = useState<string | null>(null);
  const { deleting, deleteOrder } = useDeletingOrder(pages.remove, ({ detail }) => setFault(detail));

  const ship = async ({ _id }: Order) => {
    setFault(null);
    setShipping(_id);
    const answer = await callApi(`/updateStatus/${_id}`, { method: 'PUT' });
    setShipping(null);
    if (answer.ok) pages.change(_id, { pending: true, state: 'shipped' });
    else setFault(answer.problem.detail);
  };

  const columns: Column<Order>[] = [
    {
      header: 'Tool and date',
      heading: true,
      typed: true,
      cell: (order) => (
        <>
          <span id={nameIdOf(order)}>{order.itemName}</span>
          <time dateTime={order.createdAt} className="block font-normal text-fine text-muted">
            {formatDay(order.createdAt)}
          </time>
        </>
      ),
    },
    {
      header: 'Customer',
      typed: true,
      cell: (order) => (
        <>
          {order.name}
          <span className="block text-fine text-muted">{order.email}</span>
        </>
      ),
    },
    {
      header: 'Quantity',
      align: 'end',
      cell: (order) => <span className="whitespace-nowrap">{order.quantity} pcs</span>,
    },
    { header: 'Total', align: 'end', cell: (order) => <Price amount={order.price} /> },
    {
      header: 'State',
      cell: (order) => (
        <>
          <OrderState order={order} />
          {order.transactionId && (
            <span className="figures block break-all text-fine text-muted">{order.transactionId}</span>
          )}
        </>
      ),
    },
    {
      header: 'Action',
      cell: (order) => {
        if (order.pending) return <span className="text-muted">none</span>;
        return order.paid ? (
          <Button pending={shipping === order._id} aria-describedby={nameIdOf(order)} onClick={() => void ship(order)}>
            {messages.order.pending}
          </Button>
        ) : (
          <Button
            variant="danger"
            pending={deleting === order._id}
            aria-describedby={nameIdOf(order)}
            onClick={() => {
              setFault(null);
              void deleteOrder(order._id);
            }}
          >
            {messages.order.delete}
          </Button>
        );
      },
    },
  ];

  return (
    <div className="grid gap-4">
      <FormFault>{fault}</FormFault>
      {pages.items.length === 0 && !pages.hasOlder ? (
        <Empty title="No orders yet" text="What customers order is listed here." />
      ) : (
        <Table caption="All orders" columns={columns} rows={pages.items} rowKey={(order) => order._id} />
      )}
      <Older pages={pages} />
    </div>
  );
}

function nameIdOf({ _id }: Order): string {
  return `order-${_id}`;
}

import { useRef, useState } from 'react';
import { type Answer, callApi } from '#src/shared/api-client.ts';
import type { Listed } from '#src/shared/listing.ts';
import { messages } from '#src/shared/messages.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { EmailText } from '#src/shared/ui/email-text.tsx';
import { FormFault } from '#src/shared/ui/form-fault.tsx';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useKeptRows, useListNavigation } from '#src/shared/ui/list/use-list.ts';
import { DisputeMark, isRefundedInFull } from '#src/shared/ui/money-marks.tsx';
import { Empty } from '#src/shared/ui/page.tsx';
import { usePopup } from '#src/shared/ui/popup.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { type Column, Table } from '#src/shared/ui/table.tsx';
import type { ManagedOrder } from '../contract.ts';
import { OrderDates } from './order-dates.tsx';
import { allOrderChoices } from './order-list.ts';
import { OrderState } from './order-state.tsx';
import { useDeletingOrder } from './use-deleting-order.ts';

/** What whoever ships an order has to know first, where its money is not, or may not stay, the shop's. */
const SHIPPING_DISPUTED: Partial<Record<NonNullable<ManagedOrder['dispute']>['state'], string>> = {
  needs_answer: 'The payment of this order is disputed: the money may have to go back.',
  under_review: 'The payment of this order is disputed: the money may have to go back.',
  lost: 'The dispute about this order was lost: its money has gone back to the customer.',
};

/** Everyone's orders, newest first unless asked otherwise: paid ones to be shipped, unpaid ones may be deleted. */
export function AllOrders({ answer }: { answer: Answer<Listed<ManagedOrder>> }) {
  const list = useListNavigation(allOrderChoices);
  const { found, problem, change } = useKeptRows(answer);
  const [fault, setFault] = useState<string | null>(null);
  const [shipping, setShipping] = useState<string | null>(null);
  const { deleting, deleteOrder } = useDeletingOrder(
    () => void list.readAgain(),
    ({ detail }) => setFault(detail),
  );
  const popup = usePopup();
  const done = useRef<HTMLParagraphElement>(null);
  const [shipped, setShipped] = useState('');

  const ship = async ({ _id, itemName, name, dispute }: ManagedOrder) => {
    if (shipping) return;
    const warning = dispute && SHIPPING_DISPUTED[dispute.state];
    const words = { title: 'Are you sure?', confirm: 'Yes, ship it', cancel: 'Cancel' };
    if (warning && !(await popup.ask({ ...words, text: warning }))) return;
    setFault(null);
    setShipping(_id);
    const result = await callApi(`/updateStatus/${_id}`, { method: 'PUT' });
    setShipping(null);
    if (!result.ok) return setFault(result.problem.detail);
    change(_id, {
      pending: true,
      state: 'shipped',
      shippedAt: new Date(result.serverTime ?? Date.now()).toISOString(),
    });
    setShipped(`${messages.order.shipped}: ${itemName}, for ${name}`);
    // The button that was pressed is gone; the next one is a step away from here.
    done.current?.focus({ preventScroll: true });
    await list.readAgain();
  };

  const columns: Column<ManagedOrder>[] = [
    {
      header: 'Tool',
      heading: true,
      typed: true,
      cell: (order) => <span id={nameIdOf(order)}>{order.itemName}</span>,
    },
    {
      header: 'Customer',
      typed: true,
      cell: (order) => (
        <>
          {order.name}
          <span className="block text-fine text-muted">
            <EmailText address={order.email} />
          </span>
        </>
      ),
    },
    {
      header: 'Quantity',
      width: 'w-28',
      align: 'end',
      sort: '-quantity',
      cell: (order) => <span className="whitespace-nowrap">{order.quantity.toLocaleString('en-US')} pcs</span>,
    },
    { header: 'Total', width: 'w-34', align: 'end', sort: '-total', cell: (order) => <Price amount={order.price} /> },
    { header: 'Dates', width: 'w-52', sort: '-created', cell: (order) => <OrderDates order={order} /> },
    {
      header: 'State',
      width: 'w-44',
      cell: (order) => (
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1.5 xl:justify-start">
          <OrderState order={order} />
          {order.dispute && <DisputeMark {...order.dispute} />}
          {order.paid && !order.pending && !isRefundedInFull(order) && (
            <Button
              variant="secondary"
              pending={shipping === order._id}
              aria-describedby={nameIdOf(order)}
              onClick={() => void ship(order)}
            >
              {messages.order.pending}
            </Button>
          )}
          {!order.paid && (
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
          )}
        </div>
      ),
    },
  ];

  return (
    <div className="grid gap-4">
      <FormFault>{fault}</FormFault>
      <p ref={done} tabIndex={-1} role="status" className="sr-only">
        {shipped}
      </p>
      <ListView
        list={list}
        nouns={['order', 'orders']}
        found={found}
        problem={problem}
        search="Search by tool, customer or id"
        empty={<Empty title="No orders yet" text="What customers order is listed here." />}
      >
        <Table
          caption="All orders"
          wide
          columns={columns}
          rows={found?.rows ?? []}
          rowKey={(order) => order._id}
          order={{ sort: list.address.sort, link: (sort) => list.link({ sort }) }}
        />
      </ListView>
    </div>
  );
}

function nameIdOf({ _id }: ManagedOrder): string {
  return `order-${_id}`;
}

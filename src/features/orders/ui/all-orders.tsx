import { type ReactNode, useState } from 'react';
import type { ApiResult } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { formatCount } from '#src/shared/numbers.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { CopyButton } from '#src/shared/ui/copy-button.tsx';
import { DateOnly } from '#src/shared/ui/date-time.tsx';
import { EmailText } from '#src/shared/ui/email-text.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { ListTable } from '#src/shared/ui/list/list-table.tsx';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useList } from '#src/shared/ui/list/use-list.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import { DisputeBadge, isRefundedInFull } from '#src/shared/ui/payment-badges.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import type { Column } from '#src/shared/ui/table.tsx';
import { ToolLink } from '#src/shared/ui/tool-link.tsx';
import { joinUnits } from '#src/shared/units.ts';
import type { ManagedOrder, Order } from '../contract.ts';
import { orderCopy } from '../copy.ts';
import { allOrdersConfig } from './order-list.ts';
import { OrderNumber } from './order-number.tsx';
import { OrderStateBadges } from './order-state-badges.tsx';
import { useDeleteOrder } from './use-delete-order.ts';

/** What the list needs from shipping, which is another feature. */
export interface OrderShipping {
  /** The id of the purchase whose shipping dialog is being opened. */
  opening: string | null;
  error: string | null;
  /** Asks, then ships. `onChange` is called after each change, including an undo. */
  ship: (order: ManagedOrder, onChange: () => void) => void;
  /** The checkbox of an order's purchase. Null if it cannot be shipped together with others. */
  renderTick: (order: ManagedOrder) => ReactNode;
  /** A button that shows the shipments of an order. */
  renderShipments: (order: ManagedOrder, describedBy: string, onChange: () => void) => ReactNode;
  /** Wraps the rows if several can be chosen. */
  renderChoice: (rows: ReactNode, onChange: () => void) => ReactNode;
}

interface AllOrdersProps {
  result: ApiResult<ListPage<ManagedOrder>>;
  can: (permission: 'orders.ship' | 'orders.cancel') => boolean;
  shipping: OrderShipping;
}

/**
 * Everyone's orders, newest first by default, with buttons to ship paid orders and delete unpaid ones for those who
 * may.
 */
export function AllOrders({ result, can, shipping }: AllOrdersProps) {
  const list = useList(allOrdersConfig, result);
  const [error, setError] = useState<string | null>(null);
  const refetch = () => void list.refetch();
  const { deleting, deleteOrder } = useDeleteOrder(false, refetch, ({ detail }) => setError(detail));
  // Somebody who filters by orders to ship may ship several at once.
  const canChoose = can('orders.ship') && list.params.state === 'to_ship';

  const columns: Column<ManagedOrder>[] = [
    {
      header: 'Tool',
      rowHeader: true,
      userText: true,
      cell: (order) => (
        <>
          <ToolLink id={getNameId(order)} toolId={order.toolId} className="-mt-5 inline-block pt-5">
            {joinUnits(order.itemName)}
          </ToolLink>
          <OrderNumber order={order} />
          {canChoose && <span className="block font-normal">{shipping.renderTick(order)}</span>}
        </>
      ),
    },
    {
      header: 'Customer',
      userText: true,
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
      cell: (order) => <span className="whitespace-nowrap">{formatCount(order.quantity)} pcs</span>,
    },
    { header: 'Total', width: 'w-34', align: 'end', sort: '-total', cell: (order) => <Price amount={order.price} /> },
    { header: 'Dates', width: 'w-52', sort: '-created', cell: (order) => <OrderDates order={order} /> },
    {
      header: 'State',
      width: 'w-44',
      cell: (order) => (
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1.5 xl:justify-start">
          <OrderStateBadges order={order} />
          {order.endReason && (
            <span className="text-fine text-muted wrap-anywhere">{orderCopy.reason(order.endReason)}</span>
          )}
          {order.dispute && <DisputeBadge {...order.dispute} />}
          {can('orders.ship') && canShip(order) && (
            <Button
              variant="secondary"
              pending={shipping.opening === (order.purchase ?? order._id)}
              aria-describedby={getNameId(order)}
              onClick={() => {
                setError(null);
                shipping.ship(order, refetch);
              }}
            >
              {copy.order.shipButton}
            </Button>
          )}
          {order.shippedQuantity > 0 && shipping.renderShipments(order, getNameId(order), refetch)}
          {can('orders.cancel') && order.state === 'placed' && (
            <Button
              variant="danger"
              pending={deleting === order._id}
              aria-describedby={getNameId(order)}
              onClick={() => {
                setError(null);
                void deleteOrder(order);
              }}
            >
              {copy.order.delete}
            </Button>
          )}
        </div>
      ),
    },
  ];

  const table = <ListTable list={list} caption="All orders" columns={columns} />;
  return (
    <div className="grid gap-4">
      <FormError>{error ?? shipping.error}</FormError>
      <ListView list={list} empty={<EmptyState title="No orders yet" text="Customer orders will be listed here." />}>
        {canChoose ? shipping.renderChoice(table, refetch) : table}
      </ListView>
    </div>
  );
}

/** Whether pieces of a paid order may be left to ship. `state` is `paid` until all of them have shipped. */
function canShip(order: ManagedOrder): boolean {
  return order.paid && order.state !== 'shipped' && !order.endedAt && !isRefundedInFull(order);
}

function getNameId({ _id }: ManagedOrder): string {
  return `order-${_id}`;
}

/** When an order was placed, paid and shipped, with the id of its payment and a button that copies it. */
function OrderDates({ order }: { order: Order }) {
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

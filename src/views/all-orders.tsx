import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Order } from '#src/features/orders/contract.ts';
import { orderCopy } from '#src/features/orders/copy.ts';
import { useDeleteOrder } from '#src/features/orders/ui/use-delete-order.ts';
import { findDispute } from '#src/features/purchases/ui/purchase-state.tsx';
import { countLeft } from '#src/features/shipments/ui/purchase-to-ship.ts';
import type { ManagedPurchase } from '#src/flows/purchases/read-purchases.server.ts';
import type { ApiResult } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { formatDate } from '#src/shared/dates.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { getPurchasePath } from '#src/shared/purchase-number.ts';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { CopyButton } from '#src/shared/ui/copy-button.tsx';
import { DateOnly } from '#src/shared/ui/date-time.tsx';
import { EmailText } from '#src/shared/ui/email-text.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { ListTable } from '#src/shared/ui/list/list-table.tsx';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useList } from '#src/shared/ui/list/use-list.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import { DisputeBadge } from '#src/shared/ui/payment-badges.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import type { Column } from '#src/shared/ui/table.tsx';
import { describePlace, OrderBadges, OrderItems, OrderLines } from './order-items.tsx';
import { allOrdersConfig } from './order-lists.ts';

/** Shipping, for those who may. `onChange` is called after each change, including an undo. */
export interface OrderShipping {
  /** The id of the order whose shipping dialog is being opened. */
  opening: string | null;
  error: string | null;
  /** Asks, then ships. */
  ship: (order: ManagedPurchase, onChange: () => void) => void;
  renderTick: (order: ManagedPurchase) => ReactNode;
  /** A button that shows the shipments of an order. */
  renderShipments: (order: ManagedPurchase, describedBy: string, onChange: () => void) => ReactNode;
  /** Wraps the rows if several can be chosen. */
  renderChoice: (rows: ReactNode, onChange: () => void) => ReactNode;
}

interface AllOrdersProps {
  result: ApiResult<ListPage<ManagedPurchase>>;
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
  const [opened, setOpened] = useState<readonly string[]>([]);
  const refetch = () => void list.refetch();
  const { deleting, deleteOrder, deleteLine } = useDeleteOrder(false, refetch, ({ detail }) => setError(detail));
  // Somebody who filters by orders to ship may ship several at once.
  const canChoose = can('orders.ship') && list.params.state === 'to_ship';

  const renderLineActions = (line: Order) =>
    can('orders.cancel') &&
    line.state === 'placed' && (
      <Button
        variant="quiet"
        pending={deleting === line._id}
        aria-label={orderCopy.deleteLine(line.itemName)}
        onClick={() => {
          setError(null);
          void deleteLine(line);
        }}
      >
        {copy.order.delete}
      </Button>
    );

  const columns: Column<ManagedPurchase>[] = [
    {
      header: 'Order',
      width: canChoose ? 'w-60 dense:w-37' : 'w-44 dense:w-37',
      rowHeader: true,
      denseLine: true,
      cell: (order) => (
        <div className="flex flex-row-reverse items-center justify-end dense:gap-x-2">
          <div className="min-w-0">
            <Link
              id={getNumberId(order)}
              to={getPurchasePath(order.number)}
              className="figures -my-3 inline-block whitespace-nowrap py-3 underline-offset-4 hover:underline"
            >
              {order.number}
            </Link>
            {order.poNumber && (
              <div
                className="font-normal text-fine text-muted wrap-anywhere dense:truncate"
                title={orderCopy.poNumber(order.poNumber)}
              >
                {orderCopy.poNumber(order.poNumber)}
              </div>
            )}
          </div>
          {canChoose && <div className="font-normal">{shipping.renderTick(order)}</div>}
        </div>
      ),
    },
    {
      header: 'Customer',
      userText: true,
      denseLine: true,
      cell: (order) => (
        <span title={[order.name, describePlace(order), order.email].filter(Boolean).join('\n')}>
          {order.name}
          {order.delivery && <span className="block text-fine text-muted">{describePlace(order)}</span>}
          <span className="block text-fine text-muted">
            <EmailText address={order.email} />
          </span>
        </span>
      ),
    },
    {
      header: 'Items',
      userText: true,
      denseLine: true,
      cell: (order) => (
        <OrderItems
          order={order}
          renderActions={renderLineActions}
          onToggle={(isOpen) =>
            setOpened((known) => (isOpen ? [...known, order._id] : known.filter((id) => id !== order._id)))
          }
        />
      ),
    },
    {
      header: 'Total',
      width: 'w-34 dense:w-28',
      align: 'end',
      sort: '-total',
      cell: (order) => <OrderTotal order={order} />,
    },
    { header: 'Dates', width: 'w-52 dense:w-38', sort: '-created', cell: (order) => <OrderDates order={order} /> },
    {
      header: 'State',
      width: 'w-44 dense:w-80',
      cell: (order) => {
        const dispute = findDispute(order.lines);
        return (
          <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1.5 xl:justify-start dense:gap-x-2 dense:gap-y-0">
            <OrderBadges order={order} />
            {order.endReason && (
              <span
                className="text-fine text-muted wrap-anywhere dense:truncate"
                title={orderCopy.reason(order.endReason)}
              >
                {orderCopy.reason(order.endReason)}
              </span>
            )}
            {dispute && <DisputeBadge {...dispute} />}
            {can('orders.ship') && canShip(order) && (
              <span className="inline-flex items-center gap-x-2">
                <span id={`to-ship-${order._id}`} className="whitespace-nowrap text-fine">
                  {orderCopy.toShip(countToShip(order))}
                </span>
                <Button
                  variant="secondary"
                  className="dense:px-2!"
                  pending={shipping.opening === order._id}
                  aria-describedby={`to-ship-${order._id} ${getNumberId(order)}`}
                  onClick={() => {
                    setError(null);
                    shipping.ship(order, refetch);
                  }}
                >
                  {copy.order.shipButton}
                </Button>
              </span>
            )}
            {order.lines.some(({ shippedQuantity }) => shippedQuantity > 0) &&
              shipping.renderShipments(order, getNumberId(order), refetch)}
            {can('orders.cancel') && order.state === 'placed' && (
              <Button
                variant="danger"
                className="dense:px-2!"
                pending={deleting === order._id}
                aria-describedby={getNumberId(order)}
                onClick={() => {
                  setError(null);
                  void deleteOrder(order);
                }}
              >
                {copy.order.delete}
              </Button>
            )}
          </div>
        );
      },
    },
  ];

  const table = (
    <ListTable
      list={list}
      caption="All orders"
      columns={columns}
      renderDetail={(order) =>
        opened.includes(order._id) && <OrderLines order={order} renderActions={renderLineActions} />
      }
    />
  );
  return (
    <div className="grid gap-4">
      <FormError>{error ?? shipping.error}</FormError>
      <ListView
        list={list}
        empty={<EmptyState title="No orders yet" text="Customer orders will be listed here." />}
        filters={
          // A search leaves them out like the list itself, and a refunded buyer may be on the phone.
          list.params.q &&
          !list.params.state && (
            <ButtonLink {...list.link({ state: 'ended' })} variant="quiet">
              {orderCopy.seeEnded}
            </ButtonLink>
          )
        }
      >
        {canChoose ? shipping.renderChoice(table, refetch) : table}
      </ListView>
    </div>
  );
}

/** Whether pieces of a paid order are left to ship. */
function canShip(order: ManagedPurchase): boolean {
  return order.state === 'paid' && countToShip(order) !== 0;
}

/** The pieces left to ship. Null for an order that is so long that a list does not have all of its lines. */
function countToShip({ lines, lineCount }: ManagedPurchase): number | null {
  return lines.length < lineCount ? null : lines.reduce((sum, line) => sum + countLeft(line), 0);
}

function getNumberId({ _id }: ManagedPurchase): string {
  return `order-${_id}`;
}

function OrderTotal({ order: { total, state } }: { order: ManagedPurchase }) {
  return (
    <>
      <Price amount={total} />
      {/* In a dense list, the state says that it is not paid yet. */}
      {state === 'placed' && <span className="block text-fine text-muted dense:hidden!">{orderCopy.due}</span>}
    </>
  );
}

/** When an order was placed, paid and shipped, with the id of its payment and a button that copies it. */
function OrderDates({ order }: { order: ManagedPurchase }) {
  const dates = [
    ['Ordered', order.createdAt],
    ['Paid', order.paidAt],
    ['Shipped', order.shippedAt],
    ['Ended', order.endedAt],
  ] as const;
  return (
    <div className="grid justify-items-end xl:justify-items-start dense:flex dense:items-center dense:gap-x-2">
      <dl
        className="grid grid-cols-[auto_auto] gap-x-3 text-left text-fine"
        title={dates.flatMap(([name, date]) => (date ? `${name} ${formatDate(date)}` : [])).join('\n')}
      >
        {dates.map(
          ([name, date]) =>
            date && (
              <div key={name} className="contents compact:not-first:hidden dense:not-first:hidden">
                <dt className="text-muted dense:hidden">{name}</dt>
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
          className="figures -my-2 -mr-2 px-2! text-fine compact:hidden xl:-ml-2"
        >
          <span className="w-36 truncate dense:hidden">{order.transactionId}</span>
        </CopyButton>
      )}
    </div>
  );
}

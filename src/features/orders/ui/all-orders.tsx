import { useRef, useState } from 'react';
import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { formatCount } from '#src/shared/numbers.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
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
import type { ManagedOrder } from '../contract.ts';
import { orderCopy } from '../copy.ts';
import { OrderDates } from './order-dates.tsx';
import { allOrdersConfig } from './order-list.ts';
import { OrderStateBadges } from './order-state-badges.tsx';
import { useDeleteOrder } from './use-delete-order.ts';

/** Everyone's orders, newest first by default. Paid ones can be shipped, unpaid ones deleted. */
export function AllOrders({ result }: { result: ApiResult<ListPage<ManagedOrder>> }) {
  const list = useList(allOrdersConfig, result);
  const [error, setError] = useState<string | null>(null);
  const [shipping, setShipping] = useState<string | null>(null);
  const { deleting, deleteOrder } = useDeleteOrder(
    false,
    () => void list.refetch(),
    ({ detail }) => setError(detail),
  );
  const dialog = useDialog();
  const announcement = useRef<HTMLParagraphElement>(null);
  const [shipped, setShipped] = useState('');

  const ship = async (order: ManagedOrder) => {
    if (shipping) return;
    const { _id, itemName, name, dispute } = order;
    const warning = dispute ? orderCopy.ship.warnings[dispute.state] : undefined;
    if (!(await dialog.confirm(orderCopy.ship.question(order, warning)))) return;
    setError(null);
    setShipping(_id);
    const updated = await callApi(`/updateStatus/${_id}`, { method: 'PUT' });
    setShipping(null);
    if (!updated.ok) return setError(updated.problem.detail);
    list.updateRow(_id, {
      pending: true,
      state: 'shipped',
      shippedAt: new Date(updated.serverTime ?? Date.now()).toISOString(),
    });
    setShipped(`${copy.order.shipped}: ${itemName}, for ${name}`);
    // The pressed button is gone. From here the next one is one step away.
    announcement.current?.focus({ preventScroll: true });
    await list.refetch();
  };

  const columns: Column<ManagedOrder>[] = [
    {
      header: 'Tool',
      rowHeader: true,
      userText: true,
      cell: (order) => (
        <ToolLink id={getNameId(order)} toolId={order.toolId} className="-my-3 inline-block py-3">
          {joinUnits(order.itemName)}
        </ToolLink>
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
          {order.dispute && <DisputeBadge {...order.dispute} />}
          {order.paid && !order.pending && !isRefundedInFull(order) && (
            <Button
              variant="secondary"
              pending={shipping === order._id}
              aria-describedby={getNameId(order)}
              onClick={() => void ship(order)}
            >
              {copy.order.pending}
            </Button>
          )}
          {!order.paid && (
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

  return (
    <div className="grid gap-4">
      <FormError>{error}</FormError>
      <p ref={announcement} tabIndex={-1} role="status" className="sr-only">
        {shipped}
      </p>
      <ListView list={list} empty={<EmptyState title="No orders yet" text="What customers order is listed here." />}>
        <ListTable list={list} caption="All orders" columns={columns} />
      </ListView>
    </div>
  );
}

function getNameId({ _id }: ManagedOrder): string {
  return `order-${_id}`;
}

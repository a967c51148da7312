import { type ReactNode, useId, useState } from 'react';
import type { ApiProblem, ApiResult } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { formatCount } from '#src/shared/numbers.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { DateOnly, DateTime } from '#src/shared/ui/date-time.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useList } from '#src/shared/ui/list/use-list.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { ResponsiveImage } from '#src/shared/ui/responsive-image.tsx';
import { ImageLink, ToolLink } from '#src/shared/ui/tool-link.tsx';
import { joinUnits } from '#src/shared/units.ts';
import type { Order } from '../contract.ts';
import { orderCopy } from '../copy.ts';
import { myOrdersConfig } from './order-list.ts';
import { OrderNumber } from './order-number.tsx';
import { OrderStateBadges } from './order-state-badges.tsx';
import { useDeleteOrder } from './use-delete-order.ts';

export interface MyOrdersProps {
  result: ApiResult<ListPage<Order>>;
  /** The server no longer accepts the sign-in. */
  onUnauthorized: () => void;
  /** A button that shows the shipments of an order. */
  renderShipments: (order: Order, describedBy: string) => ReactNode;
}

/** The user's own orders, newest first, each with its possible actions. */
export function MyOrders({ result, onUnauthorized, renderShipments }: MyOrdersProps) {
  const list = useList(myOrdersConfig, result);
  const [error, setError] = useState<string | null>(null);
  const { deleting, deleteOrder } = useDeleteOrder(
    true,
    () => void list.refetch(),
    ({ status, detail }: ApiProblem) => {
      if (status === 401 || status === 403) onUnauthorized();
      else setError(detail);
    },
  );
  const endedLink = (
    <ButtonLink {...list.link({ state: 'ended' })} variant="secondary">
      {orderCopy.seeEnded}
    </ButtonLink>
  );
  return (
    <div className="grid gap-4">
      <FormError>{error}</FormError>
      <ListView
        list={list}
        empty={
          <EmptyState
            title="No orders yet"
            text="Your orders will be listed here. You can pay for them or delete them."
            action={
              <div className="flex flex-wrap gap-3">
                <ButtonLink to="/tools">See the tools</ButtonLink>
                {endedLink}
              </div>
            }
          />
        }
      >
        <ul className="grid border-ink border-t">
          {list.rows.map((order) => (
            <MyOrder
              key={order._id}
              order={order}
              deleting={deleting === order._id}
              renderShipments={renderShipments}
              onDelete={() => {
                setError(null);
                void deleteOrder(order);
              }}
            />
          ))}
        </ul>
        {list.params.state === '' && list.params.q === '' && <p className="mt-6">{endedLink}</p>}
      </ListView>
    </div>
  );
}

interface MyOrderProps extends Pick<MyOrdersProps, 'renderShipments'> {
  order: Order;
  deleting: boolean;
  onDelete: () => void;
}

function MyOrder({ order, deleting, onDelete, renderShipments }: MyOrderProps) {
  const nameId = useId();
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)] items-start gap-x-4 gap-y-3 border-line border-b py-4 md:grid-cols-[6rem_minmax(0,1fr)_auto] md:gap-x-6">
      <ImageLink to={`/tools/${order.toolId}`}>
        <ResponsiveImage
          src={order.img}
          alt=""
          sizes="(min-width: 48rem) 6rem, 5rem"
          className="aspect-[4/3] w-full border border-line object-contain"
        />
      </ImageLink>
      <div className="grid gap-1">
        <h2 id={nameId} className="text-lead font-semibold leading-snug wrap-anywhere">
          <ToolLink toolId={order.toolId} className="-mt-5 inline-block pt-5">
            {joinUnits(order.itemName)}
          </ToolLink>
        </h2>
        <OrderNumber order={order} />
        <p className="text-fine text-muted">
          Ordered on <DateOnly at={order.createdAt} />
          {order.endedAt && (
            <>
              , ended on <DateOnly at={order.endedAt} />
            </>
          )}
        </p>
        <OrderStateBadges order={order} />
        {order.endReason && <p className="text-fine wrap-anywhere">{orderCopy.reason(order.endReason)}</p>}
        {!order.paid && order.holdExpiresAt && (
          <p className="text-fine text-muted">
            The stock is held for you until <DateTime at={order.holdExpiresAt} />.
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
          <span className="figures block whitespace-nowrap text-fine text-muted">
            {formatCount(order.quantity)} pcs
          </span>
          <Price amount={order.price} className="text-lead font-semibold" />
        </p>
        {order.shippedQuantity > 0 && <div className="-ml-5 md:-mr-5 md:ml-0">{renderShipments(order, nameId)}</div>}
        {order.state === 'shipped' && (
          <ButtonLink
            to={`/dashboard/myreview?tool=${order.toolId}`}
            variant="secondary"
            aria-describedby={nameId}
            className="justify-self-start md:justify-self-end"
          >
            {orderCopy.review}
          </ButtonLink>
        )}
        {order.state === 'placed' && (
          <div className="flex flex-wrap gap-3 md:justify-end">
            <Button variant="danger" pending={deleting} aria-describedby={nameId} onClick={onDelete}>
              {copy.order.delete}
            </Button>
            <ButtonLink to={`/dashboard/payment/${order._id}`} aria-describedby={nameId}>
              {copy.order.pay}
            </ButtonLink>
          </div>
        )}
      </div>
    </li>
  );
}

import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import type { Order } from '#src/features/orders/contract.ts';
import { orderCopy } from '#src/features/orders/copy.ts';
import { useDeleteOrder } from '#src/features/orders/ui/use-delete-order.ts';
import type { Purchase } from '#src/flows/purchases/read-purchases.server.ts';
import type { ApiProblem, ApiResult } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { getPurchasePath } from '#src/shared/purchase-number.ts';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { DateOnly, DateTime } from '#src/shared/ui/date-time.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useList } from '#src/shared/ui/list/use-list.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { ResponsiveImage } from '#src/shared/ui/responsive-image.tsx';
import { ImageLink } from '#src/shared/ui/tool-link.tsx';
import { describePlace, OrderBadges, OrderItems } from './order-items.tsx';
import { myOrdersConfig } from './order-lists.ts';

export interface MyOrdersProps {
  result: ApiResult<ListPage<Purchase>>;
  /** The server no longer accepts the sign-in. */
  onUnauthorized: () => void;
  /** A button that shows the shipments of an order. */
  renderShipments: (order: Purchase, describedBy: string) => ReactNode;
}

/** The user's own orders, newest first, each with its possible actions. */
export function MyOrders({ result, onUnauthorized, renderShipments }: MyOrdersProps) {
  const list = useList(myOrdersConfig, result);
  const [error, setError] = useState<string | null>(null);
  const { deleting, deleteOrder, deleteLine } = useDeleteOrder(
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
            text="Your orders will be listed here. You can pay for them, follow their shipments and download their documents."
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
              deleting={deleting}
              renderShipments={renderShipments}
              onDelete={() => {
                setError(null);
                void deleteOrder(order);
              }}
              onDeleteLine={(line) => {
                setError(null);
                void deleteLine(line);
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
  order: Purchase;
  /** The id of the order or line that is being deleted. */
  deleting: string | null;
  onDelete: () => void;
  onDeleteLine: (line: Order) => void;
}

function MyOrder({ order, deleting, onDelete, onDeleteLine, renderShipments }: MyOrderProps) {
  const numberId = useId();
  const { state, lines, lineCount } = order;
  const [first] = lines;
  const place = describePlace(order);
  return (
    <li className="dense-entry grid grid-cols-[5rem_minmax(0,1fr)] items-start gap-x-4 gap-y-3 border-line border-b py-4 compact:grid-cols-[minmax(0,1fr)_auto] compact:gap-y-1 compact:py-2 dense:flex dense:items-center dense:py-0.5 dense:text-fine md:grid-cols-[6rem_minmax(0,1fr)_auto] md:gap-x-6">
      {first && (
        <ImageLink to={`/tools/${first.toolId}`} className="compact:hidden dense:hidden">
          <ResponsiveImage
            src={first.img}
            alt=""
            sizes="(min-width: 48rem) 6rem, 5rem"
            className="aspect-[4/3] w-full border border-line object-contain"
          />
        </ImageLink>
      )}
      <div className="grid gap-1 compact:gap-0 dense:flex dense:min-w-0 dense:flex-1 dense:flex-wrap dense:items-center dense:gap-x-4 dense:gap-y-0">
        <h2 id={numberId} className="text-lead font-semibold leading-snug compact:text-body dense:text-fine">
          <Link
            to={getPurchasePath(order.number)}
            className="figures -my-3 inline-block whitespace-nowrap py-3 underline decoration-line decoration-2 underline-offset-4 hover:decoration-signal"
          >
            {order.number}
          </Link>
        </h2>
        <div className="dense:min-w-0 dense:grow dense:basis-28">
          <OrderItems
            order={order}
            renderActions={(line) => (
              <>
                {line.state === 'shipped' && <ReviewLink line={line} describedBy={numberId} />}
                {line.state === 'placed' && (
                  <Button
                    variant="quiet"
                    pending={deleting === line._id}
                    aria-label={orderCopy.deleteLine(line.itemName)}
                    onClick={() => onDeleteLine(line)}
                  >
                    {copy.order.delete}
                  </Button>
                )}
              </>
            )}
          />
        </div>
        <OrderBadges order={order} />
        <div className="grid gap-1 text-fine text-muted compact:gap-0 dense:flex dense:w-full dense:flex-wrap dense:gap-x-4 dense:gap-y-0">
          {/* A line breaks between these parts, not in the middle of a name. */}
          <p className="flex flex-wrap gap-x-3 dense:gap-x-4">
            <span>
              Ordered on <DateOnly at={order.createdAt} />
              {order.endedAt && (
                <>
                  , ended on <DateOnly at={order.endedAt} />
                </>
              )}
            </span>{' '}
            {order.poNumber && <span className="wrap-anywhere">{orderCopy.poNumber(order.poNumber)}</span>}{' '}
            {place && <span className="wrap-anywhere">{place}</span>}
          </p>
          {order.endReason && <p className="text-ink wrap-anywhere">{orderCopy.reason(order.endReason)}</p>}
          {state === 'placed' && order.holdExpiresAt && (
            <p>
              <span className="compact:hidden">The stock is held for you</span>
              <span className="hidden compact:inline">Held</span> until <DateTime at={order.holdExpiresAt} />.
            </p>
          )}
          {order.transactionId && (
            <p className="compact:hidden dense:hidden">
              Transaction Id <span className="figures break-all">{order.transactionId}</span>
            </p>
          )}
        </div>
      </div>
      <div className="col-span-2 grid gap-3 compact:col-span-1 compact:justify-items-end compact:gap-0 dense:flex dense:items-center dense:gap-x-4 md:col-span-1 md:justify-items-end">
        <p className="flex items-baseline justify-between gap-6 dense:w-28 md:block md:text-right">
          {/* In a dense list, the state says what is not paid yet. */}
          <span className="block text-fine text-muted compact:hidden dense:hidden!">
            {state === 'placed' ? orderCopy.due : 'Total'}
          </span>
          <Price amount={order.total} className="text-lead font-semibold compact:text-body dense:text-fine" />
        </p>
        <div className="contents dense:flex dense:min-w-38 dense:items-center dense:justify-end dense:gap-x-2">
          {lines.some(({ shippedQuantity }) => shippedQuantity > 0) && (
            <div className="-ml-5 compact:-mr-3 compact:ml-0 compact:*:px-3! md:-mr-5 md:ml-0">
              {renderShipments(order, numberId)}
            </div>
          )}
          {first && lineCount === 1 && first.state === 'shipped' && <ReviewLink line={first} describedBy={numberId} />}
          {state === 'placed' && first && (
            <div className="flex flex-wrap gap-3 compact:gap-x-2 dense:gap-x-2 md:justify-end">
              <ButtonLink
                to={`/dashboard/payment/${first._id}`}
                className="max-sm:grow compact:grow-0 compact:px-3! dense:px-2!"
                aria-describedby={numberId}
              >
                {copy.order.pay}
              </ButtonLink>
              <Button
                variant="danger"
                className="compact:px-3! dense:px-2!"
                pending={deleting === order._id}
                aria-describedby={numberId}
                onClick={onDelete}
              >
                {copy.order.delete}
              </Button>
            </div>
          )}
        </div>
      </div>
    </li>
  );
}

function ReviewLink({ line, describedBy }: { line: Order; describedBy: string }) {
  return (
    <ButtonLink
      to={`/dashboard/myreview?tool=${line.toolId}`}
      variant="secondary"
      aria-describedby={describedBy}
      className="justify-self-start compact:justify-self-end dense:px-2! md:justify-self-end"
    >
      {orderCopy.review}
    </ButtonLink>
  );
}

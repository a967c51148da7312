import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Order } from '#src/features/orders/contract.ts';
import { orderCopy } from '#src/features/orders/copy.ts';
import { OrderStateBadges } from '#src/features/orders/ui/order-state-badges.tsx';
import type { Purchase } from '#src/flows/purchases/read-purchases.server.ts';
import { formatItems, formatPieces } from '#src/shared/format-pieces.ts';
import { getPurchasePath } from '#src/shared/purchase-number.ts';
import { Badge } from '#src/shared/ui/badge.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { ToolLink } from '#src/shared/ui/tool-link.tsx';
import { joinUnits } from '#src/shared/units.ts';

type ListedOrder = Pick<Purchase, 'number' | 'lineCount' | 'pieceCount' | 'lines'>;

interface OrderItemsProps {
  order: ListedOrder;
  /** What can be done with one line of several. */
  renderActions?: (line: Order) => ReactNode;
  /** Called when its lines are opened or folded. In a table, they are then shown below the row, by `OrderLines`. */
  onToggle?: (isOpen: boolean) => void;
}

/** The contents of an order: its only tool, or how many tools and pieces it has, which opens to show its lines. */
export function OrderItems({ order, renderActions, onToggle }: OrderItemsProps) {
  const { lineCount, pieceCount, lines } = order;
  const [first] = lines;
  if (first && lineCount === 1)
    return (
      <div className="wrap-anywhere dense:flex dense:gap-x-2">
        <ToolLink
          toolId={first.toolId}
          title={first.itemName}
          className="-my-3 inline-block py-3 dense:block dense:truncate"
        >
          {joinUnits(first.itemName)}
        </ToolLink>{' '}
        <span className="figures whitespace-nowrap text-fine text-muted">{formatPieces(first.quantity)}</span>
      </div>
    );
  return (
    <details onToggle={onToggle && (({ currentTarget }) => onToggle(currentTarget.open))}>
      <summary className="-my-3 cursor-pointer py-3 underline-offset-4 hover:underline">
        {formatItems(lineCount, pieceCount)}
      </summary>
      <div className={onToggle ? 'xl:hidden' : ''}>
        <OrderLines order={order} {...(renderActions ? { renderActions } : {})} />
      </div>
    </details>
  );
}

/** The lines of an order, in columns where there is room. */
export function OrderLines({ order, renderActions }: Omit<OrderItemsProps, 'onToggle'>) {
  const { number, lineCount, lines } = order;
  const more = lineCount - lines.length;
  return (
    <ul className="mt-3 border-line border-t text-left text-fine">
      {lines.map((line) => (
        <li key={line._id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-line border-b py-2">
          <span className="min-w-0 grow wrap-anywhere">
            <ToolLink toolId={line.toolId} className="-my-3 mr-3 inline-block py-3">
              {joinUnits(line.itemName)}
            </ToolLink>
            {line.sku && <span className="figures whitespace-nowrap text-muted">{line.sku}</span>}
          </span>
          {line.paid && (line.shippedQuantity > 0 || line.refunded) && <OrderStateBadges order={line} />}
          <span className="ml-auto flex items-baseline gap-x-3">
            <span className="figures whitespace-nowrap text-muted">{formatPieces(line.quantity)}</span>
            <Price amount={line.price} className="w-24" />
          </span>
          {renderActions?.(line)}
        </li>
      ))}
      {more > 0 && (
        <li className="py-2">
          <Link to={getPurchasePath(number)} className="-my-3 inline-block py-3 underline underline-offset-4">
            {orderCopy.moreLines(more)}
          </Link>
        </li>
      )}
    </ul>
  );
}

/** The state of an order with all its lines, and what its buyer asks for. */
export function OrderBadges({ order }: { order: Purchase }) {
  const { state, endedAt, paidAt, refunded, total, cancelRequest, delivery } = order;
  const summed = {
    state: state === 'canceled' ? ('deleted' as const) : state,
    paid: paidAt !== null,
    price: total,
    endedAt,
    refunded,
    shippedQuantity: order.shippedPieceCount,
    quantity: order.pieceCount,
  };
  return (
    <span className="inline-flex flex-wrap gap-x-3 gap-y-1 dense:gap-x-2 dense:gap-y-0">
      <OrderStateBadges order={summed} />
      {state === 'paid' && cancelRequest && (
        <Badge icon="clock" color="text-bad">
          {orderCopy.askedToCancel}
        </Badge>
      )}
      {state === 'paid' && !delivery && (
        <Badge icon="clock" color="text-muted">
          {orderCopy.noAddress}
        </Badge>
      )}
    </span>
  );
}

/** Who gets an order: the company if there is one, and the town. Null without an address. */
export function describePlace({ delivery }: Pick<Purchase, 'delivery'>): string | null {
  return delivery && [delivery.company || delivery.name, delivery.city].filter(Boolean).join(', ');
}

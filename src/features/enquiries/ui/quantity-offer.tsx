import type { ReactNode } from 'react';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { joinUnits } from '#src/shared/units.ts';
import { enquiryCopy } from '../copy.ts';

/** What can be ordered of a tool right away, as `GET /tools/{id}/quantity` returns it. */
export interface ImmediateOffer {
  toolId: string;
  quantity: number;
  orderable: boolean;
  unitPrice: number | null;
  detail: string;
  offers: readonly { quantity: number; unitPrice: number }[];
}

/**
 * What a quantity costs, or what can be ordered instead, with the links to order it. If it `leads`, nothing on the page
 * is more important.
 */
export function QuantityOfferBox({
  offer,
  leads = false,
  children,
}: {
  offer: ImmediateOffer;
  leads?: boolean;
  children: ReactNode;
}) {
  const { toolId, quantity, unitPrice, detail, offers } = offer;
  const orders = [...(unitPrice === null ? [] : [{ quantity, unitPrice }]), ...offers];
  return (
    <div className="grid gap-3 border border-line bg-sheet px-4 py-4">
      <p>
        {joinUnits(detail)} {children}
      </p>
      {orders.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {orders.map((order, at) => (
            <li key={order.quantity}>
              <ButtonLink
                variant={leads && at === 0 ? 'primary' : 'secondary'}
                to={`/singleTool/${toolId}?quantity=${order.quantity}`}
              >
                {enquiryCopy.quote.offer.order(order.quantity, order.unitPrice)}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

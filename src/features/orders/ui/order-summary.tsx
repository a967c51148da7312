import type { ReactNode } from 'react';
import { formatPieces } from '#src/shared/format-pieces.ts';
import { getImageSize } from '#src/shared/image-url.ts';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { ResponsiveImage } from '#src/shared/ui/responsive-image.tsx';
import { ToolLink } from '#src/shared/ui/tool-link.tsx';
import { joinUnits } from '#src/shared/units.ts';
import type { Order } from '../contract.ts';
import { OrderStateBadges } from './order-state-badges.tsx';

/** The order that is being paid. */
export function OrderSummary({ order }: { order: Order }) {
  return (
    <section aria-labelledby="summary-heading" className="grid gap-4 border border-line p-4 sm:p-6">
      {/* The link covers the image, too. */}
      <div className="relative grid gap-4">
        <h2 id="summary-heading" className="text-title font-bold tracking-tight wrap-anywhere">
          <ToolLink toolId={order.toolId} className="after:absolute after:inset-0">
            {joinUnits(order.itemName)}
          </ToolLink>
        </h2>
        <ResponsiveImage
          src={order.img}
          alt={`Drawing of ${order.itemName}`}
          sizes={getSizes(order.img)}
          className="max-h-48 w-full object-contain"
        />
      </div>
      <dl>
        <Row name="State">
          <OrderStateBadges order={order} />
        </Row>
        <Row name="Quantity">
          <span className="figures whitespace-nowrap">{formatPieces(order.quantity)}</span>
        </Row>
        <Row name="Unit price">
          <Price amount={order.unitPrice} />
        </Row>
        <Row name="Total">
          <Price amount={order.price} className="text-lead font-semibold" />
        </Row>
      </dl>
      {!order.paid && order.holdExpiresAt && (
        <p className="text-fine text-muted">
          The stock is held for you until <DateTime at={order.holdExpiresAt} />.
        </p>
      )}
    </section>
  );
}

/** At most 12rem high. */
function getSizes(image: string): string {
  const { width, height } = getImageSize(image);
  return `min(92vw, ${Math.ceil((12 * width) / height)}rem)`;
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 border-line border-b py-2">
      <dt>{name}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}

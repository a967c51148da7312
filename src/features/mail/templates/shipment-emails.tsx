import { formatCount } from '#src/shared/numbers.ts';
import { nameItems } from '../email-purchase.ts';
import { DetailsTable, EmailLayout, Paragraph, SecondaryLink } from './layout.tsx';
import { Greeting, ORDERED, OrderTable, SeeOrder, ToolPage } from './order-parts.tsx';
import type { TemplateProps } from './template-props.ts';

export function OrderShipped({
  order,
  carrier,
  tracking,
  trackingUrl,
  toCome = [],
  askedToCancel = false,
  publicUrl,
}: TemplateProps<'order_shipped'>) {
  const more: [string, string][] = [
    ...(carrier ? [['Carrier', carrier] satisfies [string, string]] : []),
    ...(tracking ? [['Tracking number', tracking] satisfies [string, string]] : []),
  ];
  const isPart = toCome.length > 0;
  return (
    <EmailLayout
      preview={nameItems(order)}
      title={isPart ? 'Part of your order is on its way' : 'Your order is on its way'}
      reason={ORDERED}
      publicUrl={publicUrl}
    >
      <Greeting order={order} />
      <Paragraph>{isPart ? 'These pieces have left our warehouse.' : 'Your order has left our warehouse.'}</Paragraph>
      {askedToCancel && (
        <Paragraph>
          You asked us to cancel this order, but we could no longer stop these pieces. If you do not want them, please
          contact us before you send them back.
        </Paragraph>
      )}
      <OrderTable publicUrl={publicUrl} order={order} more={more} />
      {trackingUrl && (
        <SecondaryLink label={trackingUrl} url={trackingUrl}>
          Track your shipment:
        </SecondaryLink>
      )}
      {isPart && (
        <>
          <Paragraph>Still to come. We will email you when these pieces ship:</Paragraph>
          <DetailsTable rows={toCome.map(({ itemName, quantity }) => [`${formatCount(quantity)} ×`, itemName])} />
        </>
      )}
      <SeeOrder order={order} publicUrl={publicUrl} />
      <ToolPage order={order} publicUrl={publicUrl} />
    </EmailLayout>
  );
}

export function ShipmentCorrected({
  order,
  reason,
  isRefunded = false,
  publicUrl,
}: TemplateProps<'shipment_corrected'>) {
  return (
    <EmailLayout
      preview="We told you that these pieces had shipped. They have not."
      title="Not shipped after all"
      reason={ORDERED}
      publicUrl={publicUrl}
    >
      <Greeting order={order} />
      <Paragraph>
        We told you that these pieces had left our warehouse. They have not, and we are sorry for the mistake.{' '}
        {isRefunded ? 'You were refunded for them, so they will not ship.' : 'We will email you when they do.'}
      </Paragraph>
      <Paragraph>Reason: {reason}</Paragraph>
      <OrderTable publicUrl={publicUrl} order={order} />
      <SeeOrder order={order} publicUrl={publicUrl} />
      <ToolPage order={order} publicUrl={publicUrl} />
    </EmailLayout>
  );
}

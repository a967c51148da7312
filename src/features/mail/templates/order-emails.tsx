import { formatHours } from '#src/shared/dates.ts';
import { formatMoney } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import type { EmailOrder } from '../email-data.ts';
import { ActionButton, DetailsTable, EmailLayout, Paragraph, SecondaryLink } from './layout.tsx';
import type { TemplateProps } from './template-props.ts';

const ORDERED = (shopName: string) => `You get this e-mail because you ordered at ${shopName}.`;

function OrderTable({
  order,
  more = [],
  publicUrl,
}: {
  order: EmailOrder;
  more?: [string, string][];
  publicUrl: string;
}) {
  return (
    <DetailsTable
      rows={[
        ['Tool', order.itemName, getToolUrl(publicUrl, order)],
        ['Quantity', `${formatCount(order.quantity)} ${order.quantity === 1 ? 'piece' : 'pieces'}`],
        ['Total', formatMoney(order.totalCents)],
        ['Order', order.id],
        ...more,
      ]}
    />
  );
}

function Greeting({ order }: { order: EmailOrder }) {
  return <Paragraph>{order.name ? `Hello ${order.name},` : 'Hello,'}</Paragraph>;
}

const getToolUrl = (publicUrl: string, { toolId }: EmailOrder) => toolId && `${publicUrl}/tools/${toolId}`;

/** Below the action, so that the first address of the text is that of the action. */
function ToolPage({ order, publicUrl }: { order: EmailOrder; publicUrl: string }) {
  const url = getToolUrl(publicUrl, order);
  if (!url) return null;
  return (
    <SecondaryLink label={url} url={url}>
      The tool:
    </SecondaryLink>
  );
}

const paymentUrl = (publicUrl: string, order: EmailOrder) => `${publicUrl}/dashboard/payment/${order.id}`;

export function OrderPlaced({ order, holdHours, publicUrl }: TemplateProps<'order_placed'>) {
  const hours = formatHours(holdHours);
  return (
    <EmailLayout
      preview={`Please pay within ${hours}: ${formatMoney(order.totalCents)}`}
      title="Thank you for your order"
      reason={ORDERED}
      publicUrl={publicUrl}
    >
      <Greeting order={order} />
      <Paragraph>We keep these pieces for you for {hours}. Please pay by card until then.</Paragraph>
      <OrderTable publicUrl={publicUrl} order={order} />
      <ActionButton label="Pay by card" url={paymentUrl(publicUrl, order)} />
      <ToolPage order={order} publicUrl={publicUrl} />
    </EmailLayout>
  );
}

export function OrderPaid({ order, transactionId, publicUrl }: TemplateProps<'order_paid'>) {
  return (
    <EmailLayout
      preview={`We have received ${formatMoney(order.totalCents)}.`}
      title="We have received your payment"
      reason={ORDERED}
      publicUrl={publicUrl}
    >
      <Greeting order={order} />
      <Paragraph>Thank you, your order is paid. We tell you as soon as it ships.</Paragraph>
      <OrderTable publicUrl={publicUrl} order={order} more={[['Transaction', transactionId]]} />
      <ActionButton label="See your orders" url={`${publicUrl}/dashboard/myorder`} />
      <ToolPage order={order} publicUrl={publicUrl} />
    </EmailLayout>
  );
}

export function OrderShipped({ order, publicUrl }: TemplateProps<'order_shipped'>) {
  return (
    <EmailLayout
      preview={`${order.quantity} × ${order.itemName}`}
      title="Your order is on its way"
      reason={ORDERED}
      publicUrl={publicUrl}
    >
      <Greeting order={order} />
      <Paragraph>Your order has left our warehouse.</Paragraph>
      <OrderTable publicUrl={publicUrl} order={order} />
      <ActionButton label="See your orders" url={`${publicUrl}/dashboard/myorder`} />
      <ToolPage order={order} publicUrl={publicUrl} />
    </EmailLayout>
  );
}

export function OrderExpired({ order, publicUrl }: TemplateProps<'order_expired'>) {
  return (
    <EmailLayout
      preview="It was not paid in time. Nothing was charged."
      title="Your order has expired"
      reason={ORDERED}
      publicUrl={publicUrl}
    >
      <Greeting order={order} />
      <Paragraph>
        This order was not paid in time, so its pieces are back on the shelf. If you still need them, please order
        again.
      </Paragraph>
      <OrderTable publicUrl={publicUrl} order={order} />
      <ActionButton label="See our tools" url={`${publicUrl}/tools`} />
      <ToolPage order={order} publicUrl={publicUrl} />
    </EmailLayout>
  );
}

export function PaymentFailed({ order, publicUrl }: TemplateProps<'payment_failed'>) {
  return (
    <EmailLayout
      preview="Nothing was charged, and your order is still kept for you."
      title="Your payment did not go through"
      reason={ORDERED}
      publicUrl={publicUrl}
    >
      <Greeting order={order} />
      <Paragraph>
        Your card did not pay this order, and nothing was charged. The pieces are still kept for you: you can try again,
        with the same card or another one.
      </Paragraph>
      <OrderTable publicUrl={publicUrl} order={order} />
      <ActionButton label="Try again" url={paymentUrl(publicUrl, order)} />
      <ToolPage order={order} publicUrl={publicUrl} />
      <Paragraph>If you have paid by now, you need not do anything.</Paragraph>
    </EmailLayout>
  );
}

export function PaymentRefunded({ order, amountCents, publicUrl }: TemplateProps<'payment_refunded'>) {
  const amount = formatMoney(amountCents ?? order.totalCents);
  return (
    <EmailLayout
      preview={`${amount} is on its way back to your card.`}
      title="We have refunded your payment"
      reason={ORDERED}
      publicUrl={publicUrl}
    >
      <Greeting order={order} />
      <Paragraph>
        {amountCents === undefined
          ? 'A payment arrived for an order that had ended or was already paid. We have refunded it in full.'
          : 'We have given money back to the card you paid this order with.'}{' '}
        Your bank may take some days to show it.
      </Paragraph>
      <OrderTable publicUrl={publicUrl} order={order} more={[['Refunded', amount]]} />
      <ActionButton label="See your orders" url={`${publicUrl}/dashboard/myorder`} />
      <ToolPage order={order} publicUrl={publicUrl} />
    </EmailLayout>
  );
}

import { formatHours } from '#src/shared/dates.ts';
import { formatMoney } from '#src/shared/money.ts';
import type { EmailPurchase } from '../email-purchase.ts';
import { ActionButton, EmailLayout, Paragraph } from './layout.tsx';
import { Greeting, getOrderUrl, ORDERED, OrderTable, SeeOrder, ToolPage } from './order-parts.tsx';
import type { TemplateProps } from './template-props.ts';

/** A purchase of several lines is paid on its own page. */
const paymentUrl = (publicUrl: string, order: EmailPurchase) =>
  (order.lines && getOrderUrl(publicUrl, order)) || `${publicUrl}/dashboard/payment/${order.id}`;

export function OrderPlaced({ order, holdHours, publicUrl }: TemplateProps<'order_placed'>) {
  const hours = formatHours(holdHours);
  return (
    <EmailLayout
      preview={`Please pay within ${hours}: ${formatMoney(order.totalMinor)}`}
      title="Thank you for your order"
      reason={ORDERED}
      publicUrl={publicUrl}
    >
      <Greeting order={order} />
      <Paragraph>We are holding these pieces for you for {hours}. Please pay by card before then.</Paragraph>
      <OrderTable publicUrl={publicUrl} order={order} />
      <ActionButton label="Pay by card" url={paymentUrl(publicUrl, order)} />
      <ToolPage order={order} publicUrl={publicUrl} />
    </EmailLayout>
  );
}

export function OrderPaid({ order, transactionId, lacksAddress, publicUrl }: TemplateProps<'order_paid'>) {
  return (
    <EmailLayout
      preview={`We have received ${formatMoney(order.totalMinor)}.`}
      title="We have received your payment"
      reason={ORDERED}
      publicUrl={publicUrl}
    >
      <Greeting order={order} />
      <Paragraph>
        {lacksAddress
          ? 'Thank you, your order is paid. We only need to know where to send it. Please add a shipping address to your order, and we will ship it.'
          : 'Thank you, your order is paid. We will email you as soon as it ships.'}
      </Paragraph>
      <OrderTable publicUrl={publicUrl} order={order} more={[['Transaction', transactionId]]} />
      {lacksAddress && getOrderUrl(publicUrl, order) ? (
        <ActionButton label="Add a shipping address" url={getOrderUrl(publicUrl, order) ?? ''} />
      ) : (
        <SeeOrder order={order} publicUrl={publicUrl} />
      )}
      <ToolPage order={order} publicUrl={publicUrl} />
    </EmailLayout>
  );
}

export function OrderExpired({ order, publicUrl }: TemplateProps<'order_expired'>) {
  return (
    <EmailLayout
      preview="It was not paid for in time. Nothing was charged."
      title="Your order has expired"
      reason={ORDERED}
      publicUrl={publicUrl}
    >
      <Greeting order={order} />
      <Paragraph>
        This order was not paid for in time, so its pieces are back in stock. If you still need them, please order
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
      preview="Nothing was charged, and we are still holding your order."
      title="Your payment did not go through"
      reason={ORDERED}
      publicUrl={publicUrl}
    >
      <Greeting order={order} />
      <Paragraph>
        Your card payment for this order did not go through, and nothing was charged. We are still holding the pieces
        for you. You can try again with the same card or a different one.
      </Paragraph>
      <OrderTable publicUrl={publicUrl} order={order} />
      <ActionButton label="Try again" url={paymentUrl(publicUrl, order)} />
      <ToolPage order={order} publicUrl={publicUrl} />
      <Paragraph>If you have already paid, you can ignore this email.</Paragraph>
    </EmailLayout>
  );
}

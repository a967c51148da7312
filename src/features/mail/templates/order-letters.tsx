import { formatMoney } from '#src/shared/money.ts';
import type { OrderFacts } from '../letters.ts';
import type { About } from './about.ts';
import { Action, Facts, Paragraph, Sheet } from './sheet.tsx';

const BUYER = 'You get this e-mail because you ordered at Ironmonger.';

function OrderTable({ order, more = [] }: { order: OrderFacts; more?: [string, string][] }) {
  return (
    <Facts
      rows={[
        ['Tool', order.itemName],
        ['Quantity', `${order.quantity.toLocaleString('en-US')} ${order.quantity === 1 ? 'piece' : 'pieces'}`],
        ['Total', formatMoney(order.totalCents)],
        ['Order', order.id],
        ...more,
      ]}
    />
  );
}

const payAt = (publicUrl: string, order: OrderFacts) => `${publicUrl}/dashboard/payment/${order.id}`;

export function OrderPlaced({ order, holdHours, publicUrl }: About<'order_placed'>) {
  const hours = `${holdHours} ${holdHours === 1 ? 'hour' : 'hours'}`;
  return (
    <Sheet
      preview={`Please pay within ${hours}: ${formatMoney(order.totalCents)}`}
      title="Thank you for your order"
      reason={BUYER}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello {order.name},</Paragraph>
      <Paragraph>We keep these pieces for you for {hours}. Please pay by card until then.</Paragraph>
      <OrderTable order={order} />
      <Action label="Pay by card" url={payAt(publicUrl, order)} />
    </Sheet>
  );
}

export function OrderPaid({ order, transactionId, publicUrl }: About<'order_paid'>) {
  return (
    <Sheet
      preview={`We have received ${formatMoney(order.totalCents)}.`}
      title="We have received your payment"
      reason={BUYER}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello {order.name},</Paragraph>
      <Paragraph>Thank you, your order is paid. We tell you as soon as it ships.</Paragraph>
      <OrderTable order={order} more={[['Transaction', transactionId]]} />
      <Action label="See your orders" url={`${publicUrl}/dashboard/myorder`} />
    </Sheet>
  );
}

export function OrderShipped({ order, publicUrl }: About<'order_shipped'>) {
  return (
    <Sheet
      preview={`${order.quantity} × ${order.itemName}`}
      title="Your order is on its way"
      reason={BUYER}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello {order.name},</Paragraph>
      <Paragraph>Your order has left our warehouse.</Paragraph>
      <OrderTable order={order} />
      <Action label="See your orders" url={`${publicUrl}/dashboard/myorder`} />
    </Sheet>
  );
}

export function OrderExpired({ order, publicUrl }: About<'order_expired'>) {
  return (
    <Sheet
      preview="It was not paid in time. Nothing was charged."
      title="Your order has expired"
      reason={BUYER}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello {order.name},</Paragraph>
      <Paragraph>
        This order was not paid in time, so its pieces are back on the shelf. If you still need them, please order
        again.
      </Paragraph>
      <OrderTable order={order} />
      <Action label="See our tools" url={`${publicUrl}/tools`} />
    </Sheet>
  );
}

export function PaymentFailed({ order, publicUrl }: About<'payment_failed'>) {
  return (
    <Sheet
      preview="Nothing was charged, and your order is still kept for you."
      title="Your payment did not go through"
      reason={BUYER}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello {order.name},</Paragraph>
      <Paragraph>
        Your card did not pay this order, and nothing was charged. The pieces are still kept for you: you can try again,
        with the same card or another one.
      </Paragraph>
      <OrderTable order={order} />
      <Action label="Try again" url={payAt(publicUrl, order)} />
      <Paragraph>If you have paid by now, you need not do anything.</Paragraph>
    </Sheet>
  );
}

export function PaymentRefunded({ order, amountCents, publicUrl }: About<'payment_refunded'>) {
  const amount = formatMoney(amountCents ?? order.totalCents);
  return (
    <Sheet
      preview={`${amount} is on its way back to your card.`}
      title="We have refunded your payment"
      reason={BUYER}
      publicUrl={publicUrl}
    >
      <Paragraph>Hello {order.name},</Paragraph>
      <Paragraph>
        {amountCents === undefined
          ? 'A payment arrived for an order that had ended or was already paid. We have refunded it in full.'
          : 'We have given money back to the card you paid this order with.'}{' '}
        Your bank may take some days to show it.
      </Paragraph>
      <OrderTable order={order} more={[['Refunded', amount]]} />
      <Action label="See your orders" url={`${publicUrl}/dashboard/myorder`} />
    </Sheet>
  );
}

import { formatMoney } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { ActionButton, EmailLayout, Paragraph } from './layout.tsx';
import { Greeting, ORDERED, OrderTable, SeeOrder, ToolPage } from './order-parts.tsx';
import type { TemplateProps } from './template-props.ts';

export function OrderCanceled({ order, reason, publicUrl }: TemplateProps<'order_canceled'>) {
  return (
    <EmailLayout
      preview="Nothing was charged."
      title="We have canceled your order"
      reason={ORDERED}
      publicUrl={publicUrl}
    >
      <Greeting order={order} />
      <Paragraph>We have canceled this order, which was not paid yet. Nothing was charged.</Paragraph>
      {reason && <Paragraph>Why: {reason}</Paragraph>}
      <OrderTable publicUrl={publicUrl} order={order} />
      <ActionButton label="See our tools" url={`${publicUrl}/tools`} />
      <ToolPage order={order} publicUrl={publicUrl} />
    </EmailLayout>
  );
}

export function CancelDeclined({ order, reason, publicUrl }: TemplateProps<'cancel_declined'>) {
  return (
    <EmailLayout preview={reason} title="We could not cancel your order" reason={ORDERED} publicUrl={publicUrl}>
      <Greeting order={order} />
      <Paragraph>You asked us to cancel this order. We could not, so it goes on as before.</Paragraph>
      <Paragraph>Why: {reason}</Paragraph>
      <OrderTable publicUrl={publicUrl} order={order} />
      <SeeOrder order={order} publicUrl={publicUrl} />
      <ToolPage order={order} publicUrl={publicUrl} />
    </EmailLayout>
  );
}

export function PaymentRefunded({
  order,
  amountCents,
  reason,
  pieces = [],
  canceled,
  publicUrl,
}: TemplateProps<'payment_refunded'>) {
  const amount = formatMoney(amountCents ?? order.totalCents);
  return (
    <EmailLayout
      preview={`${amount} is on its way back to your card.`}
      title={canceled ? 'Your order is canceled and refunded' : 'We have refunded your payment'}
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
      {reason && <Paragraph>Why: {reason}</Paragraph>}
      <OrderTable
        publicUrl={publicUrl}
        order={order}
        more={[
          ...pieces.map((piece): [string, string] => [
            'Refunded',
            `${formatCount(piece.quantity)} × ${piece.itemName}, ${formatMoney(piece.amountCents)}`,
          ]),
          [pieces.length > 0 ? 'Refunded in all' : 'Refunded', amount],
        ]}
      />
      <SeeOrder order={order} publicUrl={publicUrl} />
      <ToolPage order={order} publicUrl={publicUrl} />
    </EmailLayout>
  );
}

export function RefundFailed({ order, amountCents, reopened, publicUrl }: TemplateProps<'refund_failed'>) {
  const amount = formatMoney(amountCents);
  return (
    <EmailLayout
      preview={`Your bank has sent ${amount} back to us.`}
      title="Your refund did not go through"
      reason={ORDERED}
      publicUrl={publicUrl}
    >
      <Greeting order={order} />
      <Paragraph>
        We told you that we had given {amount} back to the card you paid this order with. Your bank has rejected it, so
        the money is with us again.
      </Paragraph>
      <Paragraph>
        You need not do anything. We try again, or ask you how to pay it back.
        {reopened && ' Until then your order stands as it was before the refund.'}
      </Paragraph>
      <OrderTable publicUrl={publicUrl} order={order} more={[['Not refunded', amount]]} />
      <ActionButton label="See your orders" url={`${publicUrl}/dashboard/myorder`} />
      <ToolPage order={order} publicUrl={publicUrl} />
    </EmailLayout>
  );
}

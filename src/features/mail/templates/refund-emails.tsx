import { formatMoney } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { ActionButton, EmailLayout, Paragraph } from './layout.tsx';
import { Greeting, nameTax, ORDERED, OrderTable, SeeOrder, ToolPage } from './order-parts.tsx';
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
      <Paragraph>We have canceled this order, which had not been paid for yet. Nothing was charged.</Paragraph>
      {reason && <Paragraph>Reason: {reason}</Paragraph>}
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
      <Paragraph>
        You asked us to cancel this order. We could not cancel it, so we are processing it as planned.
      </Paragraph>
      <Paragraph>Reason: {reason}</Paragraph>
      <OrderTable publicUrl={publicUrl} order={order} />
      <SeeOrder order={order} publicUrl={publicUrl} />
      <ToolPage order={order} publicUrl={publicUrl} />
    </EmailLayout>
  );
}

export function PaymentRefunded({
  order,
  amountMinor,
  reason,
  pieces = [],
  shippingMinor = 0,
  taxes = [],
  canceled,
  publicUrl,
}: TemplateProps<'payment_refunded'>) {
  const amount = formatMoney(amountMinor ?? order.totalMinor);
  return (
    <EmailLayout
      preview={`${amount} is on its way back to your card.`}
      title={getRefundTitle({ canceled, amountMinor })}
      reason={ORDERED}
      publicUrl={publicUrl}
    >
      <Greeting order={order} />
      <Paragraph>
        {amountMinor === undefined
          ? 'We received a payment for an order that had ended or was already paid. We have refunded it in full.'
          : 'We have issued a refund to the card you used for this order.'}{' '}
        It may take your bank a few days to show it.
      </Paragraph>
      {reason && <Paragraph>Reason: {reason}</Paragraph>}
      <OrderTable
        publicUrl={publicUrl}
        order={order}
        more={[
          ...pieces.map((piece): [string, string] => [
            'Refunded',
            `${formatCount(piece.quantity)} × ${piece.itemName}, ${formatMoney(piece.amountMinor)}`,
          ]),
          ...(shippingMinor > 0
            ? [['Refunded', `Shipping, ${formatMoney(shippingMinor)}`] satisfies [string, string]]
            : []),
          [pieces.length > 0 || shippingMinor > 0 ? 'Total refunded' : 'Refunded', amount],
          ...taxes.map((tax): [string, string] => [`Including ${nameTax(tax)}`, formatMoney(tax.amountMinor)]),
        ]}
      />
      <SeeOrder order={order} publicUrl={publicUrl} />
      <ToolPage order={order} publicUrl={publicUrl} />
    </EmailLayout>
  );
}

/** Only a full refund is called that. */
function getRefundTitle({ canceled, amountMinor }: { canceled?: boolean; amountMinor?: number }): string {
  if (canceled) return 'Your order is canceled and refunded';
  return amountMinor === undefined ? 'We have refunded your payment' : `We have refunded ${formatMoney(amountMinor)}`;
}

export function RefundFailed({ order, amountMinor, reopened, publicUrl }: TemplateProps<'refund_failed'>) {
  const amount = formatMoney(amountMinor);
  return (
    <EmailLayout
      preview={`Your bank has returned ${amount} to us.`}
      title="Your refund did not go through"
      reason={ORDERED}
      publicUrl={publicUrl}
    >
      <Greeting order={order} />
      <Paragraph>
        We told you that we had refunded {amount} to the card you used for this order. Your bank rejected the refund, so
        the money was returned to us.
      </Paragraph>
      <Paragraph>
        You do not need to do anything. We will try again, or ask you how you would like to be refunded.
        {reopened && ' Until then, your order stands as it was before the refund.'}
      </Paragraph>
      <OrderTable publicUrl={publicUrl} order={order} more={[['Not refunded', amount]]} />
      <ActionButton label="See your orders" url={`${publicUrl}/dashboard/myorder`} />
      <ToolPage order={order} publicUrl={publicUrl} />
    </EmailLayout>
  );
}

import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeError } from '@stripe/stripe-js';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import type { PostalAddress } from '#src/shared/postal-address/postal-address.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { LoadError } from '#src/shared/ui/page.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { paymentCopy } from '../copy.ts';
import { CardField, CardFieldPlaceholder } from './card-field.tsx';
import { reportPayment } from './report-payment.ts';
import { type CardFormState, useCardForm } from './use-card-form.ts';

export interface CardPaymentProps {
  /** The order that is being paid. For a purchase, one of its lines. */
  orderId: string;
  /** The purchase, if it has several lines that are paid as one. */
  purchaseId?: string | undefined;
  /** A sentence that says what has to be done before it can be paid, or null. */
  obstacle?: string | null;
  /** The total as a decimal string. */
  price: string;
  /** Who pays, and the billing address, of which the provider checks the postal code. */
  payer: { name: string; email: string; address: PostalAddress | null };
  /** The shop has settled the payment. */
  onPaid: (transactionId: string) => void;
  /** The order was changed elsewhere, is paid or is gone, and must be fetched again. */
  onChanged: () => void;
}

/**
 * Problems of a payment whose order is paid, deleted, expired or has lost a line: the page then shows the order's
 * state.
 */
const ORDER_CHANGED = ['already_paid', 'not_found', 'price_changed'];

/** Pays an order by card. The button waits for the client secret, and works once. */
export function CardPayment(props: CardPaymentProps) {
  const { orderId, purchaseId, price, onChanged } = props;
  const [form, retry] = useCardForm(purchaseId ? { purchase: purchaseId } : { order: orderId }, price);
  const changed = form.status === 'failed' && ORDER_CHANGED.includes(form.code);
  useEffect(() => {
    if (changed) onChanged();
  }, [changed, onChanged]);
  // When somebody comes back from another tab, the order may have been deleted or paid there.
  useEffect(() => {
    const check = async () => {
      if (document.visibilityState === 'visible' && (await isPaidOrGone(orderId))) onChanged();
    };
    document.addEventListener('visibilitychange', check);
    return () => document.removeEventListener('visibilitychange', check);
  }, [orderId, onChanged]);

  if (form.status === 'failed') {
    return <LoadError title={paymentCopy.notStarted} text={form.detail} onRetry={retry} />;
  }
  const stripe = form.status === 'ready' ? form.stripe : null;
  return (
    <Elements stripe={stripe}>
      <PayForm {...props} form={form} />
    </Elements>
  );
}

type Progress = 'typing' | 'confirming' | 'reporting' | 'done';

/** The payer as the card provider takes it. The provider refuses empty parts of an address. */
function toBillingDetails({ name, email, address }: CardPaymentProps['payer']) {
  if (!address) return { name, email };
  const { line1, line2, city, region, postalCode, country } = address;
  const parts = { line1, line2, city, state: region, postal_code: postalCode, country };
  return { name, email, address: Object.fromEntries(Object.entries(parts).filter(([, text]) => text !== '')) };
}

/** It is not sent by `useFormSubmission`, because the card provider has the fields, and a paid form is never sent again. */
function PayForm({
  orderId,
  price,
  obstacle = null,
  payer,
  onPaid,
  onChanged,
  form,
}: CardPaymentProps & { form: CardFormState }) {
  const stripe = useStripe();
  const elements = useElements();
  const [progress, setProgress] = useState<Progress>('typing');
  const [formError, setFormError] = useState<ReactNode>(null);
  const [delayed, setDelayed] = useState(false);
  const paying = useRef(false);
  const amountId = useId();
  const [unmounted] = useState(() => new AbortController());
  useEffect(() => () => unmounted.abort(), [unmounted]);
  // The fields were disabled while paying and can take the focus again now.
  useEffect(() => {
    if (formError && progress === 'typing') elements?.getElement(CardElement)?.focus();
  }, [formError, progress, elements]);

  const report = async (transactionId: string) => {
    setProgress('reporting');
    const reported = await reportPayment(orderId, transactionId, {
      onDelay: () => setDelayed(true),
      signal: unmounted.signal,
    });
    if (!reported) return;
    if (reported.ok) {
      setProgress('done');
      return onPaid(reported.transactionId);
    }
    setProgress('done');
    setFormError(
      <>
        {paymentCopy.notRecorded.before} <span className="figures break-all">{transactionId}</span>
        {paymentCopy.notRecorded.after(reported.problem.detail)}
      </>,
    );
  };

  const pay = async () => {
    const card = elements?.getElement(CardElement);
    if (!stripe || !card || form.status !== 'ready' || obstacle !== null || paying.current || progress === 'done')
      return;
    paying.current = true;
    setFormError(null);
    setProgress('confirming');
    const { error, paymentIntent } = await stripe.confirmCardPayment(form.clientSecret, {
      payment_method: { card, billing_details: toBillingDetails(payer) },
    });
    // The provider took the payment in an earlier attempt whose response was lost.
    const intent = paymentIntent ?? error?.payment_intent;
    if (intent && (intent.status === 'succeeded' || intent.status === 'processing')) {
      await report(intent.id);
    } else if (!isAboutCard(error) && (await isPaidOrGone(orderId))) {
      // The provider’s own message would be about an intent, which buyers don't know.
      setProgress('typing');
      onChanged();
    } else {
      setProgress('typing');
      setFormError(describeError(error));
    }
    paying.current = false;
  };

  const busy = progress === 'confirming' || progress === 'reporting';
  return (
    <form
      noValidate
      aria-label={paymentCopy.form}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void pay();
      }}
    >
      {stripe ? (
        <CardField
          disabled={progress !== 'typing'}
          onChange={() => {
            // A new card clears the error. The error of a payment that was taken but not settled stays.
            if (progress === 'typing') setFormError(null);
          }}
        />
      ) : (
        <CardFieldPlaceholder />
      )}
      <FormError>{formError}</FormError>
      <p role="status" className="empty:hidden border border-line bg-sheet px-4 py-3">
        {progress === 'reporting' && delayed ? paymentCopy.delayed : null}
      </p>
      <div className="flex items-center justify-between gap-6 border-ink border-t pt-4">
        <p id={amountId} className="grid">
          <span className="text-fine text-muted">{paymentCopy.amount}</span>{' '}
          <Price amount={price} className="text-title font-semibold" />
        </p>
        <Button
          type="submit"
          className="min-w-36"
          disabled={form.status !== 'ready' || !stripe || obstacle !== null || progress !== 'typing'}
          aria-busy={busy || undefined}
          aria-describedby={obstacle === null ? amountId : `${amountId} ${amountId}-obstacle`}
        >
          {copy.order.pay}
        </Button>
      </div>
      {obstacle !== null && (
        <p id={`${amountId}-obstacle`} className="text-fine text-muted">
          {obstacle}
        </p>
      )}
    </form>
  );
}

/** The provider's own sentence. After one about the card, what that means for the buyer. */
function describeError(error: StripeError | undefined): ReactNode {
  if (!error?.message) return paymentCopy.notAccepted;
  if (error.type !== 'card_error') return error.message;
  return (
    <>
      <span>{error.message}</span> {paymentCopy.notCharged}
    </>
  );
}

/** Whether the buyer can do something about the error: use another card, or complete a field. */
function isAboutCard(error: StripeError | undefined): boolean {
  return error?.type === 'card_error' || error?.type === 'validation_error';
}

/** An order that could not be fetched counts as unpaid, since nothing speaks against it. */
async function isPaidOrGone(orderId: string): Promise<boolean> {
  const order = await callApi<{ paid: boolean }>(`/payment/${orderId}`);
  return order.ok ? order.value.paid : order.problem.status === 404;
}

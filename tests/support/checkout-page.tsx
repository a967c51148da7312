import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeCardElementChangeEvent } from '@stripe/stripe-js';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

declare global {
  interface Window {
    changes: StripeCardElementChangeEvent[];
  }
}

const { publishableKey = '', clientSecret = '' } = document.documentElement.dataset;
window.changes = [];

function Checkout() {
  const stripe = useStripe();
  const elements = useElements();
  const [result, setResult] = useState('');
  const [ready, setReady] = useState(false);

  async function pay() {
    const card = elements?.getElement(CardElement);
    if (!stripe || !card) return;
    setResult('…');
    const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, {
      payment_method: { card, billing_details: { name: 'Ada Smith', email: 'ada@example.com' } },
    });
    setResult(
      error ? `${error.type} ${error.code}: ${error.message}` : `paid ${paymentIntent.id} ${paymentIntent.status}`,
    );
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void pay();
      }}
    >
      <CardElement onReady={() => setReady(true)} onChange={(event) => window.changes.push(event)} />
      <button type="submit" disabled={!ready}>
        Pay
      </button>
      <output>{result}</output>
    </form>
  );
}

const stripe = window.Stripe?.(publishableKey) ?? null;
createRoot(document.body.appendChild(document.createElement('main'))).render(
  <StrictMode>
    <h1>Checkout</h1>
    <Elements stripe={Promise.resolve(stripe)}>
      <Checkout />
    </Elements>
  </StrictMode>,
);

import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { loadStripe } from './load-stripe.ts';

interface Intent {
  clientSecret: string;
  publishableKey: string;
  scriptUrl: string;
}

export type CardFormState =
  | { status: 'preparing' }
  | { status: 'ready'; stripe: Stripe; clientSecret: string }
  /** `code` distinguishes a paid order from other errors. */
  | { status: 'failed'; code: string; detail: string };

/** What is being paid: a single order, or a purchase with all its lines. */
export type Payable = { order: string } | { purchase: string };

/** Fetches the client secret of a payment, and loads the card provider's script. `retry` does both again. */
export function useCardForm(payable: Payable, price: string): [state: CardFormState, retry: () => void] {
  const [state, setState] = useState<CardFormState>({ status: 'preparing' });
  const [attempt, setAttempt] = useState(0);
  const body = JSON.stringify({ price, ...payable });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt fetches again
  useEffect(() => {
    let unmounted = false;
    const show = (next: CardFormState) => {
      if (!unmounted) setState(next);
    };
    const prepare = async () => {
      show({ status: 'preparing' });
      const response = await callApi<Intent>('/create-payment-intent', {
        method: 'POST',
        body: JSON.parse(body),
      });
      if (!response.ok) return show({ status: 'failed', code: response.problem.code, detail: response.problem.detail });
      const { clientSecret, publishableKey, scriptUrl } = response.value;
      try {
        show({ status: 'ready', stripe: await loadStripe(scriptUrl, publishableKey), clientSecret });
      } catch (error) {
        show({ status: 'failed', code: 'script', detail: error instanceof Error ? error.message : String(error) });
      }
    };
    void prepare();
    return () => {
      unmounted = true;
    };
  }, [body, attempt]);

  return [state, () => setAttempt((known) => known + 1)];
}

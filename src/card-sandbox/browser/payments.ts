import {
  type ApiClient,
  type CallResult,
  integrationError,
  type PaymentIntent,
  type StripeError,
} from './api-client.ts';
import { CardElement } from './card-element.ts';
import { showChallenge } from './challenge.ts';

interface BillingDetails {
  name?: string;
  email?: string;
  phone?: string;
  address?: Record<string, string | null>;
}

interface ConfirmData {
  payment_method?: string | { card: CardElement; billing_details?: BillingDetails };
  receipt_email?: string;
}

interface PaymentMethodData {
  type: 'card';
  card: CardElement;
  billing_details?: BillingDetails;
}

type IntentResult =
  | { paymentIntent: PaymentIntent; error?: undefined }
  | { error: StripeError; paymentIntent?: undefined };

/** Stripe.js's calls for card payments. They reject only on mistakes of the page; all else resolves to an error. */
export function createPayments(call: ApiClient) {
  async function confirmCardPayment(
    clientSecret: string,
    data: ConfirmData = {},
    options: { handleActions?: boolean } = {},
  ): Promise<IntentResult> {
    const path = `payment_intents/${parseIntentId('confirmCardPayment', clientSecret)}`;
    const chosen = data.payment_method;
    const collected = chosen && typeof chosen === 'object' ? collect(chosen.card, chosen.billing_details) : null;
    if (collected?.error) return { error: collected.error };
    const waiting = chosen === undefined ? await call<PaymentIntent>({ path, clientSecret }) : null;
    const result =
      waiting?.value?.status === 'requires_action'
        ? waiting
        : await call<PaymentIntent>({
            path: `${path}/confirm`,
            body: {
              client_secret: clientSecret,
              payment_method: typeof chosen === 'string' ? chosen : undefined,
              payment_method_data: collected?.value,
              receipt_email: data.receipt_email,
            },
          });
    return finish(result, options.handleActions ?? true);
  }

  async function retrievePaymentIntent(clientSecret: string): Promise<IntentResult> {
    const path = `payment_intents/${parseIntentId('retrievePaymentIntent', clientSecret)}`;
    return asResult(await call<PaymentIntent>({ path, clientSecret }));
  }

  async function handleCardAction(clientSecret: string): Promise<IntentResult> {
    const path = `payment_intents/${parseIntentId('handleCardAction', clientSecret)}`;
    const result = await call<PaymentIntent>({ path, clientSecret });
    if (result.value && result.value.status !== 'requires_action') {
      throw integrationError('handleCardAction: The PaymentIntent supplied is not in the requires_action state.');
    }
    return finish(result, true);
  }

  async function createPaymentMethod(data: PaymentMethodData) {
    const collected = collect(data.card, data.billing_details);
    if (collected.error) return { error: collected.error };
    const { value, error } = await call<object>({ path: 'payment_methods', body: collected.value });
    return error ? { error } : { paymentMethod: value };
  }

  async function finish(result: CallResult<PaymentIntent>, handleActions: boolean): Promise<IntentResult> {
    const intent = result.value;
    const challenge = intent?.next_action?.use_stripe_sdk.challenge;
    if (!intent || !challenge || !handleActions) return asResult(result);
    return asResult(
      await showChallenge(intent, (result) =>
        call<PaymentIntent>({
          path: `payment_intents/${intent.id}/challenge`,
          body: { client_secret: intent.client_secret, challenge, result },
        }),
      ),
    );
  }

  return { confirmCardPayment, retrievePaymentIntent, handleCardAction, createPaymentMethod };
}

function asResult(result: CallResult<PaymentIntent>): IntentResult {
  return result.error ? { error: result.error } : { paymentIntent: result.value };
}

function collect(element: unknown, billing: BillingDetails = {}): CallResult<object> {
  if (!(element instanceof CardElement)) {
    throw integrationError(
      "Invalid value for payment_method: card should be an Element made by elements.create('card').",
    );
  }
  const { typed, problem } = element.collect();
  if (problem) return { error: problem };
  const postal_code = billing.address?.postal_code || typed.postalCode;
  const billing_details = { ...billing, address: { ...billing.address, postal_code } };
  return { value: { type: 'card', card: typed.card, billing_details } };
}

function parseIntentId(method: string, clientSecret: unknown): string {
  const id =
    typeof clientSecret === 'string' ? /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(clientSecret)?.[1] : null;
  if (!id) {
    throw integrationError(
      `Invalid value for stripe.${method} intent secret: value should be a client secret of the form \${id}_secret_\${secret}.`,
    );
  }
  return id;
}

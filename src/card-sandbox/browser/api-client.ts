export interface StripeError {
  type: string;
  message?: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_intent?: PaymentIntent;
}

export interface PaymentIntent {
  id: string;
  status: string;
  amount: number;
  currency: string;
  client_secret: string;
  next_action: { type: string; use_stripe_sdk: { challenge: string } } | null;
  last_payment_error: StripeError | null;
}

export type CallResult<T> = { value: T; error?: undefined } | { error: StripeError; value?: undefined };

export interface SandboxCall {
  path: string;
  /** Sent as a form; without it the call is a GET. */
  body?: object;
  clientSecret?: string;
}

export type ApiClient = <T>(call: SandboxCall) => Promise<CallResult<T>>;

const UNREACHABLE: StripeError = {
  type: 'api_connection_error',
  message: 'The card sandbox could not be reached. Check your connection and try again.',
};

/** Calls the sandbox at `base` (ends in a slash). Every failure resolves to an error in Stripe's form. */
export function createApiClient(base: string, publishableKey: string): ApiClient {
  return async <T>({ path, body, clientSecret }: SandboxCall): Promise<CallResult<T>> => {
    try {
      const response = await fetch(base + path, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${publishableKey}`,
          ...(clientSecret ? { 'client-secret': clientSecret } : {}),
        },
        credentials: 'omit',
        ...(body ? { body: encodeForm(body) } : {}),
      });
      const json = await response.json();
      if (response.ok) return { value: json as T };
      return { error: json.error ?? { type: 'api_error', message: json.detail ?? 'The card sandbox failed.' } };
    } catch {
      return { error: UNREACHABLE };
    }
  };
}

function encodeForm(body: object): URLSearchParams {
  const form = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null || value === '') return;
    if (typeof value !== 'object') form.append(name, String(value));
    else for (const [key, inner] of Object.entries(value)) add(name ? `${name}[${key}]` : key, inner);
  };
  add('', body);
  return form;
}

/** A mistake in the page's own code, thrown as Stripe.js throws it. */
export function integrationError(message: string): Error {
  const error = new Error(message);
  error.name = 'IntegrationError';
  return error;
}

import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import {
  invalidResponse,
  type ProviderDispute,
  type ProviderIntent,
  type ProviderRefund,
  ProviderUnavailable,
  toProviderDisputes,
  toProviderIntent,
  toProviderRefund,
  toProviderRefunds,
  withDeadline,
} from './provider-responses.server.ts';
import { isEffectiveRefund, NOT_AT_PROVIDER } from './rules.ts';

export { type ProviderDispute, type ProviderIntent, type ProviderRefund, ProviderUnavailable };

/** The card provider: always its official SDK, only the host differs. Asking twice for a write has the effect of once. */
export interface CardProvider {
  createIntent(intent: {
    paymentId: string;
    orderId: string;
    userId: string;
    email: string;
    amountCents: number;
    currency: string;
    description: string;
  }): Promise<ProviderIntent>;
  /** Null when the provider knows of no such intent. */
  retrieveIntent(intentId: string): Promise<ProviderIntent | null>;
  /** The state in which it can never be paid from now on; null when it succeeded or is under way. */
  cancelIntent(intentId: string): Promise<'canceled' | typeof NOT_AT_PROVIDER | null>;
  /** Gives back whatever of it was not given back before. While a bank disputes it, it cannot be. */
  refundIntent(intentId: string): Promise<ProviderRefund | 'disputed'>;
  listRefunds(intentId: string): Promise<ProviderRefund[]>;
  listDisputes(intentId: string): Promise<ProviderDispute[]>;
  /** The event of a signed message; null when the signature is missing, wrong or older than five minutes. */
  verifyWebhook(rawBody: string, signature: string | undefined): Stripe.Event | null;
  /** A cheap read, within `timeoutMs`. Throws a sentence for admins. */
  probe(timeoutMs: number): Promise<void>;
}

export interface CardProviderOptions {
  secretKey: string;
  webhookSecret: string;
  /** Only for a provider other than the real one. */
  host?: { host: string; port: number; protocol: 'http' | 'https' };
  /** For each try; all of them together take twice as long at most. */
  timeoutMs?: number;
}

/** Below this the SDK's own list stops; nobody refunds or disputes one payment more often. */
const MAX_LISTED = 100;

export function createCardProvider(options: CardProviderOptions): CardProvider {
  const timeout = options.timeoutMs ?? 8_000;
  const stripe = new Stripe(options.secretKey, {
    ...options.host,
    // The version the shop was tested with, whatever the account's own is.
    apiVersion: Stripe.API_VERSION as typeof Stripe.API_VERSION,
    maxNetworkRetries: 2,
    timeout,
    telemetry: false,
    appInfo: { name: 'Ironmonger' },
  });
  const ask = <T>(work: () => Promise<T>) => withDeadline(2 * timeout, work);

  async function retrieve(intentId: string): Promise<ProviderIntent | null> {
    try {
      const intent = toProviderIntent(await stripe.paymentIntents.retrieve(intentId));
      if (intent.id !== intentId) throw invalidResponse('the answer is about another intent');
      return intent;
    } catch (error) {
      // A proxy's 404 is no answer of the provider's.
      if (isInvalid(error) && error.statusCode === 404 && error.code === 'resource_missing') return null;
      throw error;
    }
  }

  const listRefunds = async (intentId: string) =>
    toProviderRefunds(await stripe.refunds.list({ payment_intent: intentId, limit: MAX_LISTED }));

  return {
    createIntent: (intent) =>
      ask(async () =>
        toProviderIntent(
          await stripe.paymentIntents.create(
            {
              amount: intent.amountCents,
              currency: intent.currency,
              description: intent.description,
              receipt_email: intent.email,
              // The form takes cards only, and 3-D Secure opens above it: nothing leads the buyer away.
              automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
              metadata: { order: intent.orderId, payment: intent.paymentId, user: intent.userId },
            },
            { idempotencyKey: `create-${intent.paymentId}` },
          ),
        ),
      ),
    retrieveIntent: (intentId) => ask(() => retrieve(intentId)),
    cancelIntent: (intentId) =>
      ask(async () => {
        try {
          // A key of its own each time: a refusal of today ('processing') must not be repeated to us tomorrow.
          const idempotencyKey = `cancel-${intentId}-${randomUUID()}`;
          const intent = toProviderIntent(await stripe.paymentIntents.cancel(intentId, {}, { idempotencyKey }));
          if (intent.id === intentId && intent.status === 'canceled') return 'canceled';
          throw invalidResponse('what was cancelled is not cancelled');
        } catch (error) {
          if (!isInvalid(error)) throw error;
          const intent = await retrieve(intentId);
          if (!intent) return NOT_AT_PROVIDER;
          return intent.status === 'canceled' ? 'canceled' : null;
        }
      }),
    refundIntent: (intentId) =>
      ask(async () => {
        try {
          // A key of its own each time, since a refusal is repeated under the same one for a day. Asking twice gives
          // back once all the same: without an amount it is of what is left, and then nothing is left.
          const idempotencyKey = `refund-${intentId}-${randomUUID()}`;
          const refund = toProviderRefund(
            await stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey }),
          );
          if (refund.intentId === intentId && isEffectiveRefund(refund.status)) return refund;
          throw invalidResponse('what was refunded is not refunded');
        } catch (error) {
          if (!isInvalid(error)) throw error;
          if (error.code === 'charge_disputed') return 'disputed';
          if (error.code !== 'charge_already_refunded') throw error;
          // Given back before, and the answer was lost: the provider never gives back more than it took.
          const last = (await listRefunds(intentId)).find(({ status }) => isEffectiveRefund(status));
          if (!last) throw error;
          return last;
        }
      }),
    listRefunds: (intentId) => ask(() => listRefunds(intentId)),
    listDisputes: (intentId) =>
      ask(async () => toProviderDisputes(await stripe.disputes.list({ payment_intent: intentId, limit: MAX_LISTED }))),
    verifyWebhook(rawBody, signature) {
      if (!signature) return null;
      try {
        const event = stripe.webhooks.constructEvent(rawBody, signature, options.webhookSecret, 300);
        return isEvent(event) ? event : null;
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
        if (error instanceof SyntaxError) return null;
        throw error;
      }
    },
    async probe(timeoutMs) {
      try {
        // Restricted keys can read intents, as the shop needs it; a balance they may not.
        await withDeadline(timeoutMs, async () => {
          const { data } = await stripe.paymentIntents.list({ limit: 1 }, { timeout: timeoutMs, maxNetworkRetries: 0 });
          if (!Array.isArray(data)) throw invalidResponse('the answer is no list');
        });
      } catch (error) {
        throw error instanceof ProviderUnavailable && error.reason ? new Error(error.reason) : error;
      }
    },
  };
}

type InvalidRequest = InstanceType<typeof Stripe.errors.StripeInvalidRequestError>;

function isInvalid(error: unknown): error is InvalidRequest {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.rawType === 'invalid_request_error';
}

/** Signed by the provider, and still perhaps no event: an endpoint's secret may sign other things one day. */
function isEvent(value: unknown): boolean {
  const event = value as Partial<Stripe.Event> | null;
  return typeof event?.id === 'string' && typeof event.type === 'string' && typeof event.data?.object === 'object';
}

import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import {
  type ProviderDispute,
  type ProviderIntent,
  type ProviderRefund,
  ProviderUnavailable,
  reach,
  toProviderDisputes,
  toProviderIntent,
  toProviderRefunds,
} from './provider-answers.server.ts';

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
  /** Whether it can never be paid from now on. False when it succeeded or is under way. */
  cancelIntent(intentId: string): Promise<boolean>;
  /** Gives back whatever of it was not given back before. Answers the refund's id. */
  refundIntent(intentId: string): Promise<string>;
  listRefunds(intentId: string): Promise<ProviderRefund[]>;
  listDisputes(intentId: string): Promise<ProviderDispute[]>;
  /** The event of a signed message; null when the signature is missing, wrong or older than five minutes. */
  readEvent(rawBody: string, signature: string | undefined): Stripe.Event | null;
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
const MOST_LISTED = 100;

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
  const ask = <T>(work: () => Promise<T>) => reach(2 * timeout, work);

  async function retrieve(intentId: string): Promise<ProviderIntent | null> {
    try {
      const intent = toProviderIntent(await stripe.paymentIntents.retrieve(intentId));
      if (intent.id !== intentId) throw new ProviderUnavailable('the answer is about another intent');
      return intent;
    } catch (error) {
      if (isInvalid(error) && error.statusCode === 404) return null;
      throw error;
    }
  }

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
          await stripe.paymentIntents.cancel(intentId, {}, { idempotencyKey });
          return true;
        } catch (error) {
          if (!isInvalid(error)) throw error;
          const intent = await retrieve(intentId);
          return intent === null || intent.status === 'canceled';
        }
      }),
    refundIntent: (intentId) =>
      ask(async () => {
        try {
          const idempotencyKey = `refund-${intentId}`;
          return (await stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey })).id;
        } catch (error) {
          if (!isInvalid(error) || error.code !== 'charge_already_refunded') throw error;
          // Given back before, and the answer was lost: the provider never gives back more than it took.
          const earlier = toProviderRefunds(
            await stripe.refunds.list({ payment_intent: intentId, limit: MOST_LISTED }),
          );
          const [last] = earlier.filter(({ status }) => status === 'succeeded' || status === 'pending');
          if (!last) throw error;
          return last.id;
        }
      }),
    listRefunds: (intentId) =>
      ask(async () => toProviderRefunds(await stripe.refunds.list({ payment_intent: intentId, limit: MOST_LISTED }))),
    listDisputes: (intentId) =>
      ask(async () => toProviderDisputes(await stripe.disputes.list({ payment_intent: intentId, limit: MOST_LISTED }))),
    readEvent(rawBody, signature) {
      if (!signature) return null;
      try {
        return stripe.webhooks.constructEvent(rawBody, signature, options.webhookSecret, 300);
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
        if (error instanceof SyntaxError) return null;
        throw error;
      }
    },
    async probe(timeoutMs) {
      try {
        // Restricted keys can read intents, as the shop needs it; a balance they may not.
        await reach(timeoutMs, () =>
          stripe.paymentIntents.list({ limit: 1 }, { timeout: timeoutMs, maxNetworkRetries: 0 }),
        );
      } catch (error) {
        throw error instanceof ProviderUnavailable && error.trouble ? new Error(error.trouble) : error;
      }
    },
  };
}

type InvalidRequest = InstanceType<typeof Stripe.errors.StripeInvalidRequestError>;

function isInvalid(error: unknown): error is InvalidRequest {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import type { PaymentLimits } from '#src/shared/money.ts';
import { getPaymentLimits, toChargeAmount } from './payment-limits.ts';
import { callWithDeadline, invalidResponse, isInvalidRequest, ProviderUnavailable } from './provider-errors.server.ts';
import {
  type ProviderDispute,
  type ProviderIntent,
  type ProviderRefund,
  toProviderDisputes,
  toProviderIntent,
  toProviderRefund,
  toProviderRefunds,
} from './provider-responses.server.ts';
import { isEffectiveRefund, NOT_AT_PROVIDER } from './rules.ts';

export { type ProviderDispute, type ProviderIntent, type ProviderRefund, ProviderUnavailable };

/**
 * The card provider, through its official SDK. Stripe and the sandbox differ only in the host. Writes are idempotent.
 */
export interface CardProvider {
  /** The smallest and largest payment that it takes in a currency, and the step between payments. */
  getPaymentLimits(currency: string): PaymentLimits;
  createIntent(intent: {
    paymentId: string;
    purchaseId: string;
    userId: string;
    email: string;
    amountMinor: number;
    currency: string;
    description: string;
  }): Promise<ProviderIntent>;
  /** Null if the provider does not have such an intent. */
  retrieveIntent(intentId: string): Promise<ProviderIntent | null>;
  /** Why the intent can never be paid from now on. Null if it has succeeded or is processing. */
  cancelIntent(intentId: string): Promise<'canceled' | typeof NOT_AT_PROVIDER | null>;
  /** Refunds what is left of the intent. A disputed intent cannot be refunded. */
  refundIntent(intentId: string): Promise<ProviderRefund | 'disputed'>;
  /**
   * Refunds an amount of the intent once per `refundId`: if the response is lost, the same request returns it again for
   * a day. After that, `listRefunds` has the refund with that id.
   */
  createRefund(refund: NewProviderRefund): Promise<ProviderRefund | RefundRejection>;
  listRefunds(intentId: string): Promise<ProviderRefund[]>;
  listDisputes(intentId: string): Promise<ProviderDispute[]>;
  /** The event of a webhook. Null when the signature is missing, wrong or older than five minutes. */
  verifyWebhook(rawBody: string, signature: string | undefined): Stripe.Event | null;
  /** A cheap read within `timeoutMs`. Throws an error whose message is a sentence for admins. */
  probe(timeoutMs: number): Promise<void>;
}

export interface CardProviderOptions {
  secretKey: string;
  webhookSecret: string;
  /** Only for a provider other than Stripe itself. */
  host?: { host: string; port: number; protocol: 'http' | 'https' };
  /** In ms, for each try. A request with its retries takes at most twice as long. */
  timeoutMs?: number;
}

/** A refund as the shop wants it. */
export interface NewProviderRefund {
  refundId: string;
  intentId: string;
  amountMinor: number;
  currency: string;
  /** Shown to people who read the provider's dashboard. */
  reason: string;
}

/**
 * Why the provider will never make a refund: a dispute withholds the money, less than that is left, or anything else.
 */
export type RefundRejection = 'disputed' | 'too_large' | 'refused';

/** The longest page that Stripe sends. Nobody refunds or disputes one payment more often. */
const MAX_LISTED = 100;

export function createCardProvider(options: CardProviderOptions): CardProvider {
  const timeout = options.timeoutMs ?? 8_000;
  const stripe = new Stripe(options.secretKey, {
    ...options.host,
    // The version that the shop was tested with, not the account's default.
    apiVersion: Stripe.API_VERSION as typeof Stripe.API_VERSION,
    maxNetworkRetries: 2,
    timeout,
    telemetry: false,
    appInfo: { name: 'Ironmonger' },
  });
  const request = <T>(send: () => Promise<T>) => callWithDeadline(2 * timeout, send);

  async function retrieve(intentId: string): Promise<ProviderIntent | null> {
    try {
      const intent = toProviderIntent(await stripe.paymentIntents.retrieve(intentId));
      if (intent.id !== intentId) throw invalidResponse('the response is about another intent');
      return intent;
    } catch (error) {
      // A proxy's 404 says nothing about the intent.
      if (isInvalidRequest(error) && error.statusCode === 404 && error.code === 'resource_missing') return null;
      throw error;
    }
  }

  const listRefunds = async (intentId: string) =>
    toProviderRefunds(await stripe.refunds.list({ payment_intent: intentId, limit: MAX_LISTED }));

  return {
    getPaymentLimits,
    createIntent: (intent) =>
      request(async () =>
        toProviderIntent(
          await stripe.paymentIntents.create(
            {
              amount: toChargeAmount(intent.amountMinor, intent.currency),
              currency: intent.currency,
              description: intent.description,
              receipt_email: intent.email,
              // The form takes cards only, and 3-D Secure opens on top of it. No redirect takes the buyer to another
              // page.
              automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
              metadata: { order: intent.purchaseId, payment: intent.paymentId, user: intent.userId },
            },
            { idempotencyKey: `create-${intent.paymentId}` },
          ),
        ),
      ),
    retrieveIntent: (intentId) => request(() => retrieve(intentId)),
    cancelIntent: (intentId) =>
      request(async () => {
        try {
          // A new key each time: the provider repeats a rejection ('processing') as long as the key is the same.
          const idempotencyKey = `cancel-${intentId}-${randomUUID()}`;
          const intent = toProviderIntent(await stripe.paymentIntents.cancel(intentId, {}, { idempotencyKey }));
          if (intent.id === intentId && intent.status === 'canceled') return 'canceled';
          throw invalidResponse('the canceled intent is not canceled');
        } catch (error) {
          if (!isInvalidRequest(error)) throw error;
          const intent = await retrieve(intentId);
          if (!intent) return NOT_AT_PROVIDER;
          return intent.status === 'canceled' ? 'canceled' : null;
        }
      }),
    refundIntent: (intentId) =>
      request(async () => {
        try {
          // A new key each time, since a rejection is repeated for a day with the same key. Two requests still
          // refund once: without an amount, each refunds what is left.
          const idempotencyKey = `refund-${intentId}-${randomUUID()}`;
          const refund = toProviderRefund(
            await stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey }),
          );
          if (refund.intentId === intentId && isEffectiveRefund(refund.status)) return refund;
          throw invalidResponse('the refund was not made');
        } catch (error) {
          if (!isInvalidRequest(error)) throw error;
          if (error.code === 'charge_disputed') return 'disputed';
          if (error.code !== 'charge_already_refunded') throw error;
          // An earlier refund succeeded, but its response was lost.
          const last = (await listRefunds(intentId)).find(({ status }) => isEffectiveRefund(status));
          if (!last) throw error;
          return last;
        }
      }),
    createRefund: ({ refundId, intentId, amountMinor, currency, reason }) =>
      request(async () => {
        try {
          const refund = toProviderRefund(
            await stripe.refunds.create(
              {
                payment_intent: intentId,
                amount: toChargeAmount(amountMinor, currency),
                metadata: { refund: refundId, reason },
              },
              { idempotencyKey: `refund-${refundId}` },
            ),
          );
          if (refund.intentId === intentId && refund.amountMinor === amountMinor && refund.refundId === refundId)
            return refund;
          throw invalidResponse('the response is about another refund');
        } catch (error) {
          // A key that is in use says nothing about the refund: another request is making it.
          if (!isInvalidRequest(error) || error.statusCode === 409) throw error;
          if (error.code === 'charge_disputed') return 'disputed';
          return error.code === 'charge_already_refunded' || error.param === 'amount' ? 'too_large' : 'refused';
        }
      }),
    listRefunds: (intentId) => request(() => listRefunds(intentId)),
    listDisputes: (intentId) =>
      request(async () =>
        toProviderDisputes(await stripe.disputes.list({ payment_intent: intentId, limit: MAX_LISTED })),
      ),
    verifyWebhook(rawBody, signature) {
      if (!signature) return null;
      try {
        const event = stripe.webhooks.constructEvent(rawBody, signature, options.webhookSecret, 300);
        return isEvent(event) ? event : null;
      } catch {
        // The SDK throws errors of many kinds for headers that only look like a signature.
        return null;
      }
    },
    async probe(timeoutMs) {
      try {
        // Restricted keys may not be allowed to read the balance, but can read intents, which the shop needs.
        await callWithDeadline(timeoutMs, async () => {
          const { data } = await stripe.paymentIntents.list({ limit: 1 }, { timeout: timeoutMs, maxNetworkRetries: 0 });
          if (!Array.isArray(data)) throw invalidResponse('the response is no list');
        });
      } catch (error) {
        throw error instanceof ProviderUnavailable && error.reason ? new Error(error.reason) : error;
      }
    },
  };
}

/** A valid signature does not make the body an event: the provider may sign other things with the same secret. */
function isEvent(value: unknown): boolean {
  const event = value as Partial<Stripe.Event> | null;
  return typeof event?.id === 'string' && typeof event.type === 'string' && typeof event.data?.object === 'object';
}

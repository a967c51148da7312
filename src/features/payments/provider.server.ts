import Stripe from 'stripe';

/** The provider's answer about one intent, as far as settling needs it. */
export interface ProviderIntent {
  id: string;
  status: Stripe.PaymentIntent.Status;
  amountCents: number;
  receivedCents: number;
  currency: string;
  orderId: string | null;
  paymentId: string | null;
  clientSecret: string;
}

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
  retrieveIntent(intentId: string): Promise<ProviderIntent | null>;
  /** Null when it cannot be cancelled any more, because it succeeded or is under way. */
  cancelIntent(intentId: string): Promise<ProviderIntent | null>;
  /** Refunds in full. Answers the refund's id. */
  refundIntent(intentId: string): Promise<string>;
  /** The event of a signed message; null when the signature is missing, wrong or older than five minutes. */
  readEvent(rawBody: string, signature: string | undefined): Stripe.Event | null;
}

export interface CardProviderOptions {
  secretKey: string;
  webhookSecret: string;
  /** Only for a provider other than the real one. */
  host?: { host: string; port: number; protocol: 'http' | 'https' };
  timeoutMs?: number;
}

/** The provider could not be asked, or answered nonsense: nothing is known, try again later. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}

export function createCardProvider(options: CardProviderOptions): CardProvider {
  const stripe = new Stripe(options.secretKey, {
    ...options.host,
    maxNetworkRetries: 2,
    timeout: options.timeoutMs ?? 8_000,
    telemetry: false,
    appInfo: { name: 'Ironmonger' },
  });

  return {
    async createIntent(intent) {
      return reach(async () =>
        toProviderIntent(
          await stripe.paymentIntents.create(
            {
              amount: intent.amountCents,
              currency: intent.currency,
              description: intent.description,
              receipt_email: intent.email,
              automatic_payment_methods: { enabled: true },
              metadata: { order: intent.orderId, payment: intent.paymentId, user: intent.userId },
            },
            { idempotencyKey: `create-${intent.paymentId}` },
          ),
        ),
      );
    },
    async retrieveIntent(intentId) {
      return reach(async () => {
        try {
          return toProviderIntent(await stripe.paymentIntents.retrieve(intentId));
        } catch (error) {
          if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null;
          throw error;
        }
      });
    },
    async cancelIntent(intentId) {
      return reach(async () => {
        try {
          return toProviderIntent(await stripe.paymentIntents.cancel(intentId));
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          const intent = toProviderIntent(await stripe.paymentIntents.retrieve(intentId));
          return intent.status === 'canceled' ? intent : null;
        }
      });
    },
    async refundIntent(intentId) {
      return reach(async () => {
        try {
          return (await stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey: `refund-${intentId}` }))
            .id;
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          // Refunded before, and the answer was lost: the provider never gives back more than it took.
          const [earlier] = (await stripe.refunds.list({ payment_intent: intentId, limit: 1 })).data;
          if (!earlier) throw error;
          return earlier.id;
        }
      });
    },
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
  };
}

async function reach<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) {
      // The provider's own message may repeat what it was sent; its type and request id are enough to look it up.
      throw new ProviderUnavailable(`${error.type} ${error.code ?? ''} ${error.requestId ?? ''}`.trim());
    }
    throw error;
  }
}

function toProviderIntent(intent: Stripe.PaymentIntent): ProviderIntent {
  return {
    id: intent.id,
    status: intent.status,
    amountCents: intent.amount,
    receivedCents: intent.amount_received,
    currency: intent.currency,
    orderId: intent.metadata.order ?? null,
    paymentId: intent.metadata.payment ?? null,
    clientSecret: intent.client_secret ?? '',
  };
}

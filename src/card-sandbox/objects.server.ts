import Stripe from 'stripe';
import type { ChargeRow, EventRow, PaymentIntentRow } from './tables.server.ts';

export type StripeObject = Record<string, unknown>;

export const toUnixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** An intent with everything its JSON shows. `charge` is null until money was taken. */
export interface IntentView {
  intent: PaymentIntentRow;
  charge: ChargeRow | null;
}

const CARD_OPTIONS = {
  card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
};

/** The intent as the secret key sees it. */
export function toPaymentIntentObject({ intent, charge }: IntentView): StripeObject {
  return {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: intent.automaticPaymentMethods ? null : ['card'],
    amount: intent.amount,
    amount_capturable: 0,
    amount_received: charge ? charge.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: intent.automaticPaymentMethods,
    canceled_at: intent.canceledAt ? toUnixSeconds(intent.canceledAt) : null,
    cancellation_reason: intent.cancellationReason,
    capture_method: 'automatic',
    client_secret: intent.clientSecret,
    confirmation_method: 'automatic',
    created: toUnixSeconds(intent.created),
    currency: intent.currency,
    customer: intent.customer,
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: null,
    last_payment_error: intent.lastPaymentError,
    latest_charge: charge ? charge.id : null,
    livemode: false,
    metadata: intent.metadata,
    next_action: intent.challenge
      ? {
          type: 'use_stripe_sdk',
          use_stripe_sdk: { type: 'three_d_secure_challenge', challenge: intent.challenge },
        }
      : null,
    on_behalf_of: null,
    payment_method: intent.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: CARD_OPTIONS,
    payment_method_types: ['card'],
    processing: intent.status === 'processing' ? { type: 'card', card: {} } : null,
    receipt_email: intent.receiptEmail,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statementDescriptorSuffix,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  };
}

const BROWSER_FIELDS = [
  'id',
  'object',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
];

/** The intent as a publishable key sees it: no metadata, no customer, no charge. */
export function toBrowserIntent(intent: StripeObject): StripeObject {
  return Object.fromEntries(BROWSER_FIELDS.map((field) => [field, intent[field]]));
}

/** An event as JSON of the API. */
export function toEventObject(event: EventRow): StripeObject {
  return {
    id: event.id,
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: toUnixSeconds(event.created),
    data: { object: event.object },
    livemode: false,
    pending_webhooks: event.deliveredAt ? 0 : 1,
    request: { id: event.requestId, idempotency_key: event.idempotencyKey },
    type: event.type,
  };
}

/** A list as JSON of the API. */
export function toListObject(url: string, data: StripeObject[], hasMore: boolean): StripeObject {
  return { object: 'list', data, has_more: hasMore, url };
}

import Stripe from 'stripe';
import * as z from 'zod';

/** The provider's answer about one intent, as far as settling needs it. */
export interface ProviderIntent {
  id: string;
  status: string;
  amountCents: number;
  receivedCents: number;
  currency: string;
  orderId: string | null;
  paymentId: string | null;
  clientSecret: string;
  /** The last card that was tried did not pay. */
  failed: boolean;
}

/** Money given back, be it by the shop or by somebody in the provider's dashboard. */
export interface ProviderRefund {
  id: string;
  amountCents: number;
  status: string;
  createdAt: Date;
}

/** A cardholder's bank takes the money back until it is settled who is right. */
export interface ProviderDispute {
  id: string;
  amountCents: number;
  status: string;
  reason: string;
  /** Until when the shop can answer; null once it cannot. */
  dueBy: Date | null;
  createdAt: Date;
}

interface UnavailableOptions {
  /** What to tell an admin, without secrets; null when the provider is there and merely refused this one call. */
  reason?: string | null;
  /** The provider will give this same refusal to this idempotency key for ever. */
  keyPoisoned?: boolean;
  /** What was asked for can never be had: not for want of a provider, but because it will not. */
  rejected?: boolean;
  cause?: unknown;
}

/** The provider could not be asked, or answered nonsense: nothing is known, try again later. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
  readonly reason: string | null;
  readonly keyPoisoned: boolean;
  readonly rejected: boolean;

  constructor(
    message: string,
    {
      reason: trouble = 'The card provider cannot be reached.',
      keyPoisoned: burnt = false,
      rejected: refused = false,
      cause,
    }: UnavailableOptions = {},
  ) {
    super(message, { cause });
    this.reason = trouble;
    this.keyPoisoned = burnt;
    this.rejected = refused;
  }
}

/** The provider answered, but not what was asked: nothing of it is believed. */
export function invalidResponse(message: string, cause?: unknown): ProviderUnavailable {
  return new ProviderUnavailable(message, { reason: INVALID_RESPONSE, cause });
}

const INVALID_RESPONSE = 'The card provider answers something that makes no sense.';

/**
 * Asks, for `deadlineMs` at most with all that is tried again in between. Whatever else than an answer comes of it is
 * thrown as `ProviderUnavailable`.
 */
export async function withDeadline<T>(deadlineMs: number, ask: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      late.reject(
        new ProviderUnavailable('no answer in time', { reason: 'The card provider does not answer in time.' }),
      ),
    deadlineMs,
  );
  try {
    return await Promise.race([ask(), late.promise]);
  } catch (error) {
    throw toUnavailable(error);
  } finally {
    clearTimeout(timer);
  }
}

function toUnavailable(error: unknown): ProviderUnavailable {
  if (error instanceof ProviderUnavailable) return error;
  if (error instanceof Stripe.errors.StripeError) {
    const burnt = error.headers?.['idempotent-replayed'] === 'true';
    // The provider's own message may repeat what it was sent; its type and request id are enough to look it up.
    const message = `${error.type} ${error.code ?? ''} ${error.requestId ?? ''}`.trim();
    return new ProviderUnavailable(message, {
      reason: describeError(error),
      keyPoisoned: burnt,
      rejected: isRejection(error),
    });
  }
  // Not an intent, not even an object: the SDK stumbles over some of that itself.
  return invalidResponse('the answer makes no sense', error);
}

function isRejection(error: Stripe.errors.StripeError): boolean {
  const { StripeIdempotencyError, StripeInvalidRequestError } = Stripe.errors;
  if (error instanceof StripeIdempotencyError) return true;
  return error instanceof StripeInvalidRequestError && error.rawType === 'invalid_request_error';
}

function describeError(error: Stripe.errors.StripeError): string | null {
  const { errors } = Stripe;
  if (error instanceof errors.StripeAuthenticationError)
    return 'The card provider refuses the secret key. Please check STRIPE_SECRET_KEY.';
  if (error instanceof errors.StripePermissionError)
    return 'The secret key is not allowed to do what the shop needs. Please give it more rights in the dashboard.';
  if (error instanceof errors.StripeRateLimitError) return 'The card provider is asked too often.';
  if (error instanceof errors.StripeConnectionError) return 'The card provider cannot be reached.';
  // Some other system's refusal: the provider's own names its type.
  if (error instanceof errors.StripeInvalidRequestError && error.rawType !== 'invalid_request_error')
    return INVALID_RESPONSE;
  if (error instanceof errors.StripeAPIError) return 'The card provider has trouble of its own.';
  return null;
}

const seconds = z.number().transform((value) => new Date(value * 1000));

const intentSchema = z.object({
  id: z.string().startsWith('pi_'),
  status: z.string(),
  amount: z.int(),
  amount_received: z.int(),
  currency: z.string(),
  metadata: z.record(z.string(), z.string()),
  client_secret: z.string().nullish(),
  last_payment_error: z.object({}).nullish(),
});

/** Throws when it is no intent at all: a proxy's page, say. */
export function toProviderIntent(response: unknown): ProviderIntent {
  const intent = intentSchema.parse(response);
  return {
    id: intent.id,
    status: intent.status,
    amountCents: intent.amount,
    receivedCents: intent.amount_received,
    currency: intent.currency,
    orderId: intent.metadata.order ?? null,
    paymentId: intent.metadata.payment ?? null,
    clientSecret: intent.client_secret ?? '',
    failed: Boolean(intent.last_payment_error),
  };
}

const refundSchema = z.object({
  id: z.string().regex(/^(re|pyr)_/),
  amount: z.int().positive(),
  status: z.string().nullish(),
  created: seconds,
  payment_intent: z.string().nullish(),
});

/** Throws when it is no refund at all. */
export function toProviderRefund(response: unknown): ProviderRefund & { intentId: string | null } {
  const { id, amount, status, created, payment_intent } = refundSchema.parse(response);
  return { id, amountCents: amount, status: status ?? 'pending', createdAt: created, intentId: payment_intent ?? null };
}

const refundsSchema = z.object({ data: z.array(z.unknown()) });

export function toProviderRefunds(response: unknown): ProviderRefund[] {
  return refundsSchema.parse(response).data.map((one) => {
    const { intentId: _, ...refund } = toProviderRefund(one);
    return refund;
  });
}

const disputesSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      amount: z.int(),
      status: z.string(),
      reason: z.string(),
      created: seconds,
      evidence_details: z.object({ due_by: seconds.nullish() }).nullish(),
    }),
  ),
});

export function toProviderDisputes(response: unknown): ProviderDispute[] {
  return disputesSchema.parse(response).data.map(({ id, amount, status, reason, created, evidence_details }) => ({
    id,
    amountCents: amount,
    status,
    reason,
    dueBy: evidence_details?.due_by ?? null,
    createdAt: created,
  }));
}

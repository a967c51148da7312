import * as z from 'zod';
import { fromChargeAmount } from './payment-limits.ts';

/** An intent at the provider: the fields that settling a payment needs. */
export interface ProviderIntent {
  id: string;
  status: string;
  amountMinor: number;
  receivedMinor: number;
  currency: string;
  /** The purchase's id, which is `order` in the intent's metadata. */
  purchaseId: string | null;
  paymentId: string | null;
  clientSecret: string;
  /** The last card that was tried was declined. */
  failed: boolean;
}

/** A refund, made by the shop or in the provider's dashboard. */
export interface ProviderRefund {
  id: string;
  amountMinor: number;
  status: string;
  createdAt: Date;
  /** The id of the shop's own record of the refund, which is `refund` in its metadata. */
  refundId: string | null;
}

/** A dispute: the cardholder's bank withholds the money until it is decided. */
export interface ProviderDispute {
  id: string;
  amountMinor: number;
  status: string;
  reason: string;
  /** The shop's deadline to respond. Null once it can no longer respond. */
  dueBy: Date | null;
  createdAt: Date;
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

/** Throws if the response is not an intent, such as a proxy's page. */
export function toProviderIntent(response: unknown): ProviderIntent {
  const intent = intentSchema.parse(response);
  return {
    id: intent.id,
    status: intent.status,
    amountMinor: fromChargeAmount(intent.amount, intent.currency),
    receivedMinor: fromChargeAmount(intent.amount_received, intent.currency),
    currency: intent.currency,
    purchaseId: intent.metadata.order ?? null,
    paymentId: intent.metadata.payment ?? null,
    clientSecret: intent.client_secret ?? '',
    failed: Boolean(intent.last_payment_error),
  };
}

const refundSchema = z.object({
  id: z.string().regex(/^(re|pyr)_/),
  amount: z.int().positive(),
  currency: z.string(),
  status: z.string().nullish(),
  created: seconds,
  payment_intent: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

/** Throws if the response is not a refund. */
export function toProviderRefund(response: unknown): ProviderRefund & { intentId: string | null } {
  const { id, amount, currency, status, created, payment_intent, metadata } = refundSchema.parse(response);
  return {
    id,
    amountMinor: fromChargeAmount(amount, currency),
    status: status ?? 'pending',
    createdAt: created,
    refundId: metadata?.refund ?? null,
    intentId: payment_intent ?? null,
  };
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
      currency: z.string(),
      status: z.string(),
      reason: z.string(),
      created: seconds,
      evidence_details: z.object({ due_by: seconds.nullish() }).nullish(),
    }),
  ),
});

export function toProviderDisputes(response: unknown): ProviderDispute[] {
  return disputesSchema
    .parse(response)
    .data.map(({ id, amount, currency, status, reason, created, evidence_details }) => ({
      id,
      amountMinor: fromChargeAmount(amount, currency),
      status,
      reason,
      dueBy: evidence_details?.due_by ?? null,
      createdAt: created,
    }));
}

import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { CardSummary } from './cards.server.ts';
import { getPresetCard } from './cards.server.ts';
import { makeId } from './ids.server.ts';
import { assertTransition, type IntentStatus } from './intent-states.ts';
import { type IntentView, type StripeObject, toPaymentIntentObject } from './objects.server.ts';
import { resourceMissing, type StripeResult, stripeFailure, stripeOk } from './stripe-error.server.ts';
import {
  type BillingDetails,
  type ChargeRow,
  charges,
  events,
  type PaymentIntentRow,
  type PaymentMethodRow,
  paymentIntents,
  paymentMethods,
} from './tables.server.ts';

export type SandboxDatabase = NodePgDatabase;
export type SandboxTx = Parameters<Parameters<SandboxDatabase['transaction']>[0]>[0];
export type SandboxReader = SandboxDatabase | SandboxTx;

/** One open transaction and the request it serves, whose id its events carry. */
export interface WriteContext {
  tx: SandboxTx;
  requestId: string | null;
  idempotencyKey: string | null;
}

type SandboxEvent =
  | 'payment_intent.created'
  | 'payment_intent.processing'
  | 'payment_intent.requires_action'
  | 'payment_intent.payment_failed'
  | 'payment_intent.succeeded'
  | 'payment_intent.canceled'
  | 'charge.succeeded'
  | 'charge.refunded'
  | 'charge.refund.updated'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed';

/** Writes an event with the object's present state, due for delivery at once. */
export async function recordEvent(
  context: WriteContext,
  type: SandboxEvent,
  paymentIntent: string,
  object: StripeObject,
): Promise<void> {
  const { tx, requestId, idempotencyKey } = context;
  await tx.insert(events).values({ id: makeId('evt'), type, paymentIntent, object, requestId, idempotencyKey });
}

/** Reads the intent and keeps everyone else from changing it until the transaction ends. */
export async function lockIntent(tx: SandboxTx, id: string): Promise<StripeResult<IntentView>> {
  const [intent] = await tx.select().from(paymentIntents).where(eq(paymentIntents.id, id)).for('update');
  if (!intent) return resourceMissing('payment_intent', id, 'intent');
  return stripeOk({ intent, charge: await getCharge(tx, id) });
}

export async function getCharge(db: SandboxReader, intentId: string): Promise<ChargeRow | null> {
  const [charge] = await db.select().from(charges).where(eq(charges.paymentIntent, intentId));
  return charge ?? null;
}

/** Makes a transition of the state table; one that is not in it is a bug and throws. */
export async function transitionIntent(
  { tx }: WriteContext,
  intent: PaymentIntentRow,
  status: IntentStatus,
  change: PgUpdateSetSource<typeof paymentIntents> = {},
): Promise<PaymentIntentRow> {
  assertTransition(intent.status, status);
  const [moved] = await tx
    .update(paymentIntents)
    .set({ challenge: null, ...change, status })
    .where(eq(paymentIntents.id, intent.id))
    .returning();
  if (!moved) throw new Error(`Payment intent ${intent.id} vanished while locked`);
  return moved;
}

export type NewPaymentMethod = CardSummary & { billingDetails?: BillingDetails };

export async function addPaymentMethod(db: SandboxReader, card: NewPaymentMethod): Promise<PaymentMethodRow> {
  const [method] = await db
    .insert(paymentMethods)
    .values({ ...card, id: makeId('pm') })
    .returning();
  if (!method) throw new Error('The payment method was not written');
  return method;
}

/** A stored payment method, or a new one for a preset name such as `pm_card_visa`. */
export async function resolvePaymentMethod(db: SandboxReader, id: string): Promise<StripeResult<PaymentMethodRow>> {
  const preset = getPresetCard(id);
  if (preset) return stripeOk(await addPaymentMethod(db, preset));
  const [method] = await db.select().from(paymentMethods).where(eq(paymentMethods.id, id));
  return method ? stripeOk(method) : resourceMissing('PaymentMethod', id, 'payment_method', 400);
}

/** The error for a request that the intent's present state does not allow. */
export function unexpectedState(view: IntentView, message: string) {
  return stripeFailure({
    status: 400,
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: toPaymentIntentObject(view),
  });
}

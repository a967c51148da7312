import { and, eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { toChargeObject, toRefundObject } from './charge-objects.server.ts';
import { makeId } from './ids.server.ts';
import { mergeMetadata } from './intents.server.ts';
import { type createRefundParams, formatStripeMoney } from './params.server.ts';
import { lockIntent, recordEvent, type SandboxDatabase, type WriteContext } from './store.server.ts';
import { getStripeStep } from './stripe-currencies.ts';
import { invalidParam, resourceMissing, type StripeResult, stripeFailure, stripeOk } from './stripe-error.server.ts';
import { type CardRefundRow, cardRefunds, charges, disputes, paymentMethods } from './tables.server.ts';
import { getSlowRefund } from './test-cards.ts';

/** Refunds a charge, whole or in part, never more than was captured: the intent's row is locked. */
export async function createRefund(
  context: WriteContext,
  params: z.infer<typeof createRefundParams>,
): Promise<StripeResult<CardRefundRow>> {
  const { tx } = context;
  if (!params.payment_intent && !params.charge) {
    return invalidParam(
      'payment_intent',
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  let intentId = params.payment_intent;
  if (params.charge) {
    const [charge] = await tx.select().from(charges).where(eq(charges.id, params.charge));
    if (!charge) return resourceMissing('charge', params.charge, 'charge');
    if (intentId && intentId !== charge.paymentIntent) {
      return invalidParam('charge', `The charge ${charge.id} does not belong to the payment intent given.`);
    }
    intentId = charge.paymentIntent;
  }
  const locked = await lockIntent(tx, intentId ?? '');
  if (!locked.ok) return resourceMissing('payment_intent', intentId ?? '', 'payment_intent');
  const { intent, charge } = locked.value;
  if (!charge) {
    return invalidParam(
      'payment_intent',
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    );
  }
  const [dispute] = await tx.select().from(disputes).where(eq(disputes.charge, charge.id));
  if (dispute?.status === 'needs_response' || dispute?.status === 'lost') {
    return stripeFailure({
      status: 400,
      type: 'invalid_request_error',
      code: 'charge_disputed',
      message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    });
  }
  const metadata = mergeMetadata({}, params.metadata);
  if (!metadata.ok) return metadata;
  const left = charge.amount - charge.amountRefunded;
  const amount = params.amount ?? left;
  if (left === 0) {
    return stripeFailure({
      status: 400,
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    });
  }
  if (amount < 1) return invalidParam('amount', 'Invalid positive integer', 'parameter_invalid_integer');
  const step = getStripeStep(charge.currency);
  if (amount % step !== 0)
    return invalidParam('amount', `Invalid amount: refunds in ${charge.currency} have to be multiples of ${step}.`);
  if (amount > left) {
    const [asked, open] = [formatStripeMoney(amount, charge.currency), formatStripeMoney(left, charge.currency)];
    return invalidParam('amount', `Refund amount (${asked}) is greater than unrefunded amount on charge (${open})`);
  }
  const [method] = await tx.select().from(paymentMethods).where(eq(paymentMethods.id, charge.paymentMethod));
  const slow = getSlowRefund(method?.behavior ?? '');
  const [changed] = await tx
    .update(charges)
    .set({ amountRefunded: sql`${charges.amountRefunded} + ${amount}` })
    .where(eq(charges.id, charge.id))
    .returning();
  const [refund] = await tx
    .insert(cardRefunds)
    .values({
      id: makeId('re'),
      charge: charge.id,
      paymentIntent: intent.id,
      amount,
      currency: charge.currency,
      reason: params.reason ?? null,
      metadata: metadata.value,
      ...(slow
        ? { status: slow.status, settlesAs: slow.settlesAs, settlesAt: sql`now() + ${SETTLES_AFTER}::interval` }
        : {}),
    })
    .returning();
  if (!changed || !refund || !method) throw new Error(`The refund of ${charge.id} was not written`);
  await recordEvent(context, 'charge.refunded', intent.id, toChargeObject({ charge: changed, intent, method }));
  await recordEvent(context, 'refund.created', intent.id, toRefundObject(refund));
  return stripeOk(refund);
}

/** How long a bank takes to decide a refund that does not succeed at once. */
const SETTLES_AFTER = '5 seconds';
const BATCH_SIZE = 50;

/** Settles the refunds whose time has come, as their cards say. Returns how many. */
export async function settleDueRefunds(db: SandboxDatabase): Promise<number> {
  const due = await db
    .select({ id: cardRefunds.id, settlesAs: cardRefunds.settlesAs })
    .from(cardRefunds)
    .where(lte(cardRefunds.settlesAt, sql`now()`))
    .orderBy(cardRefunds.settlesAt)
    .limit(BATCH_SIZE);
  for (const { id, settlesAs } of due) await settleRefund(db, id, settlesAs === 'failed' ? 'failed' : 'succeeded');
  return due.length;
}

/** Settles a refund that is not final yet; false for all others. The charge has the money of a failed one again. */
export async function settleRefund(db: SandboxDatabase, id: string, result: 'succeeded' | 'failed'): Promise<boolean> {
  return db.transaction(async (tx) => {
    const context = { tx, requestId: null, idempotencyKey: null };
    const [found] = await tx.select().from(cardRefunds).where(eq(cardRefunds.id, id));
    if (!found) return false;
    await lockIntent(tx, found.paymentIntent);
    const [settled] = await tx
      .update(cardRefunds)
      .set({ status: result, settlesAt: null, settlesAs: null })
      .where(and(eq(cardRefunds.id, id), isNotNull(cardRefunds.settlesAt)))
      .returning();
    if (!settled) return false;
    if (result === 'failed')
      await tx
        .update(charges)
        .set({ amountRefunded: sql`${charges.amountRefunded} - ${settled.amount}` })
        .where(eq(charges.id, settled.charge));
    const type = result === 'failed' ? 'refund.failed' : 'refund.updated';
    for (const one of [type, 'charge.refund.updated'] as const)
      await recordEvent(context, one, settled.paymentIntent, toRefundObject(settled));
    return true;
  });
}

import { eq } from 'drizzle-orm';
import { type ChargeView, toChargeObject, toPaymentMethodObject } from './charge-objects.server.ts';
import { openDispute } from './disputes.server.ts';
import { makeId } from './ids.server.ts';
import { type ChallengeResult, isOpen } from './intent-states.ts';
import { type IntentView, toPaymentIntentObject } from './objects.server.ts';
import {
  addPaymentMethod,
  lockIntent,
  type NewPaymentMethod,
  recordEvent,
  resolvePaymentMethod,
  type SandboxDatabase,
  type SandboxTx,
  transitionIntent,
  unexpectedState,
  type WriteContext,
} from './store.server.ts';
import { invalidParam, type StripeResult, stripeFailure, stripeOk } from './stripe-error.server.ts';
import { charges, type PaymentIntentRow, type PaymentMethodRow, paymentMethods } from './tables.server.ts';
import { DECLINES, type Decline, decideCharge, getTestDispute } from './test-cards.ts';

interface ConfirmOptions {
  /** None means the one attached before. */
  paymentMethod?: string | undefined;
  /** A card just typed, written only once the intent is known to take it. */
  newPaymentMethod?: NewPaymentMethod | undefined;
  receiptEmail?: string | undefined;
  /** No customer can pass 3-D Secure, so a card that requires it is declined. */
  offSession?: boolean | undefined;
  /** A slow card network: the intent stays `processing` until `settleProcessingIntent`. */
  keepProcessing?: boolean | undefined;
}

/** Confirms under the intent's row lock, so of two simultaneous confirmations only the first takes money. */
export async function confirmIntent(
  context: WriteContext,
  id: string,
  options: ConfirmOptions,
): Promise<StripeResult<IntentView>> {
  const locked = await lockIntent(context.tx, id);
  return locked.ok ? confirmLocked(context, locked.value, options) : locked;
}

export async function confirmLocked(
  context: WriteContext,
  view: IntentView,
  options: ConfirmOptions,
): Promise<StripeResult<IntentView>> {
  const { status } = view.intent;
  if (!isOpen(status)) {
    const why =
      status === 'succeeded'
        ? 'it has already succeeded after being previously confirmed.'
        : `it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`;
    return unexpectedState(view, `You cannot confirm this PaymentIntent because ${why}`);
  }
  const paymentMethodId = options.paymentMethod ?? view.intent.paymentMethod;
  if (!paymentMethodId && !options.newPaymentMethod) {
    return unexpectedState(
      view,
      'You cannot confirm this PaymentIntent because it is missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.',
    );
  }
  const found = options.newPaymentMethod
    ? stripeOk(await addPaymentMethod(context.tx, options.newPaymentMethod))
    : await resolvePaymentMethod(context.tx, paymentMethodId ?? '');
  if (!found.ok) return found;
  const method = found.value;
  const verdict = decideCharge(method.behavior, false);
  const attached = {
    paymentMethod: method.id,
    lastPaymentError: null,
    ...(options.receiptEmail === undefined ? {} : { receiptEmail: options.receiptEmail }),
  };
  const intent = await transitionIntent(context, view.intent, 'requires_confirmation', attached);

  if (options.keepProcessing) {
    const moved = { intent: await transitionIntent(context, intent, 'processing'), charge: null };
    await recordEvent(context, 'payment_intent.processing', id(moved), toPaymentIntentObject(moved));
    return stripeOk(moved);
  }
  if (verdict.kind === 'approve') return stripeOk(await captureIntent(context, intent, method));
  if (verdict.kind === 'decline') return declineIntent(context, intent, method, verdict.decline);
  if (options.offSession) return declineIntent(context, intent, method, DECLINES.authentication_required);
  const moved = {
    intent: await transitionIntent(context, intent, 'requires_action', { challenge: makeId('tds') }),
    charge: null,
  };
  await recordEvent(context, 'payment_intent.requires_action', id(moved), toPaymentIntentObject(moved));
  return stripeOk(moved);
}

const id = (view: IntentView): string => view.intent.id;

/** Records the failure and returns it: the write is committed, although the response is an error. */
async function declineIntent(
  context: WriteContext,
  intent: PaymentIntentRow,
  method: PaymentMethodRow,
  decline: Decline,
): Promise<StripeResult<IntentView>> {
  const failed = { ...decline, payment_method: toPaymentMethodObject(method) };
  const moved = {
    intent: await transitionIntent(context, intent, 'requires_payment_method', {
      paymentMethod: null,
      lastPaymentError: failed,
    }),
    charge: null,
  };
  const payment_intent = toPaymentIntentObject(moved);
  await recordEvent(context, 'payment_intent.payment_failed', intent.id, payment_intent);
  return stripeFailure({ status: 402, ...failed, payment_intent });
}

/** Ends the open 3-D Secure challenge. One that was superseded or resolved before is rejected. */
export async function resolveChallenge(
  context: WriteContext,
  view: IntentView,
  challenge: string,
  result: ChallengeResult,
): Promise<StripeResult<IntentView>> {
  const { intent } = view;
  if (intent.status !== 'requires_action') {
    return unexpectedState(
      view,
      `This PaymentIntent has a status of ${intent.status}, so there is no challenge to answer.`,
    );
  }
  if (intent.challenge !== challenge) return invalidParam('challenge', 'This 3-D Secure challenge is no longer open.');
  const method = await getAttachedMethod(context.tx, intent);
  if (result !== 'complete') return declineIntent(context, intent, method, DECLINES.authentication_failed);
  const verdict = decideCharge(method.behavior, true);
  return verdict.kind === 'decline'
    ? declineIntent(context, intent, method, verdict.decline)
    : stripeOk(await captureIntent(context, intent, method));
}

/** Ends a payment that is `processing`; false when the intent is not in that state. */
export async function settleProcessingIntent(
  db: SandboxDatabase,
  intentId: string,
  result: 'succeeded' | 'failed',
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const context = { tx, requestId: null, idempotencyKey: null };
    const locked = await lockIntent(tx, intentId);
    if (!locked.ok || locked.value.intent.status !== 'processing') return false;
    const { intent } = locked.value;
    const method = await getAttachedMethod(tx, intent);
    if (result === 'succeeded') await captureIntent(context, intent, method);
    else await declineIntent(context, intent, method, DECLINES.decline);
    return true;
  });
}

async function getAttachedMethod(tx: SandboxTx, intent: PaymentIntentRow): Promise<PaymentMethodRow> {
  const [method] = await tx
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.id, intent.paymentMethod ?? ''));
  if (!method) throw new Error(`Payment intent ${intent.id} has no payment method`);
  return method;
}

/** Captures the money: the intent succeeds; its one charge and both events are written. */
async function captureIntent(
  context: WriteContext,
  intent: PaymentIntentRow,
  method: PaymentMethodRow,
): Promise<IntentView> {
  const moved = await transitionIntent(context, intent, 'succeeded', {
    paymentMethod: method.id,
    lastPaymentError: null,
  });
  const [charge] = await context.tx
    .insert(charges)
    .values({
      id: makeId('ch'),
      paymentIntent: intent.id,
      paymentMethod: method.id,
      amount: moved.amount,
      currency: moved.currency,
    })
    .returning();
  if (!charge) throw new Error(`The charge of ${intent.id} was not written`);
  const view: ChargeView = { charge, intent: moved, method };
  await recordEvent(context, 'charge.succeeded', intent.id, toChargeObject(view));
  await recordEvent(context, 'payment_intent.succeeded', intent.id, toPaymentIntentObject(view));
  const dispute = getTestDispute(method.behavior);
  if (dispute) await openDispute(context, charge, dispute);
  return view;
}

import { type ChargeView, toChargeObject } from './charge-objects.server.ts';
import { openDispute } from './disputes.server.ts';
import { makeId } from './ids.server.ts';
import { type IntentView, toPaymentIntentObject } from './objects.server.ts';
import { recordEvent, transitionIntent, type WriteContext } from './store.server.ts';
import { charges, type PaymentIntentRow, type PaymentMethodRow } from './tables.server.ts';
import { getTestDispute } from './test-cards.ts';

/** Captures the money: the intent succeeds; its one charge and both events are written. */
export async function captureIntent(
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

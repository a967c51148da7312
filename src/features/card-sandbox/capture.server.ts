import { openDispute } from './disputes.server.ts';
import { makeId } from './ids.server.ts';
import { type Ledger, moveIntent, recordEvent } from './ledger.server.ts';
import { type ChargeView, chargeObject } from './money-objects.server.ts';
import { type IntentView, paymentIntentObject } from './objects.server.ts';
import { charges, type PaymentIntentRow, type PaymentMethodRow } from './tables.server.ts';
import { disputeOf } from './test-cards.ts';

/** Takes the money: the intent succeeds and its one charge is written, with both events. */
export async function captureIntent(
  ledger: Ledger,
  intent: PaymentIntentRow,
  method: PaymentMethodRow,
): Promise<IntentView> {
  const moved = await moveIntent(ledger, intent, 'succeeded', { paymentMethod: method.id, lastPaymentError: null });
  const [charge] = await ledger.tx
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
  await recordEvent(ledger, 'charge.succeeded', intent.id, chargeObject(view));
  await recordEvent(ledger, 'payment_intent.succeeded', intent.id, paymentIntentObject(view));
  const dispute = disputeOf(method.behaviour);
  if (dispute) await openDispute(ledger, charge, dispute);
  return view;
}

import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import type { TestShop } from '#tests/support/shop.ts';

export interface SignedEvent {
  payload: string;
  signature: string | undefined;
}

/** A message of the card provider about an intent, signed as the provider signs. */
export function signEvent(
  shop: TestShop,
  intentId: string,
  {
    id = `evt_${randomBytes(12).toString('hex')}`,
    type = 'payment_intent.succeeded',
    secret = shop.cards.webhookSecret,
    at = Date.now(),
    /** What else its object carries. */
    carries = {},
  } = {},
): SignedEvent {
  const payload = JSON.stringify({
    id,
    object: 'event',
    api_version: Stripe.API_VERSION,
    type,
    data: { object: { ...buildEventObject(type, intentId), ...carries } },
  });
  return {
    payload,
    signature: Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at / 1000) }),
  };
}

/** What a message is about, as the provider sends it: an intent, or what belongs to one. */
function buildEventObject(type: string, intentId: string): object {
  const own = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
  if (type.startsWith('payment_intent.')) return { id: intentId, object: 'payment_intent' };
  if (type.startsWith('charge.dispute.')) return { id: own('du'), object: 'dispute', payment_intent: intentId };
  if (/^(charge\.)?refund\./.test(type)) return { id: own('re'), object: 'refund', payment_intent: intentId };
  return { id: own('ch'), object: 'charge', payment_intent: { id: intentId, object: 'payment_intent' } };
}

/** Hands it in, and answers once it was worked on, which the provider does not wait for. */
export async function deliverEvent(shop: TestShop, message: SignedEvent) {
  const response = await sendEvent(shop, message);
  await shop.context.webhookWorker.idle();
  return response;
}

export function sendEvent(shop: TestShop, { payload, signature }: SignedEvent) {
  return shop.call('POST', '/webhooks/stripe', {
    body: payload,
    headers: signature === undefined ? {} : { 'stripe-signature': signature },
  });
}

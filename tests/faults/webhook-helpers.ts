import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import type { TestShop } from '#tests/support/shop.ts';

export interface SignedEvent {
  payload: string;
  signature: string | undefined;
}

/** Signs a webhook event about an intent. */
export function signEvent(
  shop: TestShop,
  intentId: string,
  {
    id = `evt_${randomBytes(12).toString('hex')}`,
    type = 'payment_intent.succeeded',
    secret = shop.cards.webhookSecret,
    at = Date.now(),
    /** Additional fields of the event's object. */
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

/** Builds the event's object as the provider sends it: an intent, or an object that belongs to one. */
function buildEventObject(type: string, intentId: string): object {
  const own = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
  if (type.startsWith('payment_intent.')) return { id: intentId, object: 'payment_intent' };
  if (type.startsWith('charge.dispute.')) return { id: own('du'), object: 'dispute', payment_intent: intentId };
  if (/^(charge\.)?refund\./.test(type)) return { id: own('re'), object: 'refund', payment_intent: intentId };
  return { id: own('ch'), object: 'charge', payment_intent: { id: intentId, object: 'payment_intent' } };
}

/** Sends the event and waits until it is processed, which the provider does not. */
export async function deliverEvent(shop: TestShop, message: SignedEvent) {
  const response = await sendEvent(shop, message);
  await shop.workers.get('webhook-events').idle();
  return response;
}

export function sendEvent(shop: TestShop, { payload, signature }: SignedEvent) {
  return shop.call('POST', '/webhooks/stripe', {
    body: payload,
    headers: signature === undefined ? {} : { 'stripe-signature': signature },
  });
}

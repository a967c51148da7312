import { type RunningShop, type SignedInUser, sendRequest } from '#tests/support/running-shop.ts';

export interface TestPurchase {
  id: string;
  number: string;
  /** Its lines. */
  orders: string[];
  /** A decimal string. */
  total: string;
}

/** Orders so many of each tool as one purchase. `more` is what else its buyer says, such as where it goes. */
export async function placeNewPurchase(
  { origin }: RunningShop,
  { token }: SignedInUser,
  toolIds: readonly string[],
  quantity: number,
  more: { addressId?: string } = {},
): Promise<TestPurchase> {
  const body = { lines: toolIds.map((toolId) => ({ toolId, quantity })), ...more };
  const placed = await sendRequest('POST', `${origin}/api/purchases`, body, token);
  const { insertedId: id, ...others } = (await placed.json()) as Omit<TestPurchase, 'id'> & { insertedId: string };
  return { id, ...others };
}

/** The same, paid by a card of the sandbox. */
export async function payNewPurchase(
  shop: RunningShop,
  customer: SignedInUser,
  toolIds: readonly string[],
  quantity: number,
  { card = 'pm_card_visa', ...more }: { addressId?: string; card?: string } = {},
): Promise<TestPurchase> {
  const purchase = await placeNewPurchase(shop, customer, toolIds, quantity, more);
  const { id, orders } = purchase;
  const { origin } = shop;
  const { token } = customer;
  const started = await sendRequest('POST', `${origin}/api/create-payment-intent`, { purchase: id }, token);
  const { clientSecret, publishableKey } = (await started.json()) as { clientSecret: string; publishableKey: string };
  const [intent = ''] = clientSecret.split('_secret_');
  await fetch(`${origin}/card-sandbox/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: card }),
  });
  const paid = { order: orders[0], transactionId: intent };
  await sendRequest('PATCH', `${origin}/api/myorder/${orders[0]}`, paid, token);
  return purchase;
}

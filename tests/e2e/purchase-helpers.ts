import { type RunningShop, type SignedInUser, sendRequest } from '#tests/support/running-shop.ts';

export interface TestPurchase {
  id: string;
  number: string;
  /** The ids of its lines. */
  orders: string[];
  /** As a decimal string. */
  total: string;
}

/** Places one purchase with this quantity of each tool. `more` is the rest of the request, such as the address. */
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

/** Does the same, and pays with a card of the sandbox. */
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

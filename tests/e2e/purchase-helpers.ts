import { type RunningShop, type SignedInUser, sendRequest } from '#tests/support/running-shop.ts';

/** Orders so many of each tool as one purchase, and pays it by the card sandbox. */
export async function payNewPurchase(
  { origin }: RunningShop,
  { token }: SignedInUser,
  toolIds: readonly string[],
  quantity: number,
): Promise<{ id: string; number: string }> {
  const body = { lines: toolIds.map((toolId) => ({ toolId, quantity })) };
  const placed = await sendRequest('POST', `${origin}/api/purchases`, body, token);
  const {
    insertedId: id,
    number,
    orders,
  } = (await placed.json()) as {
    insertedId: string;
    number: string;
    orders: string[];
  };
  const started = await sendRequest('POST', `${origin}/api/create-payment-intent`, { purchase: id }, token);
  const { clientSecret, publishableKey } = (await started.json()) as { clientSecret: string; publishableKey: string };
  const [intent = ''] = clientSecret.split('_secret_');
  await fetch(`${origin}/card-sandbox/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  });
  const paid = { order: orders[0], transactionId: intent };
  await sendRequest('PATCH', `${origin}/api/myorder/${orders[0]}`, paid, token);
  return { id, number };
}

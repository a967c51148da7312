import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { confirmCard, createTool, GOOD_CARD, objectBody, reportPaid, type TestTool } from './order-helpers.ts';

export interface PlacedPurchase {
  id: string;
  number: string;
  orders: string[];
  total: string;
}

/** Creates a shop with an admin, two customers, and two tools with plenty of stock. */
export async function createTradingShop(options: Parameters<typeof createTestShop>[0] = {}) {
  const shop = await createTestShop(options);
  const [admin, ada, bob] = await Promise.all([
    shop.createAdmin(),
    shop.signUp({ confirmed: true }),
    shop.signUp({ displayName: 'Bob', confirmed: true }),
  ]);
  const hammer = await createTool(shop, { itemName: 'Claw hammer', quantity: 100_000 });
  const vise = await createTool(shop, { itemName: 'Bench vise', quantity: 100_000, unitPriceMinor: 12_900 });
  return { shop, admin, ada, bob, hammer, vise };
}

/** Builds the body of a purchase of these tools, by default ten pieces each. */
export function toPurchaseBody(lines: readonly (TestTool | [TestTool, number])[]) {
  return {
    lines: lines.map((line) => {
      const [tool, quantity] = Array.isArray(line) ? line : [line, 10];
      return { toolId: tool.id, quantity };
    }),
  };
}

export async function placePurchase(
  shop: TestShop,
  buyer: TestUser,
  lines: readonly (TestTool | [TestTool, number])[],
  more: Record<string, unknown> = {},
): Promise<PlacedPurchase> {
  const body = { ...toPurchaseBody(lines), ...more };
  const response = await shop.call('POST', '/purchases', { token: buyer.token, body });
  if (response.status !== 201) throw new Error(`purchase: ${response.status} ${JSON.stringify(response.body)}`);
  const { insertedId, number, orders, total } = objectBody(response);
  return { id: String(insertedId), number: String(number), orders: orders as string[], total: String(total) };
}

/** Starts the payment of a purchase and returns its intent. */
export async function startPurchasePayment(shop: TestShop, buyer: TestUser, { id }: Pick<PlacedPurchase, 'id'>) {
  const response = await shop.call('POST', '/create-payment-intent', { token: buyer.token, body: { purchase: id } });
  if (response.status !== 200) throw new Error(`intent: ${response.status} ${JSON.stringify(response.body)}`);
  const clientSecret = String(objectBody(response).clientSecret);
  return { clientSecret, intentId: clientSecret.split('_secret_')[0] ?? '' };
}

/** Pays a purchase as the shop's pages do and returns the transaction id. */
export async function payPurchase(
  shop: TestShop,
  buyer: TestUser,
  purchase: PlacedPurchase,
  card = GOOD_CARD,
): Promise<string> {
  const { clientSecret, intentId } = await startPurchasePayment(shop, buyer, purchase);
  await confirmCard(shop, clientSecret, card);
  const paid = await reportPaid(shop, buyer, purchase.orders[0] ?? '', intentId);
  if (paid.status !== 200) throw new Error(`payment: ${paid.status} ${JSON.stringify(paid.body)}`);
  return intentId;
}

import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { tools } from '#src/features/catalogue/tool/tables.server.ts';
import { orders } from '#src/features/orders/tables.server.ts';
import { seedTool, type ToolFields } from '#src/seed/factories.server.ts';
import { minorToDecimal } from '#src/shared/money.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';

export type ApiResponse = Awaited<ReturnType<TestShop['call']>>;

/** Returns the response body as an object with unknown fields. */
export function objectBody(response: ApiResponse): Record<string, unknown> {
  if (typeof response.body !== 'object' || response.body === null)
    throw new Error(`no object: ${String(response.body)}`);
  return response.body as Record<string, unknown>;
}

export function listBody(response: ApiResponse): Record<string, unknown>[] {
  if (!Array.isArray(response.body)) throw new Error(`no list: ${JSON.stringify(response.body)}`);
  return response.body;
}

/** Returns status and code, which clients distinguish. */
export function statusAndCode(response: ApiResponse): string {
  const code =
    typeof response.body === 'object' && response.body !== null && 'code' in response.body
      ? ` ${response.body.code}`
      : '';
  return `${response.status}${code}`;
}

export interface TestTool {
  id: string;
  itemName: string;
  unitPriceMinor: number;
}

export async function createTool(shop: TestShop, parts: Partial<ToolFields> = {}): Promise<TestTool> {
  const id = await seedTool(shop.database.db, parts);
  const row = await getToolRow(shop, id);
  return { id, itemName: row.itemName, unitPriceMinor: row.unitPriceMinor };
}

export async function getToolRow(shop: TestShop, id: string) {
  const [row] = await shop.database.db.select().from(tools).where(eq(tools.id, id));
  if (!row) throw new Error('no such tool');
  return row;
}

export async function getOrderRow(shop: TestShop, id: string) {
  const [row] = await shop.database.db.select().from(orders).where(eq(orders.id, id));
  if (!row) throw new Error('no such order');
  return row;
}

/** The specified payload, plus the tool's id. */
export function toOrderBody(buyer: TestUser, tool: TestTool, quantity = 10) {
  return {
    name: buyer.displayName,
    email: buyer.email,
    quantity,
    price: minorToDecimal(quantity * tool.unitPriceMinor),
    img: '/images/drawings/claw-hammer.svg',
    itemName: tool.itemName,
    toolId: tool.id,
  };
}

export async function placeOrder(shop: TestShop, buyer: TestUser, tool: TestTool, quantity = 10): Promise<string> {
  const response = await shop.call('POST', '/order', { token: buyer.token, body: toOrderBody(buyer, tool, quantity) });
  if (response.status !== 201) throw new Error(`order: ${response.status} ${JSON.stringify(response.body)}`);
  return String(objectBody(response).insertedId);
}

/** Requests an order's intent and returns its id and client secret. */
export async function createIntent(shop: TestShop, buyer: TestUser, orderId: string) {
  const { totalMinor } = await getOrderRow(shop, orderId);
  const response = await shop.call('POST', '/create-payment-intent', {
    token: buyer.token,
    body: { price: minorToDecimal(totalMinor), order: orderId },
  });
  if (response.status !== 200) throw new Error(`intent: ${response.status} ${JSON.stringify(response.body)}`);
  const clientSecret = String(objectBody(response).clientSecret);
  return { clientSecret, intentId: clientSecret.split('_secret_')[0] ?? '' };
}

export const GOOD_CARD = '4242424242424242';
export const DECLINED_CARD = '4000000000000002';
export const DISPUTED_CARD = '4000000000000259';
/** A refund to the first stays pending; one to the second succeeds at once and fails later, when the bank rejects it. */
export const PENDING_CARD = '4000000000007726';
export const FAILING_CARD = '4000000000005126';

/** Confirms the card at the provider, as the browser does, without reporting it to the shop. */
export async function confirmCard(shop: TestShop, clientSecret: string, number = GOOD_CARD) {
  const id = clientSecret.split('_secret_')[0] ?? '';
  const response = await shop.app.request(`${shop.origin}/card-sandbox/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${shop.cards.cardForm.publishableKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    }).toString(),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

export function reportPaid(shop: TestShop, buyer: TestUser, orderId: string, intentId: string): Promise<ApiResponse> {
  const body = { order: orderId, transactionId: intentId };
  return shop.call('PATCH', `/myorder/${orderId}`, { token: buyer.token, body });
}

/** Pays an order as a customer does and returns the transaction id. */
export async function payOrder(shop: TestShop, buyer: TestUser, orderId: string): Promise<string> {
  const { clientSecret, intentId } = await createIntent(shop, buyer, orderId);
  await confirmCard(shop, clientSecret);
  const paid = await reportPaid(shop, buyer, orderId, intentId);
  if (paid.status !== 200) throw new Error(`payment: ${paid.status} ${JSON.stringify(paid.body)}`);
  return intentId;
}

/** Expects that an order of ten of a hundred pieces is paid, and that all consequences happened once. */
export async function expectPaidOnce(shop: TestShop, tool: TestTool, orderId: string, intentId: string): Promise<void> {
  expect(await getOrderRow(shop, orderId)).toMatchObject({ state: 'paid', transactionId: intentId });
  expect(await getToolRow(shop, tool.id)).toMatchObject({ available: 90, held: 0, sold: 10 });
  const rows = await shop.sql`select kind from mails where purchase_id = ${orderId} order by seq`;
  expect(rows.map((row) => row.kind)).toEqual(['order_placed', 'order_paid']);
}

/** Runs this so many times at once. */
export const many = <T>(count: number, make: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));

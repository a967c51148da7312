import { eq } from 'drizzle-orm';
import { tools } from '#src/features/catalogue/tables.server.ts';
import { orders } from '#src/features/orders/tables.server.ts';
import { buildTool, type ToolParts } from '#src/flows/builders.server.ts';
import { centsToDecimal } from '#src/shared/money.ts';
import type { Person, TestShop } from '#tests/support/shop.ts';

export type Answer = Awaited<ReturnType<TestShop['call']>>;

/** The body of an answer as an object of unknown fields. */
export function fields(answer: Answer): Record<string, unknown> {
  if (typeof answer.body !== 'object' || answer.body === null) throw new Error(`no object: ${String(answer.body)}`);
  return answer.body as Record<string, unknown>;
}

export function list(answer: Answer): Record<string, unknown>[] {
  if (!Array.isArray(answer.body)) throw new Error(`no list: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Status and code, the two things a program looks at. */
export function outcome(answer: Answer): string {
  const code =
    typeof answer.body === 'object' && answer.body !== null && 'code' in answer.body ? ` ${answer.body.code}` : '';
  return `${answer.status}${code}`;
}

export interface Wares {
  id: string;
  itemName: string;
  unitPriceCents: number;
}

export async function putOnShelf(shop: TestShop, parts: Partial<ToolParts> = {}): Promise<Wares> {
  const id = await buildTool(shop.database.db, parts);
  const row = await toolRow(shop, id);
  return { id, itemName: row.itemName, unitPriceCents: row.unitPriceCents };
}

export async function toolRow(shop: TestShop, id: string) {
  const [row] = await shop.database.db.select().from(tools).where(eq(tools.id, id));
  if (!row) throw new Error('no such tool');
  return row;
}

export async function orderRow(shop: TestShop, id: string) {
  const [row] = await shop.database.db.select().from(orders).where(eq(orders.id, id));
  if (!row) throw new Error('no such order');
  return row;
}

/** Exactly the payload of the specification, with the tool's id beside it. */
export function orderOf(buyer: Person, tool: Wares, quantity = 10) {
  return {
    name: buyer.displayName,
    email: buyer.email,
    quantity,
    price: centsToDecimal(quantity * tool.unitPriceCents),
    img: '/images/drawings/claw-hammer.svg',
    itemName: tool.itemName,
    toolId: tool.id,
  };
}

export async function placeOrder(shop: TestShop, buyer: Person, tool: Wares, quantity = 10): Promise<string> {
  const answer = await shop.call('POST', '/order', { token: buyer.token, body: orderOf(buyer, tool, quantity) });
  if (answer.status !== 201) throw new Error(`order: ${answer.status} ${JSON.stringify(answer.body)}`);
  return String(fields(answer).insertedId);
}

/** Asks for the intent of an order; answers its id and client secret. */
export async function openIntent(shop: TestShop, buyer: Person, orderId: string) {
  const { totalCents } = await orderRow(shop, orderId);
  const answer = await shop.call('POST', '/create-payment-intent', {
    token: buyer.token,
    body: { price: centsToDecimal(totalCents), order: orderId },
  });
  if (answer.status !== 200) throw new Error(`intent: ${answer.status} ${JSON.stringify(answer.body)}`);
  const clientSecret = String(fields(answer).clientSecret);
  return { clientSecret, intentId: clientSecret.split('_secret_')[0] ?? '' };
}

export const GOOD_CARD = '4242424242424242';
export const DECLINED_CARD = '4000000000000002';

/** What the buyer's browser does with a typed card, and nothing more: the shop is not told. */
export async function confirmCard(shop: TestShop, clientSecret: string, number = GOOD_CARD) {
  const id = clientSecret.split('_secret_')[0] ?? '';
  const answer = await shop.app.request(`${shop.origin}/card-sandbox/v1/payment_intents/${id}/confirm`, {
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
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

export function reportPaid(shop: TestShop, buyer: Person, orderId: string, intentId: string): Promise<Answer> {
  const body = { order: orderId, transactionId: intentId };
  return shop.call('PATCH', `/myorder/${orderId}`, { token: buyer.token, body });
}

/** From an unpaid order to a paid one, as a buyer does it. Answers the transaction id. */
export async function pay(shop: TestShop, buyer: Person, orderId: string): Promise<string> {
  const { clientSecret, intentId } = await openIntent(shop, buyer, orderId);
  await confirmCard(shop, clientSecret);
  const paid = await reportPaid(shop, buyer, orderId, intentId);
  if (paid.status !== 200) throw new Error(`payment: ${paid.status} ${JSON.stringify(paid.body)}`);
  return intentId;
}

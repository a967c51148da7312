import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { type ApiResponse, getOrderRow, getToolRow, listBody, objectBody } from './order-helpers.ts';
import { type PlacedPurchase, payPurchase, placePurchase } from './purchase-helpers.ts';

type Line = Parameters<typeof placePurchase>[2][number];

export interface PaidPurchase extends PlacedPurchase {
  intentId: string;
}

export async function paidPurchase(
  shop: TestShop,
  buyer: TestUser,
  lines: readonly Line[],
  { card, ...more }: { card?: string; addressId?: string } = {},
): Promise<PaidPurchase> {
  const purchase = await placePurchase(shop, buyer, lines, more);
  return { ...purchase, intentId: await payPurchase(shop, buyer, purchase, card) };
}

export function postRefund(
  shop: TestShop,
  admin: TestUser,
  { id }: { id: string },
  body: object = {},
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  return shop.call('POST', `/purchases/${id}/refunds`, {
    token: admin.token,
    body: { reason: 'One was bent.', ...body },
    headers,
  });
}

/** Refunds and returns the response. Throws if the refund is rejected. */
export async function refund(...request: Parameters<typeof postRefund>): Promise<Record<string, unknown>> {
  const response = await postRefund(...request);
  if (response.status !== 201) throw new Error(`refund: ${response.status} ${JSON.stringify(response.body)}`);
  return objectBody(response);
}

export async function listRefunds(shop: TestShop, reader: TestUser, { id }: { id: string }) {
  return listBody(await shop.call('GET', `/purchases/${id}/refunds`, { token: reader.token }));
}

export async function readPurchase(shop: TestShop, reader: TestUser, { id }: { id: string }) {
  return objectBody(await shop.call('GET', `/purchases/${id}`, { token: reader.token }));
}

/** Returns the state, shipped and refunded pieces, and refunded cents of each line. */
export async function listLineStates(shop: TestShop, { orders }: Pick<PlacedPurchase, 'orders'>) {
  const rows = await Promise.all(orders.map((id) => getOrderRow(shop, id)));
  return rows.map(({ state, shippedQuantity, refundedQuantity, refundedMinor }) =>
    [state, shippedQuantity, refundedQuantity, refundedMinor].join(' '),
  );
}

export async function getStock(shop: TestShop, { id }: { id: string }) {
  const { available, held, sold } = await getToolRow(shop, id);
  return { available, held, sold };
}

/** Returns the kinds and subjects of the emails about a purchase's refunds and cancellations. */
export async function listMails(shop: TestShop, { id }: { id: string }): Promise<{ kind: string; data: unknown }[]> {
  const rows = await shop.sql`select kind, data from mails where purchase_id = ${id}
    and kind in ('payment_refunded', 'order_canceled', 'cancel_declined') order by seq`;
  return rows;
}

/** Ships some pieces of a line, as a partial shipment does. */
export async function shipPieces(
  shop: TestShop,
  admin: TestUser,
  { id, order, quantity }: { id: string; order: string; quantity: number },
): Promise<void> {
  const body = { lines: [{ order, quantity }] };
  const shipped = await shop.call('POST', `/purchases/${id}/shipments`, { token: admin.token, body });
  if (shipped.status !== 201) throw new Error(`shipment: ${shipped.status} ${JSON.stringify(shipped.body)}`);
}

/** Refunds some pieces of a line. */
export async function refundPieces(
  shop: TestShop,
  admin: TestUser,
  { id, order, quantity }: { id: string; order: string; quantity: number },
): Promise<void> {
  const body = { lines: [{ order, quantity }], reason: 'Not needed.' };
  const refunded = await shop.call('POST', `/purchases/${id}/refunds`, { token: admin.token, body });
  if (refunded.status !== 201) throw new Error(`refund: ${refunded.status} ${JSON.stringify(refunded.body)}`);
}

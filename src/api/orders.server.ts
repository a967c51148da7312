import { idempotencyHeaderSchema, newOrderSchema, placedOrderSchema } from '#src/features/orders/contract.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { deleteOrder } from '#src/flows/cancellations/cancel-purchase.server.ts';
import { placeOrder } from '#src/flows/checkout/place-order.server.ts';
import { shipLine } from '#src/flows/shipments/ship-line.server.ts';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendDeleted, sendFailure, sendModified } from '#src/platform/api-responses.server.ts';
import { jsonBody, jsonResponse } from '#src/platform/api-schemas.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { minorToDecimal } from '#src/shared/money.ts';
import { deletedSchema, modifiedSchema } from '#src/shared/write-results.ts';

const postOrder = defineRoute('orders.place', {
  method: 'post',
  path: '/order',
  summary: 'Place an order',
  description:
    '`toolId` is optional; without it the tool is found by its exact `itemName`. `price` must be quantity × unit price.',
  request: { headers: idempotencyHeaderSchema, body: jsonBody(newOrderSchema) },
  responses: { 201: jsonResponse('The order is placed and its stock is held.', placedOrderSchema) },
  errors: [403, 409],
  limit: { name: 'order', by: 'caller' },
});

const removeOrder = defineRoute('signedIn', {
  method: 'delete',
  path: '/order/{id}',
  summary: 'Delete an unpaid order (its buyer or an admin)',
  request: { params: idParams },
  responses: { 200: jsonResponse('The order is deleted and its stock is available again.', deletedSchema) },
  errors: [409, 502],
});

const putStatus = defineRoute('orders.ship', {
  method: 'put',
  path: '/updateStatus/{id}',
  summary: 'Mark everything that is left of a paid order as shipped',
  request: { params: idParams },
  responses: { 200: jsonResponse('The order is shipped, or was already.', modifiedSchema) },
  errors: [409],
});

/** The API of ordering, which joins features. */
export function checkoutApi(context: AppContext) {
  return createApi()
    .openapi(postOrder, async (c) => {
      const placed = await placeOrder(
        context,
        c.var.caller,
        c.req.valid('json'),
        c.req.valid('header')['idempotency-key'],
      );
      if (!placed.ok) return sendFailure(c, placed);
      const { id, holdExpiresAt, totalMinor } = placed.value;
      const body = { acknowledged: true as const, insertedId: id, holdExpiresAt: holdExpiresAt.toISOString() };
      return c.json({ ...body, total: minorToDecimal(totalMinor) }, 201);
    })
    .openapi(removeOrder, async (c) =>
      sendDeleted(c, await deleteOrder(context, c.var.caller, c.req.valid('param').id)),
    )
    .openapi(putStatus, async (c) => sendModified(c, await shipLine(context, c.var.caller, c.req.valid('param').id)));
}

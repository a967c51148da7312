import * as z from 'zod';
import { idempotencyHeaderSchema, newOrderSchema, placedOrderSchema } from '#src/features/orders/contract.ts';
import { getOrder } from '#src/features/orders/queries.server.ts';
import { confirmedPaymentSchema, intentSchema, newIntentSchema } from '#src/features/payments/contract.ts';
import { getPaymentByIntent } from '#src/features/payments/queries.server.ts';
import { getPurchaseId } from '#src/features/purchases/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { deleteOrder } from '#src/flows/cancellations/cancel-purchase.server.ts';
import { placeOrder } from '#src/flows/checkout/place-order.server.ts';
import { createWebhookReceiver } from '#src/flows/payments/receive-webhook.server.ts';
import { settlePayment } from '#src/flows/payments/settle-payment.server.ts';
import { startPayment } from '#src/flows/payments/start-payment.server.ts';
import { shipLine } from '#src/flows/shipments/ship-line.server.ts';
import { createApi, defineRoute, jsonContent, jsonResponse, sendFailure } from '#src/platform/api.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { fail } from '#src/shared/problem.ts';
import { deletedSchema, modifiedSchema } from '#src/shared/write-results.ts';
import { admitWebhook } from './webhook-admission.server.ts';

const postOrder = defineRoute('customer', {
  method: 'post',
  path: '/order',
  summary: 'Place an order',
  description:
    '`toolId` is optional; without it the tool is found by its exact `itemName`. `price` must be quantity × unit price.',
  request: { headers: idempotencyHeaderSchema, body: { required: true, ...jsonContent(newOrderSchema) } },
  responses: { 201: jsonResponse('Stored; its stock is held.', placedOrderSchema) },
  errors: [403, 409, 422],
  limit: { name: 'order', by: 'caller' },
});

const removeOrder = defineRoute('signedIn', {
  method: 'delete',
  path: '/order/{id}',
  summary: 'Delete an unpaid order (its owner or an admin)',
  request: { params: idParams },
  responses: { 200: jsonResponse('Deleted; its stock is back.', deletedSchema) },
  errors: [404, 409, 502],
});

const postIntent = defineRoute('customer', {
  method: 'post',
  path: '/create-payment-intent',
  summary: 'Start, or go on with, the card payment of an order',
  request: { body: { required: true, ...jsonContent(newIntentSchema) } },
  responses: { 200: jsonResponse('What the card form needs.', intentSchema) },
  errors: [404, 409, 422, 502],
  limit: { name: 'payment', by: 'caller' },
});

const patchMyOrder = defineRoute('signedIn', {
  method: 'patch',
  path: '/myorder/{id}',
  summary: 'Say that the card was confirmed',
  description:
    'The server asks the card provider itself and believes nobody else. `modifiedCount` is 0 when the order was paid already, ' +
    'be it because the provider’s own message was quicker than this call.',
  request: { params: idParams, body: { required: true, ...jsonContent(confirmedPaymentSchema) } },
  responses: { 200: jsonResponse('Paid.', modifiedSchema.extend({ transactionId: z.string() }).meta({ id: 'Paid' })) },
  errors: [402, 404, 409, 422, 502],
  // Each calls the provider, whose own limit is shared by all customers.
  limit: { name: 'payment', by: 'caller' },
});

const putStatus = defineRoute('admin', {
  method: 'put',
  path: '/updateStatus/{id}',
  summary: 'Mark a paid order shipped: what is left of it',
  request: { params: idParams },
  responses: { 200: jsonResponse('Shipped, or so already.', modifiedSchema) },
  errors: [404, 409],
});

const postWebhook = defineRoute('signature', {
  method: 'post',
  path: '/webhooks/stripe',
  summary: 'The card provider’s signed messages',
  responses: { 200: jsonResponse('Taken.', z.object({ received: z.literal(true) })) },
  errors: [400, 503],
  admit: admitWebhook,
});

export interface CardForm {
  publishableKey: string;
  scriptUrl: string;
}

/** The API of ordering and paying, which joins features. */
export function checkoutApi(context: AppContext, cardForm: CardForm) {
  const receiveWebhook = createWebhookReceiver(context);
  return createApi()
    .openapi(postOrder, async (c) => {
      const placed = await placeOrder(
        context,
        c.var.caller,
        c.req.valid('json'),
        c.req.valid('header')['idempotency-key'],
      );
      if (!placed.ok) return sendFailure(c, placed);
      const { id, holdExpiresAt } = placed.value;
      const body = { acknowledged: true as const, insertedId: id, holdExpiresAt: holdExpiresAt.toISOString() };
      return c.json(body, 201);
    })
    .openapi(removeOrder, async (c) => {
      const deleted = await deleteOrder(context, c.var.caller, c.req.valid('param').id);
      if (!deleted.ok) return sendFailure(c, deleted);
      return c.json({ acknowledged: true as const, deletedCount: 1 }, 200);
    })
    .openapi(postIntent, async (c) => {
      const started = await startPayment(context, c.var.caller, c.req.valid('json'));
      if (!started.ok) return sendFailure(c, started);
      return c.json({ ...started.value, ...cardForm }, 200);
    })
    .openapi(patchMyOrder, async (c) => {
      const { id } = c.req.valid('param');
      const { order: named, transactionId } = c.req.valid('json');
      const order = await getOrder(context.db, id);
      if (!order || order.userId !== c.var.caller.userId)
        return sendFailure(c, fail('not_found', { detail: 'There is no such order.' }));
      if (named !== undefined && (typeof named === 'string' ? named : named._id) !== id) {
        return sendFailure(c, fail('invalid', { fields: { order: 'This is another order than the address names.' } }));
      }
      const payment = await getPaymentByIntent(context.db, transactionId, null);
      if (payment?.purchaseId !== getPurchaseId(order)) return sendFailure(c, fail('payment_mismatch'));
      const settled = await settlePayment(context, transactionId);
      if (!settled.ok) return sendFailure(c, settled);
      return c.json({ acknowledged: true as const, modifiedCount: settled.value.changed ? 1 : 0, transactionId }, 200);
    })
    .openapi(putStatus, async (c) => {
      const shipped = await shipLine(context, c.var.caller, c.req.valid('param').id);
      if (!shipped.ok) return sendFailure(c, shipped);
      return c.json({ acknowledged: true as const, modifiedCount: shipped.value }, 200);
    })
    .openapi(postWebhook, async (c) => {
      const received = await receiveWebhook(await c.req.text(), c.req.header('stripe-signature'));
      if (!received.ok) return sendFailure(c, received);
      return c.json({ received: true as const }, 200);
    });
}

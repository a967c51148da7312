import * as z from 'zod';
import { idempotencyHeaderSchema, newOrderSchema } from '#src/features/orders/contract.ts';
import { selectOrder } from '#src/features/orders/queries.server.ts';
import { confirmedSchema, intentSchema, newIntentSchema } from '#src/features/payments/contract.ts';
import { selectPaymentOfIntent } from '#src/features/payments/queries.server.ts';
import { answer, call, createApi, json, sendRefusal } from '#src/platform/api.server.ts';
import { acknowledgedSchema, deletedSchema, modifiedSchema } from '#src/shared/acknowledged.ts';
import { refuse } from '#src/shared/problem.ts';
import { placeOrder } from './place-order.server.ts';
import { receiveProviderEvent } from './receive-provider-event.server.ts';
import { deleteOrder } from './release-order.server.ts';
import { settlePayment } from './settle-payment.server.ts';
import { shipOrder } from './ship-order.server.ts';
import type { Shop } from './shop.server.ts';
import { startPayment } from './start-payment.server.ts';

const params = z.object({ id: z.string() });

const postOrder = call('customer', {
  method: 'post',
  path: '/order',
  summary: 'Place an order',
  description:
    '`toolId` is optional; without it the tool is found by its exact `itemName`. `price` must be quantity × unit price.',
  request: { headers: idempotencyHeaderSchema, body: { required: true, ...json(newOrderSchema) } },
  responses: { 201: answer('Stored; its stock is held.', acknowledgedSchema) },
  refusals: [403, 409, 422],
  limit: { name: 'order', by: 'caller' },
});

const removeOrder = call('signedIn', {
  method: 'delete',
  path: '/order/{id}',
  summary: 'Delete an unpaid order (its owner or an admin)',
  request: { params },
  responses: { 200: answer('Deleted; its stock is back.', deletedSchema) },
  refusals: [404, 409, 502],
});

const postIntent = call('customer', {
  method: 'post',
  path: '/create-payment-intent',
  summary: 'Start, or go on with, the card payment of an order',
  request: { body: { required: true, ...json(newIntentSchema) } },
  responses: { 200: answer('What the card form needs.', intentSchema) },
  refusals: [404, 409, 422, 502],
  limit: { name: 'payment', by: 'caller' },
});

const patchMyOrder = call('signedIn', {
  method: 'patch',
  path: '/myorder/{id}',
  summary: 'Say that the card was confirmed',
  description:
    'The server asks the card provider itself and believes nobody else. `modifiedCount` is 0 when the order was paid already, ' +
    'be it because the provider’s own message was quicker than this call.',
  request: { params, body: { required: true, ...json(confirmedSchema) } },
  responses: { 200: answer('Paid.', modifiedSchema.extend({ transactionId: z.string() }).meta({ id: 'Paid' })) },
  refusals: [402, 404, 409, 422, 502],
  // Each asks the provider, whose own limit counts for everybody together.
  limit: { name: 'payment', by: 'caller' },
});

const putStatus = call('admin', {
  method: 'put',
  path: '/updateStatus/{id}',
  summary: 'Mark a paid order shipped',
  request: { params },
  responses: { 200: answer('Shipped, or so already.', modifiedSchema) },
  refusals: [404, 409],
});

const postWebhook = call('signature', {
  method: 'post',
  path: '/webhooks/stripe',
  summary: 'The card provider’s signed messages',
  responses: { 200: answer('Taken.', z.object({ received: z.literal(true) })) },
  refusals: [400, 503],
});

export interface CardForm {
  publishableKey: string;
  scriptUrl: string;
}

/** The calls that cross features. */
export function orderFlowsApi(shop: Shop, cardForm: CardForm) {
  return createApi()
    .openapi(postOrder, async (c) => {
      const placed = await placeOrder(
        shop,
        c.var.caller,
        c.req.valid('json'),
        c.req.valid('header')['idempotency-key'],
      );
      if (!placed.ok) return sendRefusal(c, placed);
      return c.json({ acknowledged: true as const, insertedId: placed.value }, 201);
    })
    .openapi(removeOrder, async (c) => {
      const deleted = await deleteOrder(shop, c.var.caller, c.req.valid('param').id);
      if (!deleted.ok) return sendRefusal(c, deleted);
      return c.json({ acknowledged: true as const, deletedCount: 1 }, 200);
    })
    .openapi(postIntent, async (c) => {
      const started = await startPayment(shop, c.var.caller, c.req.valid('json'));
      if (!started.ok) return sendRefusal(c, started);
      return c.json({ ...started.value, ...cardForm }, 200);
    })
    .openapi(patchMyOrder, async (c) => {
      const { id } = c.req.valid('param');
      const { order: named, transactionId } = c.req.valid('json');
      const order = await selectOrder(shop.db, id);
      if (!order || order.userId !== c.var.caller.userId)
        return sendRefusal(c, refuse('not_found', { detail: 'There is no such order.' }));
      if (named !== undefined && (typeof named === 'string' ? named : named._id) !== id) {
        return sendRefusal(
          c,
          refuse('invalid', { fields: { order: 'This is another order than the address names.' } }),
        );
      }
      const payment = await selectPaymentOfIntent(shop.db, transactionId, null);
      if (payment?.orderId !== id) return sendRefusal(c, refuse('payment_mismatch'));
      const settled = await settlePayment(shop, transactionId);
      if (!settled.ok) return sendRefusal(c, settled);
      return c.json({ acknowledged: true as const, modifiedCount: settled.value.changed ? 1 : 0, transactionId }, 200);
    })
    .openapi(putStatus, async (c) => {
      const shipped = await shipOrder(shop, c.req.valid('param').id);
      if (!shipped.ok) return sendRefusal(c, shipped);
      return c.json({ acknowledged: true as const, modifiedCount: shipped.value }, 200);
    })
    .openapi(postWebhook, async (c) => {
      const received = await receiveProviderEvent(shop, await c.req.text(), c.req.header('stripe-signature'));
      if (!received.ok) return sendRefusal(c, received);
      return c.json({ received: true as const }, 200);
    });
}

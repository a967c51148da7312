import * as z from 'zod';
import { getOrder } from '#src/features/orders/queries.server.ts';
import {
  confirmedPaymentSchema,
  intentSchema,
  newIntentSchema,
  paymentQuerySchema,
  paymentSchema,
  unmatchedEventsSchema,
} from '#src/features/payments/contract.ts';
import { getPaymentByIntent } from '#src/features/payments/queries.server.ts';
import { getPurchaseId, NO_PURCHASE } from '#src/features/purchases/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { getPaymentsById, listPayments } from '#src/flows/payments/list-payments.server.ts';
import { countUnmatchedEvents } from '#src/flows/payments/payment-faults.server.ts';
import { settlePayment } from '#src/flows/payments/settle-payment.server.ts';
import { startPayment } from '#src/flows/payments/start-payment.server.ts';
import { syncPayment } from '#src/flows/payments/sync-payment.server.ts';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { jsonBody, jsonResponse, listResponse } from '#src/platform/api-schemas.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import { sendList } from '#src/platform/list-headers.server.ts';
import { identifierSchema, idParams } from '#src/shared/field-schemas.ts';
import { fail } from '#src/shared/problem.ts';
import { modifiedSchema } from '#src/shared/write-results.ts';

const postIntent = defineRoute('orders.place', {
  method: 'post',
  path: '/create-payment-intent',
  summary: 'Start or continue the card payment of an order',
  request: { body: jsonBody(newIntentSchema) },
  responses: { 200: jsonResponse('What the card form needs.', intentSchema) },
  errors: [404, 409, 502],
  limit: { name: 'payment', by: 'caller' },
});

const patchMyOrder = defineRoute('signedIn', {
  method: 'patch',
  path: '/myorder/{id}',
  summary: 'Report that the card was confirmed',
  description:
    'The server always checks with the card provider. `modifiedCount` is 0 if the order was already paid, for example ' +
    'because the provider’s webhook event arrived before this call.',
  request: { params: idParams, body: jsonBody(confirmedPaymentSchema) },
  responses: { 200: jsonResponse('Paid.', modifiedSchema.extend({ transactionId: z.string() }).meta({ id: 'Paid' })) },
  errors: [402, 409, 502],
  // Each calls the provider, whose own limit is shared by all customers.
  limit: { name: 'payment', by: 'caller' },
});

const getPayments = defineRoute('payments.read', {
  method: 'get',
  path: '/payments',
  summary: 'List the newest payments, oldest first, each with its order',
  request: { query: paymentQuerySchema },
  responses: { 200: listResponse('At most `limit` payments.', z.array(paymentSchema)) },
  searchable: true,
  costly: true,
});

const getUnmatchedEvents = defineRoute('payments.read', {
  method: 'get',
  path: '/payments/messages',
  summary: 'Count the webhook events that could not be applied and belong to no payment',
  responses: { 200: jsonResponse('How many events need a person.', unmatchedEventsSchema) },
});

const postSync = defineRoute('payments.read', {
  method: 'post',
  path: '/payments/{id}/check',
  summary: 'Check a payment with the card provider again and correct what differs',
  request: { params: idParams },
  responses: { 200: jsonResponse('The payment as it is now.', paymentSchema) },
  errors: [502],
  // Each calls the provider up to four times, and customers share its limit.
  limit: { name: 'paymentCheck', by: 'caller' },
});

export interface CardForm {
  publishableKey: string;
  scriptUrl: string;
}

/** The API of paying, and of admins' access to payments. */
export function paymentsApi(context: AppContext, cardForm: CardForm) {
  return createApi()
    .openapi(postIntent, async (c) => {
      const started = await startPayment(context, c.var.caller, c.req.valid('json'));
      if (!started.ok) return sendFailure(c, started);
      return c.json({ ...started.value, ...cardForm }, 200);
    })
    .openapi(patchMyOrder, async (c) => {
      const { id } = c.req.valid('param');
      const { order: named, transactionId } = c.req.valid('json');
      const order = await getOrder(context.db, id);
      if (!order || order.userId !== c.var.caller.userId) return sendFailure(c, NO_PURCHASE);
      if (named !== undefined && (typeof named === 'string' ? named : named._id) !== id) {
        return sendFailure(c, fail('invalid', { fields: { order: 'This is not the order that the address names.' } }));
      }
      const payment = await getPaymentByIntent(context.db, transactionId, null);
      if (payment?.purchaseId !== getPurchaseId(order)) return sendFailure(c, fail('payment_mismatch'));
      const settled = await settlePayment(context, transactionId);
      if (!settled.ok) return sendFailure(c, settled);
      return c.json({ acknowledged: true as const, modifiedCount: settled.value.changed ? 1 : 0, transactionId }, 200);
    })
    .openapi(getPayments, async (c) => sendList(c, await listPayments(c.var.db, c.req.valid('query'))))
    .openapi(getUnmatchedEvents, async (c) => c.json({ stuck: await countUnmatchedEvents(c.var.db) }, 200))
    .openapi(postSync, async (c) => {
      const { id } = c.req.valid('param');
      const none = fail('not_found', { detail: 'There is no such payment.' });
      if (!identifierSchema.safeParse(id).success) return sendFailure(c, none);
      const synced = await syncPayment(context, id);
      if (!synced.ok) return sendFailure(c, synced);
      const [payment] = await getPaymentsById(c.var.db, [id]);
      if (payment)
        await recordAuditEvents(c.var.db, {
          by: c.var.caller,
          action: 'payment.synced',
          id,
          name: payment.order.itemName,
          after: { state: payment.state },
        });
      return payment ? c.json(payment, 200) : sendFailure(c, none);
    });
}

import * as z from 'zod';
import { paymentQuerySchema, paymentSchema, unmatchedEventsSchema } from '#src/features/payments/contract.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { countUnmatchedEvents, getPaymentsById, listPayments } from '#src/flows/payments/list-payments.server.ts';
import { syncPayment } from '#src/flows/payments/sync-payment.server.ts';
import { createApi, defineRoute, jsonResponse, listResponse, sendFailure } from '#src/platform/api.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import { sendList } from '#src/platform/list-headers.server.ts';
import { identifierSchema, idParams } from '#src/shared/field-schemas.ts';
import { fail } from '#src/shared/problem.ts';

const getPayments = defineRoute('admin', {
  method: 'get',
  path: '/payments',
  summary: 'The newest attempts to pay, oldest of them first, each beside its order',
  request: { query: paymentQuerySchema },
  responses: { 200: listResponse('At most `limit` payments.', z.array(paymentSchema)) },
  errors: [422],
  searchable: true,
  costly: true,
});

const getUnmatchedEvents = defineRoute('admin', {
  method: 'get',
  path: '/payments/messages',
  summary: 'How many messages of the card provider could not be applied, and belong to no payment',
  responses: { 200: jsonResponse('How many wait for a person.', unmatchedEventsSchema) },
  errors: [],
});

const postSync = defineRoute('admin', {
  method: 'post',
  path: '/payments/{id}/check',
  summary: 'Ask the card provider about a payment again, and make good what differs',
  request: { params: idParams },
  responses: { 200: jsonResponse('As it is now.', paymentSchema) },
  errors: [404, 502],
  // Each calls the provider up to four times, and customers share its limit.
  limit: { name: 'paymentCheck', by: 'caller' },
});

/** The payments API of admins. */
export function paymentsApi(context: AppContext) {
  return createApi()
    .openapi(getPayments, async (c) => {
      const query = c.req.valid('query');
      const page = await listPayments(c.var.db, query);
      return sendList(c, page);
    })
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

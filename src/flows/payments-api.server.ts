import * as z from 'zod';
import { paymentListSchema, paymentSchema, strayMessagesSchema } from '#src/features/payments/contract.ts';
import { answer, call, createApi, listAnswer, sendRefusal } from '#src/platform/api.server.ts';
import { totalHeader } from '#src/platform/paging.server.ts';
import { identifierSchema } from '#src/shared/identifier.ts';
import { asksForListing } from '#src/shared/paging.ts';
import { refuse } from '#src/shared/problem.ts';
import { checkPayment } from './check-payment.server.ts';
import { countStrayMessages, findPayments, listPayments, readPayments } from './list-payments.server.ts';
import type { Shop } from './shop.server.ts';

const getPayments = call('admin', {
  method: 'get',
  path: '/payments',
  summary: 'The newest attempts to pay, oldest of them first, each beside its order',
  request: { query: paymentListSchema },
  responses: { 200: listAnswer('At most `limit` payments.', z.array(paymentSchema)) },
  refusals: [422],
});

const getStray = call('admin', {
  method: 'get',
  path: '/payments/messages',
  summary: 'How many messages of the card provider could not be applied, and belong to no payment',
  responses: { 200: answer('How many wait for a person.', strayMessagesSchema) },
  refusals: [],
});

const postCheck = call('admin', {
  method: 'post',
  path: '/payments/{id}/check',
  summary: 'Ask the card provider about a payment again, and make good what differs',
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: answer('As it is now.', paymentSchema) },
  refusals: [404, 502],
  // Each asks the provider up to four times, whose own limit counts for customers too.
  limit: { name: 'paymentCheck', by: 'caller' },
});

/** What admins see and do about payments. */
export function paymentsApi(shop: Shop) {
  return createApi()
    .openapi(getPayments, async (c) => {
      const query = c.req.valid('query');
      if (!asksForListing(query)) return c.json(await listPayments(c.var.db, query), 200);
      const { rows, total } = await findPayments(c.var.db, query);
      return c.json(rows, 200, totalHeader(total));
    })
    .openapi(getStray, async (c) => c.json({ stuck: await countStrayMessages(c.var.db) }, 200))
    .openapi(postCheck, async (c) => {
      const { id } = c.req.valid('param');
      const none = refuse('not_found', { detail: 'There is no such payment.' });
      if (!identifierSchema.safeParse(id).success) return sendRefusal(c, none);
      const checked = await checkPayment(shop, id);
      if (!checked.ok) return sendRefusal(c, checked);
      const [payment] = await readPayments(c.var.db, [id]);
      return payment ? c.json(payment, 200) : sendRefusal(c, none);
    });
}

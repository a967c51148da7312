import * as z from 'zod';
import { answer, call, createApi, sendRefusal } from '#src/platform/api.server.ts';
import { emailSchema } from '#src/shared/identifier.ts';
import { pageQuerySchema } from '#src/shared/paging.ts';
import { refuse } from '#src/shared/problem.ts';
import { orderSchema } from './contract.ts';
import { findOrderOf, listOrders, listOrdersOf } from './queries.server.ts';

const getMyOrders = call('signedIn', {
  method: 'get',
  path: '/myorder',
  summary: 'One’s own newest orders, oldest of them first',
  request: { query: pageQuerySchema.extend({ email: emailSchema }) },
  responses: { 200: answer('At most `limit` orders.', z.array(orderSchema)) },
  refusals: [403, 422],
});

const getOrders = call('admin', {
  method: 'get',
  path: '/orders',
  summary: 'The newest orders of everyone, oldest of them first',
  request: { query: pageQuerySchema },
  responses: { 200: answer('At most `limit` orders.', z.array(orderSchema)) },
  refusals: [422],
});

const getPayment = call('signedIn', {
  method: 'get',
  path: '/payment/{id}',
  summary: 'One’s own order, to pay it',
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: answer('The order.', orderSchema) },
  refusals: [404],
});

export const ordersApi = createApi()
  .openapi(getMyOrders, async (c) => {
    const { email, ...page } = c.req.valid('query');
    if (email !== c.var.caller.email) return sendRefusal(c, refuse('not_your_email'));
    return c.json(await listOrdersOf(c.var.db, c.var.caller.userId, page), 200);
  })
  .openapi(getOrders, async (c) => c.json(await listOrders(c.var.db, c.req.valid('query')), 200))
  .openapi(getPayment, async (c) => {
    const order = await findOrderOf(c.var.db, c.var.caller.userId, c.req.valid('param').id);
    return order ? c.json(order, 200) : sendRefusal(c, refuse('not_found', { detail: 'There is no such order.' }));
  });

import * as z from 'zod';
import { answer, call, createApi, listAnswer, sendRefusal } from '#src/platform/api.server.ts';
import { totalHeader } from '#src/platform/paging.server.ts';
import { asksForListing } from '#src/shared/paging.ts';
import { refuse } from '#src/shared/problem.ts';
import { managedOrderSchema, myOrderListSchema, orderListSchema, orderSchema } from './contract.ts';
import { findOrderOf, findOrders, findOrdersOf, listOrders, listOrdersOf } from './queries.server.ts';

const getMyOrders = call('signedIn', {
  method: 'get',
  path: '/myorder',
  summary: 'One’s own newest orders, oldest of them first',
  request: { query: myOrderListSchema },
  responses: { 200: listAnswer('At most `limit` orders.', z.array(orderSchema)) },
  refusals: [403, 422],
});

const getOrders = call('admin', {
  method: 'get',
  path: '/orders',
  summary: 'The newest orders of everyone, oldest of them first',
  request: { query: orderListSchema },
  responses: { 200: listAnswer('At most `limit` orders.', z.array(managedOrderSchema)) },
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
    const { email, ...query } = c.req.valid('query');
    const { caller, db } = c.var;
    if (email !== caller.email) return sendRefusal(c, refuse('not_your_email'));
    if (!asksForListing(query)) return c.json(await listOrdersOf(db, caller.userId, query), 200);
    const { rows, total } = await findOrdersOf(db, caller.userId, query);
    return c.json(rows, 200, totalHeader(total));
  })
  .openapi(getOrders, async (c) => {
    const query = c.req.valid('query');
    if (!asksForListing(query)) return c.json(await listOrders(c.var.db, query), 200);
    const { rows, total } = await findOrders(c.var.db, query);
    return c.json(rows, 200, totalHeader(total));
  })
  .openapi(getPayment, async (c) => {
    const order = await findOrderOf(c.var.db, c.var.caller.userId, c.req.valid('param').id);
    return order ? c.json(order, 200) : sendRefusal(c, refuse('not_found', { detail: 'There is no such order.' }));
  });

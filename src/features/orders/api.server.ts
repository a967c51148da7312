import * as z from 'zod';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { jsonResponse, listResponse } from '#src/platform/api-schemas.server.ts';
import { sendList } from '#src/platform/list-headers.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { fail } from '#src/shared/problem.ts';
import { managedOrderSchema, myOrderQuerySchema, orderQuerySchema, orderSchema } from './contract.ts';
import { describeMissingOrder, getOrderOfUser, listOrders, listOrdersByUser } from './queries.server.ts';
import type { FindReferences } from './search-orders.server.ts';

const listMyOrdersRoute = defineRoute('signedIn', {
  method: 'get',
  path: '/myorder',
  summary: 'List your newest orders, oldest first',
  request: { query: myOrderQuerySchema },
  responses: { 200: listResponse('At most `limit` orders.', z.array(orderSchema)) },
  errors: [403],
  searchable: true,
  costly: true,
});

const listOrdersRoute = defineRoute('orders.read', {
  method: 'get',
  path: '/orders',
  summary: 'List everyone’s newest orders, oldest first',
  request: { query: orderQuerySchema },
  responses: { 200: listResponse('At most `limit` orders.', z.array(managedOrderSchema)) },
  searchable: true,
  costly: true,
});

const getOrderRoute = defineRoute('signedIn', {
  method: 'get',
  path: '/payment/{id}',
  summary: 'Get your own order, to pay for it',
  request: { params: idParams },
  responses: { 200: jsonResponse('The order.', orderSchema) },
});

/** `findReferences` resolves the numbers of other features in a search, such as those of invoices and shipments. */
export const ordersApi = (findReferences: FindReferences) =>
  createApi()
    .openapi(listMyOrdersRoute, async (c) => {
      const { email, ...query } = c.req.valid('query');
      const { caller, db } = c.var;
      if (email !== caller.email) return sendFailure(c, fail('not_your_email'));
      return sendList(c, await listOrdersByUser(db, caller.userId, query, findReferences));
    })
    .openapi(listOrdersRoute, async (c) =>
      sendList(c, await listOrders(c.var.db, c.req.valid('query'), findReferences)),
    )
    .openapi(getOrderRoute, async (c) => {
      const { db, caller } = c.var;
      const { id } = c.req.valid('param');
      const order = await getOrderOfUser(db, caller.userId, id);
      return order ? c.json(order, 200) : sendFailure(c, await describeMissingOrder(db, caller.userId, id));
    });

import * as z from 'zod';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { listResponse } from '#src/platform/api-schemas.server.ts';
import { sendList } from '#src/platform/list-headers.server.ts';
import { subscriberListQuerySchema, subscriberSchema } from './contract.ts';
import { listSubscribers } from './queries.server.ts';

const getSubscribers = defineRoute('subscribers.read', {
  method: 'get',
  path: '/subscribers',
  summary: 'List the newest newsletter addresses, oldest first',
  request: { query: subscriberListQuerySchema },
  responses: { 200: listResponse('At most `limit` addresses.', z.array(subscriberSchema)) },
  searchable: true,
});

export const newsletterApi = createApi().openapi(getSubscribers, async (c) =>
  sendList(c, await listSubscribers(c.var.db, c.req.valid('query'))),
);

import * as z from 'zod';
import { answer, call, createApi } from '#src/platform/api.server.ts';
import { pageQuerySchema } from '#src/shared/paging.ts';
import { subscriberSchema } from './contract.ts';
import { listSubscribers } from './queries.server.ts';

const getSubscribers = call('admin', {
  method: 'get',
  path: '/subscribers',
  summary: 'The newest addresses of the newsletter, oldest of them first',
  request: { query: pageQuerySchema },
  responses: { 200: answer('At most `limit` addresses.', z.array(subscriberSchema)) },
  refusals: [422],
});

export const newsletterApi = createApi().openapi(getSubscribers, async (c) =>
  c.json(await listSubscribers(c.var.db, c.req.valid('query')), 200),
);

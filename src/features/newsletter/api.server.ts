import * as z from 'zod';
import { call, createApi, listAnswer } from '#src/platform/api.server.ts';
import { totalHeader } from '#src/platform/paging.server.ts';
import { asksForListing } from '#src/shared/paging.ts';
import { subscriberListSchema, subscriberSchema } from './contract.ts';
import { findSubscribers, listSubscribers } from './queries.server.ts';

const getSubscribers = call('admin', {
  method: 'get',
  path: '/subscribers',
  summary: 'The newest addresses of the newsletter, oldest of them first',
  request: { query: subscriberListSchema },
  responses: { 200: listAnswer('At most `limit` addresses.', z.array(subscriberSchema)) },
  refusals: [422],
});

export const newsletterApi = createApi().openapi(getSubscribers, async (c) => {
  const query = c.req.valid('query');
  if (!asksForListing(query)) return c.json(await listSubscribers(c.var.db, query), 200);
  const { rows, total } = await findSubscribers(c.var.db, query);
  return c.json(rows, 200, totalHeader(total));
});

import * as z from 'zod';
import { call, createApi, listAnswer } from '#src/platform/api.server.ts';
import { totalHeader } from '#src/platform/paging.server.ts';
import { asksForListing } from '#src/shared/paging.ts';
import { mailListSchema, mailSchema } from './contract.ts';
import { findMails, listMails } from './outbox.server.ts';

const getOutbox = call('admin', {
  method: 'get',
  path: '/outbox',
  summary: 'The newest mails of the shop, oldest of them first',
  request: { query: mailListSchema },
  responses: { 200: listAnswer('At most `limit` mails.', z.array(mailSchema)) },
  refusals: [422],
});

export const mailApi = createApi().openapi(getOutbox, async (c) => {
  const query = c.req.valid('query');
  if (!asksForListing(query)) return c.json(await listMails(c.var.db, query), 200);
  const { rows, total } = await findMails(c.var.db, query);
  return c.json(rows, 200, totalHeader(total));
});

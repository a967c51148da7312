import * as z from 'zod';
import { answer, call, createApi } from '#src/platform/api.server.ts';
import { pageQuerySchema } from '#src/shared/paging.ts';
import { mailSchema } from './contract.ts';
import { listMails } from './outbox.server.ts';

const getOutbox = call('admin', {
  method: 'get',
  path: '/outbox',
  summary: 'The newest mails of the shop, oldest of them first',
  request: { query: pageQuerySchema },
  responses: { 200: answer('At most `limit` mails.', z.array(mailSchema)) },
  refusals: [422],
});

export const mailApi = createApi().openapi(getOutbox, async (c) =>
  c.json(await listMails(c.var.db, c.req.valid('query')), 200),
);

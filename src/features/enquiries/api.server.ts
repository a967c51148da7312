import * as z from 'zod';
import { answer, call, createApi, json, listAnswer, sendRefusal } from '#src/platform/api.server.ts';
import { totalHeader } from '#src/platform/paging.server.ts';
import { modifiedSchema } from '#src/shared/acknowledged.ts';
import { asksForListing } from '#src/shared/paging.ts';
import { doneSchema, inboxSchema, messageListSchema, messageSchema, quoteListSchema, quoteSchema } from './contract.ts';
import { countOpen, findMessages, findQuotes, listMessages, listQuotes, markDone } from './queries.server.ts';

const params = z.object({ id: z.string() });

const getInbox = call('admin', {
  method: 'get',
  path: '/inbox',
  summary: 'How many quote requests and messages wait for an answer',
  responses: { 200: answer('Counted up to 1,000 each.', inboxSchema) },
});

const getQuotes = call('admin', {
  method: 'get',
  path: '/quotes',
  summary: 'The newest quote requests, oldest of them first',
  request: { query: quoteListSchema },
  responses: { 200: listAnswer('At most `limit` quote requests.', z.array(quoteSchema)) },
  refusals: [422],
});

const getMessages = call('admin', {
  method: 'get',
  path: '/messages',
  summary: 'The newest messages of the contact form, oldest of them first',
  request: { query: messageListSchema },
  responses: { 200: listAnswer('At most `limit` messages.', z.array(messageSchema)) },
  refusals: [422],
});

const putQuote = call('admin', {
  method: 'put',
  path: '/quotes/{id}',
  summary: 'Mark a quote request done, or open again',
  request: { params, body: { required: true, ...json(doneSchema) } },
  responses: { 200: answer('Done, or so already.', modifiedSchema) },
  refusals: [404, 422],
});

const putMessage = call('admin', {
  method: 'put',
  path: '/messages/{id}',
  summary: 'Mark a message done, or open again',
  request: { params, body: { required: true, ...json(doneSchema) } },
  responses: { 200: answer('Done, or so already.', modifiedSchema) },
  refusals: [404, 422],
});

export const enquiriesApi = createApi()
  .openapi(getInbox, async (c) => c.json(await countOpen(c.var.db), 200))
  .openapi(getQuotes, async (c) => {
    const query = c.req.valid('query');
    if (!asksForListing(query)) return c.json(await listQuotes(c.var.db, query), 200);
    const { rows, total } = await findQuotes(c.var.db, query);
    return c.json(rows, 200, totalHeader(total));
  })
  .openapi(getMessages, async (c) => {
    const query = c.req.valid('query');
    if (!asksForListing(query)) return c.json(await listMessages(c.var.db, query), 200);
    const { rows, total } = await findMessages(c.var.db, query);
    return c.json(rows, 200, totalHeader(total));
  })
  .openapi(putQuote, async (c) => {
    const marked = await markDone(c.var.db, 'quote', c.req.valid('param').id, c.req.valid('json').done);
    if (!marked.ok) return sendRefusal(c, marked);
    return c.json({ acknowledged: true as const, modifiedCount: marked.value }, 200);
  })
  .openapi(putMessage, async (c) => {
    const marked = await markDone(c.var.db, 'message', c.req.valid('param').id, c.req.valid('json').done);
    if (!marked.ok) return sendRefusal(c, marked);
    return c.json({ acknowledged: true as const, modifiedCount: marked.value }, 200);
  });

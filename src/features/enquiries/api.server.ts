import * as z from 'zod';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendModified } from '#src/platform/api-responses.server.ts';
import { jsonBody, jsonResponse, listResponse } from '#src/platform/api-schemas.server.ts';
import { sendList } from '#src/platform/list-headers.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { modifiedSchema } from '#src/shared/write-results.ts';
import {
  doneSchema,
  inboxSchema,
  messageListQuerySchema,
  messageSchema,
  quoteListQuerySchema,
  quoteSchema,
} from './contract.ts';
import { countOpenEnquiries, listMessages, listQuotes, markDone } from './queries.server.ts';

const getInbox = defineRoute('inbox.read', {
  method: 'get',
  path: '/inbox',
  summary: 'Count the open quote requests and messages',
  responses: { 200: jsonResponse('The counts, each up to 1,000.', inboxSchema) },
});

const getQuotes = defineRoute('inbox.read', {
  method: 'get',
  path: '/quotes',
  summary: 'List the newest quote requests, oldest first',
  request: { query: quoteListQuerySchema },
  responses: { 200: listResponse('At most `limit` quote requests.', z.array(quoteSchema)) },
  searchable: true,
  costly: true,
});

const getMessages = defineRoute('inbox.read', {
  method: 'get',
  path: '/messages',
  summary: 'List the newest messages from the contact form, oldest first',
  request: { query: messageListQuerySchema },
  responses: { 200: listResponse('At most `limit` messages.', z.array(messageSchema)) },
  searchable: true,
  costly: true,
});

const putQuote = defineRoute('inbox.answer', {
  method: 'put',
  path: '/quotes/{id}',
  summary: 'Mark a quote request as done, or as open again',
  request: { params: idParams, body: jsonBody(doneSchema) },
  responses: { 200: jsonResponse('Stored, unless nothing had to change.', modifiedSchema) },
});

const putMessage = defineRoute('inbox.answer', {
  method: 'put',
  path: '/messages/{id}',
  summary: 'Mark a message as done, or as open again',
  request: { params: idParams, body: jsonBody(doneSchema) },
  responses: { 200: jsonResponse('Stored, unless nothing had to change.', modifiedSchema) },
});

export const enquiriesApi = createApi()
  .openapi(getInbox, async (c) => c.json(await countOpenEnquiries(c.var.db), 200))
  .openapi(getQuotes, async (c) => sendList(c, await listQuotes(c.var.db, c.req.valid('query'))))
  .openapi(getMessages, async (c) => sendList(c, await listMessages(c.var.db, c.req.valid('query'))))
  .openapi(putQuote, async (c) =>
    sendModified(c, await markDone(c.var.db, 'quote', c.req.valid('param').id, c.req.valid('json').done)),
  )
  .openapi(putMessage, async (c) =>
    sendModified(c, await markDone(c.var.db, 'message', c.req.valid('param').id, c.req.valid('json').done)),
  );

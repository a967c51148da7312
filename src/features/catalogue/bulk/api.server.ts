import * as z from 'zod';
import {
  createApi,
  defineRoute,
  jsonContent,
  jsonResponse,
  listResponse,
  sendFailure,
} from '#src/platform/api.server.ts';
import { sendList, toListHeaders } from '#src/platform/list-headers.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { idempotencyHeader } from '#src/shared/idempotency-key.ts';
import { plainListQuerySchema } from '#src/shared/list-query.ts';
import { fail } from '#src/shared/problem.ts';
import { makeBulkChange, previewBulkChange, undoBulkChange } from './bulk-changes.server.ts';
import {
  bulkChangeDetailSchema,
  bulkChangeQuerySchema,
  bulkChangeRecordSchema,
  bulkPreviewRequestSchema,
  bulkPreviewSchema,
  madeBulkChangeSchema,
  newBulkChangeSchema,
  undoneBulkChangeSchema,
} from './contract.ts';
import { getBulkChange, listBulkChanges, NO_BULK_CHANGE } from './queries.server.ts';

const previewRoute = defineRoute('range.keep', {
  method: 'post',
  path: '/bulk-changes/preview',
  summary: 'What would become of each of up to 1,000 tools',
  description: 'Nothing is stored.',
  request: { body: { required: true, ...jsonContent(bulkPreviewRequestSchema) } },
  responses: { 200: jsonResponse('What cannot be done first, then what changes.', bulkPreviewSchema) },
  errors: [422, 503],
});

const makeRoute = defineRoute('range.keep', {
  method: 'post',
  path: '/bulk-changes',
  summary: 'Change up to 1,000 tools at once, all or none',
  description:
    'In the versions that a preview showed. Where one is in another version by now (412) or cannot be changed like this (409), ' +
    'nothing is stored, and `preview` says what would become of them now. Orders that were placed keep their price.',
  request: {
    headers: idempotencyHeader('The same change with the same key is made once.'),
    body: { required: true, ...jsonContent(newBulkChangeSchema) },
  },
  responses: { 201: jsonResponse('Stored.', madeBulkChangeSchema) },
  errors: [409, 412, 422, 503],
});

const undoRoute = defineRoute('range.keep', {
  method: 'post',
  path: '/bulk-changes/{id}/undo',
  summary: 'Give all tools of a change what they had before, or none',
  description: 'Refused where one was changed again since, or its pieces are no longer free: `tools` names them.',
  request: { params: idParams },
  responses: { 200: jsonResponse('Undone, or so already.', undoneBulkChangeSchema) },
  errors: [404, 409, 503],
});

const listRoute = defineRoute('range.read', {
  method: 'get',
  path: '/bulk-changes',
  summary: 'The newest changes of many tools, oldest of them first',
  request: { query: bulkChangeQuerySchema },
  responses: { 200: listResponse('At most `limit` changes.', z.array(bulkChangeRecordSchema)) },
  errors: [422],
  searchable: true,
});

const getRoute = defineRoute('range.read', {
  method: 'get',
  path: '/bulk-changes/{id}',
  summary: 'A change of many tools, with what it made of each',
  request: { params: idParams, query: plainListQuerySchema.pick({ cursor: true }) },
  responses: {
    200: listResponse('The change. The rest of very many tools follows by `Link`.', bulkChangeDetailSchema),
  },
  errors: [404, 422],
  costly: true,
});

/** Many tools at once. */
export const bulkApi = createApi()
  .openapi(previewRoute, async (c) => {
    const preview = await previewBulkChange(c.var.db, c.req.valid('json'));
    return preview.ok ? c.json(preview.value, 200) : sendFailure(c, preview);
  })
  .openapi(makeRoute, async (c) => {
    const key = c.req.valid('header')['idempotency-key'];
    const made = await makeBulkChange(c.var.db, c.var.caller, c.req.valid('json'), key);
    if (!made.ok) return sendFailure(c, made);
    const { id, count } = made.value;
    return c.json({ acknowledged: true as const, insertedId: id, modifiedCount: count }, 201);
  })
  .openapi(undoRoute, async (c) => {
    const undone = await undoBulkChange(c.var.db, c.var.caller, c.req.valid('param').id);
    if (!undone.ok) return sendFailure(c, undone);
    return c.json({ acknowledged: true as const, modifiedCount: undone.value.count }, 200);
  })
  .openapi(listRoute, async (c) => {
    const query = c.req.valid('query');
    const page = await listBulkChanges(c.var.db, query);
    return sendList(c, page);
  })
  .openapi(getRoute, async (c) => {
    const found = await getBulkChange(c.var.db, c.req.valid('param').id, c.req.valid('query').cursor);
    if (!found) return sendFailure(c, fail('not_found', { detail: NO_BULK_CHANGE }));
    return c.json(found.change, 200, toListHeaders(c, found));
  });

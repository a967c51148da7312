import type { Context } from 'hono';
import * as z from 'zod';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { sendFailure, sendOutcome } from '#src/platform/api-responses.server.ts';
import { jsonBody, jsonResponse, listResponse } from '#src/platform/api-schemas.server.ts';
import { checkImageFields } from '#src/platform/check-image-fields.server.ts';
import { sendList, toListHeaders } from '#src/platform/list-headers.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { idempotencyHeader } from '#src/shared/idempotency-key.ts';
import { plainListQuerySchema } from '#src/shared/list-query.ts';
import { type Failure, fail } from '#src/shared/problem.ts';
import { makeBulkChange, previewBulkChange, undoBulkChange } from './bulk-changes.server.ts';
import {
  bulkChangeDetailSchema,
  bulkChangeQuerySchema,
  bulkChangeRecordSchema,
  bulkPreviewRequestSchema,
  bulkPreviewSchema,
  madeBulkChangeSchema,
  matchedPicturesSchema,
  type NewBulkChange,
  newBulkChangeSchema,
  pictureNamesSchema,
  undoneBulkChangeSchema,
} from './contract.ts';
import { matchPictures, readPictures } from './match-pictures.server.ts';
import { getBulkChange, listBulkChanges, NO_BULK_CHANGE } from './queries.server.ts';

const previewRoute = defineRoute('range.keep', {
  method: 'post',
  path: '/bulk-changes/preview',
  summary: 'Preview a change of up to 1,000 tools',
  description: 'Nothing is stored.',
  request: { body: jsonBody(bulkPreviewRequestSchema) },
  responses: { 200: jsonResponse('First the tools that cannot change, then those that do.', bulkPreviewSchema) },
  errors: [503],
});

const matchPicturesRoute = defineRoute('range.keep', {
  method: 'post',
  path: '/bulk-changes/pictures',
  summary: 'Find the tools that names of picture files mean',
  description:
    'By SKU or GTIN and a place: `HM-C16_2.jpg`, `HM-C16 (2).jpg` and `HM-C16/2.jpg` are the second picture of HM-C16. Nothing is stored.',
  request: { body: jsonBody(pictureNamesSchema) },
  responses: { 200: jsonResponse('What each name means.', matchedPicturesSchema) },
  costly: true,
});

const makeRoute = defineRoute('range.keep', {
  method: 'post',
  path: '/bulk-changes',
  summary: 'Change up to 1,000 tools at once, all or none',
  description:
    'Send the versions that a preview showed. If a tool has changed since (412) or cannot be changed this way (409), ' +
    'nothing is stored and `preview` has a new preview. Orders that were already placed keep their price.',
  request: {
    headers: idempotencyHeader('The same change with the same key is made only once.'),
    body: jsonBody(newBulkChangeSchema),
  },
  responses: { 201: jsonResponse('Stored.', madeBulkChangeSchema) },
  errors: [409, 412, 503],
});

const undoRoute = defineRoute('range.keep', {
  method: 'post',
  path: '/bulk-changes/{id}/undo',
  summary: 'Undo a bulk change for all of its tools, or for none',
  description:
    'If a tool has changed again since or its pieces are no longer available, the response is 409 and `tools` names such tools.',
  request: { params: idParams },
  responses: { 200: jsonResponse('The change is undone, or was already.', undoneBulkChangeSchema) },
  errors: [409, 503],
});

const listRoute = defineRoute('range.read', {
  method: 'get',
  path: '/bulk-changes',
  summary: 'List the newest bulk changes, oldest first',
  request: { query: bulkChangeQuerySchema },
  responses: { 200: listResponse('At most `limit` changes.', z.array(bulkChangeRecordSchema)) },
  searchable: true,
});

const getRoute = defineRoute('range.read', {
  method: 'get',
  path: '/bulk-changes/{id}',
  summary: 'Get a bulk change with what it did to each tool',
  request: { params: idParams, query: plainListQuerySchema.pick({ cursor: true }) },
  responses: {
    200: listResponse('The change. If it has very many tools, `Link` leads to the rest.', bulkChangeDetailSchema),
  },
  costly: true,
});

/** The failure at `tools` if a new picture does not exist, else null. Those that the tools have are not checked again. */
async function checkPictures(c: Context<ApiEnv>, sent: NewBulkChange['tools']): Promise<Failure | null> {
  const wanted = new Set(sent.flatMap(({ pictures = [] }) => pictures));
  if (wanted.size === 0) return null;
  const ids = sent.map(({ _id }) => _id);
  const known = new Set((await readPictures(c.var.db, ids)).flatMap(({ pictures }) => pictures));
  return checkImageFields(
    c,
    'tools',
    [...wanted].filter((url) => !known.has(url)),
  );
}

/** Many tools at once. */
export const bulkApi = createApi()
  .openapi(previewRoute, async (c) => sendOutcome(c, await previewBulkChange(c.var.db, c.req.valid('json'))))
  .openapi(matchPicturesRoute, async (c) => c.json(await matchPictures(c.var.db, c.req.valid('json').names), 200))
  .openapi(makeRoute, async (c) => {
    const key = c.req.valid('header')['idempotency-key'];
    const failure = await checkPictures(c, c.req.valid('json').tools);
    if (failure) return sendFailure(c, failure);
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
  .openapi(listRoute, async (c) => sendList(c, await listBulkChanges(c.var.db, c.req.valid('query'))))
  .openapi(getRoute, async (c) => {
    const found = await getBulkChange(c.var.db, c.req.valid('param').id, c.req.valid('query').cursor);
    if (!found) return sendFailure(c, fail('not_found', { detail: NO_BULK_CHANGE }));
    return c.json(found.change, 200, toListHeaders(c, found));
  });

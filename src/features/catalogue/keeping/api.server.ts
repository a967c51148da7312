import type { Context } from 'hono';
import * as z from 'zod';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { sendChanged, sendFailure, sendOutcome } from '#src/platform/api-responses.server.ts';
import { jsonBody, jsonResponse, listResponse } from '#src/platform/api-schemas.server.ts';
import { checkImageField, checkImageFields } from '#src/platform/check-image-fields.server.ts';
import { sendList } from '#src/platform/list-headers.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { idempotencyHeader } from '#src/shared/idempotency-key.ts';
import { ifMatchHeader, readVersion } from '#src/shared/if-match.ts';
import { pageQuerySchema } from '#src/shared/list-query.ts';
import { hasPermission } from '#src/shared/permissions.ts';
import { fail, type Outcome } from '#src/shared/problem.ts';
import { acknowledgedSchema } from '#src/shared/write-results.ts';
import { refreshToolSearch } from '../search/index-tools.server.ts';
import { newToolSchema, toolChangeSchema } from '../tool/contract.ts';
import { listRelatedTools } from '../tool/related-tools.server.ts';
import { addTool } from './add-tool.server.ts';
import { adjustStock } from './adjust-stock.server.ts';
import { archiveTool, type ChangedTool, changeTool, restoreTool } from './change-tool.server.ts';
import {
  adjustedSchema,
  changedToolSchema,
  inventoryQuerySchema,
  inventoryToolDetailSchema,
  inventoryToolSchema,
  stockAdjustmentSchema,
  toolHistorySchema,
} from './contract.ts';
import { getInventoryTool, listInventory } from './inventory.server.ts';
import { getToolHistory } from './tool-history.server.ts';

const addToolRoute = defineRoute('range.keep', {
  method: 'post',
  path: '/tools',
  summary: 'Add a tool',
  request: { body: jsonBody(newToolSchema) },
  responses: { 201: jsonResponse('Stored.', acknowledgedSchema) },
});

const changeToolRoute = defineRoute('range.keep', {
  method: 'patch',
  path: '/tools/{id}',
  summary: 'Change fields of a tool',
  description:
    'Send the version that you read in If-Match or as `version` in the body. If the tool has changed since, nothing is ' +
    'stored and the response is 412 with the differences. A new price never changes an order that was already placed.',
  request: {
    params: idParams,
    headers: ifMatchHeader,
    body: jsonBody(toolChangeSchema),
  },
  responses: { 200: jsonResponse('Stored, unless nothing had to change.', changedToolSchema) },
  errors: [409, 412, 428],
});

const adjustStockRoute = defineRoute('stock.adjust', {
  method: 'post',
  path: '/tools/{id}/stock',
  summary: 'Add or remove pieces without an order',
  description: 'Pieces that orders hold are never removed.',
  request: {
    params: idParams,
    headers: idempotencyHeader('The same adjustment with the same key is made only once.'),
    body: jsonBody(stockAdjustmentSchema),
  },
  responses: { 201: jsonResponse('Stored.', adjustedSchema) },
  errors: [409],
});

const getHistoryRoute = defineRoute('range.read', {
  method: 'get',
  path: '/tools/{id}/history',
  summary: 'List the stock adjustments and prices of a tool, newest first',
  description: '`before` is the `_id` of an entry; the page then begins with the entry before it.',
  request: { params: idParams, query: pageQuerySchema },
  responses: { 200: jsonResponse('At most `limit` entries, and the current stock.', toolHistorySchema) },
  costly: true,
});

const archiveToolRoute = defineRoute('range.keep', {
  method: 'post',
  path: '/tools/{id}/archive',
  summary: 'Take a tool off sale and out of lists',
  description: 'Its page and its orders remain.',
  request: { params: idParams },
  responses: { 200: jsonResponse('The tool is archived, or was already.', changedToolSchema) },
});

const restoreToolRoute = defineRoute('range.keep', {
  method: 'post',
  path: '/tools/{id}/restore',
  summary: 'Put an archived tool on sale again',
  request: { params: idParams },
  responses: { 200: jsonResponse('The tool is on sale, or was already.', changedToolSchema) },
});

const listInventoryRoute = defineRoute('range.read', {
  method: 'get',
  path: '/inventory',
  summary: 'List the newest tools, including drafts and archived ones, oldest first',
  request: { query: inventoryQuerySchema },
  responses: { 200: listResponse('At most `limit` tools.', z.array(inventoryToolSchema)) },
  errors: [503],
  costly: true,
});

const getInventoryToolRoute = defineRoute('range.read', {
  method: 'get',
  path: '/inventory/{id}',
  summary: 'Get a tool, even if it is a draft',
  request: { params: idParams },
  responses: { 200: jsonResponse('The tool.', inventoryToolDetailSchema) },
});

/** The calls with which admins keep tools. */
export const keepingApi = createApi()
  .openapi(addToolRoute, async (c) => {
    const tool = c.req.valid('json');
    if (!hasPermission(c.var.caller, 'range.prices')) return sendFailure(c, fail('forbidden'));
    const failure =
      (await checkImageField(c, 'picture', tool.picture)) ??
      (await checkImageFields(c, 'pictures', tool.pictures ?? []));
    if (failure) return sendFailure(c, failure);
    const added = await addTool(c.var.db, tool, c.var.caller);
    if (!added.ok) return sendFailure(c, added);
    await refreshToolSearch(c.var.db);
    return c.json({ acknowledged: true as const, insertedId: added.value }, 201);
  })
  .openapi(changeToolRoute, async (c) => {
    const { id } = c.req.valid('param');
    const { version, ...fields } = c.req.valid('json');
    const failure =
      (await checkImageField(c, 'picture', fields.picture ?? '')) ??
      (await checkImageFields(c, 'pictures', fields.pictures ?? []));
    if (failure) return sendFailure(c, failure);
    const read = readVersion(c.req.valid('header'), version);
    return sendChange(c, await changeTool(c.var.db, c.var.caller, id, read, fields));
  })
  .openapi(adjustStockRoute, async (c) => {
    const { id } = c.req.valid('param');
    const key = c.req.valid('header')['idempotency-key'];
    const adjusted = await adjustStock(c.var.db, c.var.caller, id, c.req.valid('json'), key);
    if (!adjusted.ok) return sendFailure(c, adjusted);
    const { id: insertedId, available } = adjusted.value;
    return c.json({ acknowledged: true as const, insertedId, quantity: available }, 201);
  })
  .openapi(getHistoryRoute, async (c) =>
    sendOutcome(c, await getToolHistory(c.var.db, c.req.valid('param').id, c.req.valid('query'))),
  )
  .openapi(archiveToolRoute, async (c) => {
    const { id } = c.req.valid('param');
    return sendChange(c, await archiveTool(c.var.db, c.var.caller, id));
  })
  .openapi(restoreToolRoute, async (c) => {
    const { id } = c.req.valid('param');
    return sendChange(c, await restoreTool(c.var.db, c.var.caller, id));
  })
  .openapi(listInventoryRoute, async (c) => {
    const query = c.req.valid('query');
    const listed = await listInventory(c.var.db, query);
    return listed.ok ? sendList(c, listed.value) : sendFailure(c, listed);
  })
  .openapi(getInventoryToolRoute, async (c) => {
    const tool = await getInventoryTool(c.var.db, c.req.valid('param').id);
    if (!tool.ok) return sendFailure(c, tool);
    const related = await listRelatedTools(c.var.db, tool.value, { drafts: true });
    return c.json({ ...tool.value, related }, 200);
  });

async function sendChange(c: Context<ApiEnv>, changed: Outcome<ChangedTool>) {
  if (changed.ok) await refreshToolSearch(c.var.db);
  return sendChanged(c, changed);
}

import type { Context } from 'hono';
import * as z from 'zod';
import {
  type ApiEnv,
  checkImageField,
  createApi,
  defineRoute,
  jsonContent,
  jsonResponse,
  listResponse,
  sendFailure,
  setCacheTags,
} from '#src/platform/api.server.ts';
import { toTotalHeader } from '#src/platform/pagination.server.ts';
import { isSearchQuery } from '#src/shared/list-query.ts';
import type { Failure } from '#src/shared/problem.ts';
import { acknowledgedSchema } from '#src/shared/write-results.ts';
import { newToolSchema, quantityQuerySchema, quantityResultSchema, toolQuerySchema, toolSchema } from './contract.ts';
import { relatedSchema } from './related-contract.ts';
import { getRelated, listRelatedTags, toFamilyTag } from './related-tools.server.ts';
import { addTool, getTool, listTools, searchTools, solveQuantity, TOOL_IDS_TAG } from './service.server.ts';

const listToolsRoute = defineRoute('public', {
  method: 'get',
  path: '/tools',
  summary: 'The newest tools, oldest of them first',
  request: { query: toolQuerySchema },
  responses: { 200: listResponse('At most `limit` tools.', z.array(toolSchema)) },
  errors: [422, 429, 503],
  // Searches are not cached: their endless variety would evict the pages that everybody reads.
  cacheable: ({ searchParams }) => !searchParams.has('q'),
});

const getToolRoute = defineRoute('public', {
  method: 'get',
  path: '/tools/{id}',
  summary: 'One tool',
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: jsonResponse('The tool.', toolSchema) },
  errors: [404],
  cacheable: true,
});

const addToolRoute = defineRoute('admin', {
  method: 'post',
  path: '/tools',
  summary: 'Add a tool',
  request: { body: { required: true, ...jsonContent(newToolSchema) } },
  responses: { 201: jsonResponse('Stored.', acknowledgedSchema) },
  errors: [422],
});

const idParams = z.object({ id: z.string() });

const getQuantityRoute = defineRoute('public', {
  method: 'get',
  path: '/tools/{id}/quantity',
  summary: 'What an order of a quantity costs, or what to order instead',
  request: { params: idParams, query: quantityQuerySchema },
  responses: { 200: jsonResponse('Whether it can be ordered, and offers.', quantityResultSchema) },
  errors: [404, 422],
});

const getRelatedRoute = defineRoute('public', {
  method: 'get',
  path: '/tools/{id}/related',
  summary: 'What fits a tool, its parts and successor, and its other sizes',
  request: { params: idParams },
  responses: { 200: jsonResponse('The other tools.', relatedSchema) },
  errors: [404],
  cacheable: true,
});

/** The failure of `pictures` where one of them is not there, or null. */
export async function checkPictures(c: Context<ApiEnv>, pictures: readonly string[] = []): Promise<Failure | null> {
  for (const picture of pictures) {
    const failure = await checkImageField(c, 'pictures', picture);
    if (failure) return failure;
  }
  return null;
}

export const catalogueApi = createApi()
  .openapi(listToolsRoute, async (c) => {
    const query = c.req.valid('query');
    if (!isSearchQuery(query)) {
      const tools = await listTools(c.var.db, query);
      setCacheTags(c, 'tools');
      return c.json(tools, 200);
    }
    const { db, limits, clientAddress } = c.var;
    const result = await searchTools(db, query, () => limits.consume('search', clientAddress));
    if (!result.ok) return sendFailure(c, result);
    if (query.q === undefined) setCacheTags(c, 'tools');
    return c.json(result.value.rows, 200, toTotalHeader(result.value.total));
  })
  .openapi(getToolRoute, async (c) => {
    const tool = await getTool(c.var.db, c.req.valid('param').id);
    if (!tool.ok) return sendFailure(c, tool);
    setCacheTags(c, `tool:${tool.value._id}`);
    return c.json(tool.value, 200);
  })
  .openapi(addToolRoute, async (c) => {
    const tool = c.req.valid('json');
    const failure = (await checkImageField(c, 'picture', tool.picture)) ?? (await checkPictures(c, tool.pictures));
    if (failure) return sendFailure(c, failure);
    const added = await addTool(c.var.db, tool, c.var.caller);
    if (!added.ok) return sendFailure(c, added);
    c.var.responseCache.invalidate('tools', TOOL_IDS_TAG, ...(tool.family ? [toFamilyTag(tool.family)] : []));
    return c.json({ acknowledged: true as const, insertedId: added.value }, 201);
  })
  .openapi(getQuantityRoute, async (c) => {
    const tool = await getTool(c.var.db, c.req.valid('param').id);
    if (!tool.ok) return sendFailure(c, tool);
    return c.json(solveQuantity(tool.value, c.req.valid('query').quantity), 200);
  })
  .openapi(getRelatedRoute, async (c) => {
    const tool = await getTool(c.var.db, c.req.valid('param').id);
    if (!tool.ok) return sendFailure(c, tool);
    const related = await getRelated(c.var.db, tool.value);
    setCacheTags(c, `tool:${tool.value._id}`, ...listRelatedTags(tool.value));
    return c.json(related, 200);
  });

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
import { sendList, toListHeaders } from '#src/platform/list-headers.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { isSearchQuery } from '#src/shared/list-query.ts';
import { MAX_TOTAL } from '#src/shared/pagination.ts';
import { type Failure, fail } from '#src/shared/problem.ts';
import { acknowledgedSchema } from '#src/shared/write-results.ts';
import {
  newToolSchema,
  quantityQuerySchema,
  quantityResultSchema,
  type ToolQuery,
  toolQuerySchema,
  toolSchema,
} from './contract.ts';
import { facetQuerySchema, toolFacetsSchema } from './facet-contract.ts';
import { isBoundedFilter } from './facet-rules.ts';
import { formatFilters, type ParsedFilters, parseFilters } from './filter-params.ts';
import {
  countFacetPoints,
  countPagePoints,
  isFiltered,
  listFilteredTools,
  readCountedScope,
  readFacets,
} from './filtered-tools.server.ts';
import { relatedSchema } from './related-contract.ts';
import { getRelated, listRelatedTags, toFamilyTag } from './related-tools.server.ts';
import { refreshToolSearch } from './search/index-tools.server.ts';
import {
  addTool,
  CATEGORY_COUNTS_TAG,
  FACETS_TAG,
  getTool,
  listTools,
  searchTools,
  solveQuantity,
  TOOL_IDS_TAG,
} from './service.server.ts';

const FILTERS =
  'Filters: `category` (a slug; its subtree counts), `spec.<name>=<value>` (repeated: any of them), `spec.<name>.min` and ' +
  '`spec.<name>.max` (in `spec.<name>.unit`, or with a unit as in `8 mm`; else in mm, g, W, N or the unit itself; a range touches), `price.min`, ' +
  '`price.max`, `minimum.max` (pieces) and `state`. At most 8 names and 24 values. A range that ends before it begins is a 422. ' +
  'The newest tool comes first by default.';

const listToolsRoute = defineRoute('public', {
  method: 'get',
  path: '/tools',
  summary: 'The newest tools, oldest of them first',
  description: FILTERS,
  request: { query: toolQuerySchema },
  responses: { 200: listResponse('At most `limit` tools.', z.array(toolSchema)) },
  errors: [422, 429, 503],
  // Searches and cursors are not cached: their endless variety would evict the pages that everybody reads.
  cacheable: ({ searchParams }) =>
    searchParams.has('q') || searchParams.has('cursor') ? null : toCacheableFilters(searchParams),
});

const getFacetsRoute = defineRoute('public', {
  method: 'get',
  path: '/tools/facets',
  summary: 'What tools can be filtered by: names, values and counts',
  description: `${FILTERS} Each name that is filtered by, price, minimum and state count as a search.`,
  request: { query: facetQuerySchema },
  responses: { 200: jsonResponse('Each counted without the filters of its own name.', toolFacetsSchema) },
  errors: [422, 429, 503],
  cacheable: ({ searchParams }) => (searchParams.has('q') ? null : toCacheableFilters(searchParams)),
});

/** The filters of an address that the contract does not name, in one spelling; null where they have no end. */
function toCacheableFilters(searchParams: URLSearchParams): URLSearchParams | null {
  const { filters, errors } = parseFilters(searchParams);
  if (Object.keys(errors).length > 0 || !isBoundedFilter(filters)) return null;
  return formatFilters({ ...filters, category: undefined, state: undefined });
}

const getToolRoute = defineRoute('public', {
  method: 'get',
  path: '/tools/{id}',
  summary: 'One tool',
  request: { params: idParams },
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
    const parsed = parseFilters(new URL(c.req.url).searchParams);
    if (isFiltered(parsed.filters) || Object.keys(parsed.errors).length > 0) return sendFiltered(c, query, parsed);
    if (!isSearchQuery(query)) {
      const page = await listTools(c.var.db, query);
      setCacheTags(c, 'tools');
      return sendList(c, page);
    }
    const result = await searchTools(c.var.db, query, c.var);
    if (!result.ok) return sendFailure(c, result);
    if (query.q === undefined) setCacheTags(c, 'tools');
    return sendList(c, result.value);
  })
  .openapi(getFacetsRoute, async (c) => {
    const { db } = c.var;
    const { q } = c.req.valid('query');
    const parsed = parseFilters(new URL(c.req.url).searchParams);
    const scope = await readCountedScope(db, parsed, c.var, countFacetPoints(parsed.filters, q));
    if (!scope.ok) return sendFailure(c, scope);
    const facets = await readFacets(db, scope.value, c.var, q);
    if (!facets.ok) return sendFailure(c, facets);
    // There is no end of filters that no tool passes.
    if (q === undefined && facets.value.total > 0) setCacheTags(c, FACETS_TAG, 'categories');
    return c.json(facets.value, 200);
  })
  .openapi(getToolRoute, async (c) => {
    const tool = await getTool(c.var.db, c.req.valid('param').id);
    if (!tool.ok) return sendFailure(c, tool);
    setCacheTags(c, `tool:${tool.value._id}`, 'categories');
    return c.json(tool.value, 200);
  })
  .openapi(addToolRoute, async (c) => {
    const tool = c.req.valid('json');
    const failure = (await checkImageField(c, 'picture', tool.picture)) ?? (await checkPictures(c, tool.pictures));
    if (failure) return sendFailure(c, failure);
    const added = await addTool(c.var.db, tool, c.var.caller);
    if (!added.ok) return sendFailure(c, added);
    await refreshToolSearch(c.var.db);
    const family = tool.family ? [toFamilyTag(tool.family)] : [];
    c.var.responseCache.invalidate('tools', TOOL_IDS_TAG, FACETS_TAG, CATEGORY_COUNTS_TAG, ...family);
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

async function sendFiltered(c: Context<ApiEnv>, query: ToolQuery, parsed: ParsedFilters) {
  const { db } = c.var;
  if (query.before) {
    const sentence = 'Please leave this out together with filters.';
    return sendFailure(c, fail('invalid', { fields: { before: sentence } }));
  }
  const scope = await readCountedScope(db, parsed, c.var, countPagePoints(parsed.filters, query));
  if (!scope.ok) return sendFailure(c, scope);
  const found = await listFilteredTools(db, query, scope.value, c.var);
  if (!found.ok) return sendFailure(c, found);
  const { rows, total, more, next } = found.value;
  // There is no end of filters that no tool passes.
  if (query.q === undefined && total > 0) setCacheTags(c, 'tools', 'categories');
  return c.json(rows, 200, toListHeaders(c, { next, total: more ? MAX_TOTAL + 1 : total }));
}

import type { Context } from 'hono';
import * as z from 'zod';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { sendFailure, setCacheTags } from '#src/platform/api-responses.server.ts';
import { jsonResponse, listResponse } from '#src/platform/api-schemas.server.ts';
import { sendList, toListHeaders } from '#src/platform/list-headers.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { MAX_TOTAL } from '#src/shared/pagination.ts';
import { fail } from '#src/shared/problem.ts';
import { FACETS_TAG } from '../tool/cache-tags.ts';
import { type ToolQuery, toolQuerySchema, toolSchema } from '../tool/contract.ts';
import { getTool } from '../tool/service.server.ts';
import { facetQuerySchema, toolFacetsSchema } from './facet-contract.ts';
import { FILTERED_FIELDS, isBoundedFilter } from './facet-rules.ts';
import { formatFilters, type ParsedFilters, parseFilters } from './filter-params.ts';
import {
  countFacetPoints,
  countPagePoints,
  isFiltered,
  listFilteredTools,
  readCountedScope,
  readFacets,
} from './filtered-tools.server.ts';
import { listTools } from './service.server.ts';
import { listSimilarTools, SIMILAR_COUNT } from './similar-tools.server.ts';

const FILTERS =
  'Filters: `category` (a slug; its subcategories are included), `spec.<name>=<value>` (repeat it for any of several values), ' +
  '`spec.<name>.min` and `spec.<name>.max` (in `spec.<name>.unit`, or with a unit as in `8 mm`, or else in mm, g, W, N or the ' +
  'unit itself; a tool whose value is a range matches if the ranges overlap), `price.min`, `price.max`, `minimum.max` (pieces)' +
  FILTERED_FIELDS.map(
    ({ field, parameter }) => `, \`${parameter}\` (a value of \`${field}\`; repeat it for any of several)`,
  ).join('') +
  ' and `state`. At most 8 names and 24 values. A range whose end is below its start is a 422. ' +
  'The newest tool comes first by default.';

const listToolsRoute = defineRoute('public', {
  method: 'get',
  path: '/tools',
  summary: 'List the newest tools, oldest first',
  description: FILTERS,
  request: { query: toolQuerySchema },
  responses: { 200: listResponse('At most `limit` tools.', z.array(toolSchema)) },
  errors: [429, 503],
  // Searches and cursors are not cached: there is no end of them, and they would evict the pages that everybody reads.
  cacheable: ({ searchParams }) =>
    searchParams.has('q') || searchParams.has('cursor') ? null : toCacheableFilters(searchParams),
});

const listSimilarRoute = defineRoute('public', {
  method: 'get',
  path: '/tools/{id}/similar',
  summary: 'List tools of the same category, nearest in price first',
  description: `At most ${SIMILAR_COUNT}, none of them sold out. If there are fewer, the newest tools of the shop follow.`,
  request: { params: idParams },
  responses: { 200: jsonResponse('The tools.', z.array(toolSchema)) },
  cacheable: true,
});

const getFacetsRoute = defineRoute('public', {
  method: 'get',
  path: '/tools/facets',
  summary: 'Get what tools can be filtered by: names, values and counts',
  description: `${FILTERS} Each filter counts as one search toward the limit of searches.`,
  request: { query: facetQuerySchema },
  responses: { 200: jsonResponse('The counts of each name, which ignore the filters of that name.', toolFacetsSchema) },
  errors: [429, 503],
  cacheable: ({ searchParams }) => (searchParams.has('q') ? null : toCacheableFilters(searchParams)),
});

/**
 * The filters of an address that the contract does not name, in one spelling. Null if there is no end of such filters,
 * so that they must not be a cache key.
 */
function toCacheableFilters(searchParams: URLSearchParams): URLSearchParams | null {
  const { filters, errors } = parseFilters(searchParams);
  if (Object.keys(errors).length > 0 || !isBoundedFilter(filters)) return null;
  return formatFilters({ ...filters, category: undefined, state: undefined });
}

/** The public lists of tools, and what they can be filtered by. */
export const rangeApi = createApi()
  .openapi(listToolsRoute, async (c) => {
    const query = c.req.valid('query');
    const parsed = parseFilters(new URL(c.req.url).searchParams);
    if (isFiltered(parsed.filters) || Object.keys(parsed.errors).length > 0) return sendFiltered(c, query, parsed);
    const listed = await listTools(c.var.db, query, c.var.limits);
    if (!listed.ok) return sendFailure(c, listed);
    if (query.q === undefined) setCacheTags(c, 'tools');
    return sendList(c, listed.value);
  })
  .openapi(listSimilarRoute, async (c) => {
    const tool = await getTool(c.var.db, c.req.valid('param').id);
    if (!tool.ok) return sendFailure(c, tool);
    const similar = await listSimilarTools(c.var.db, tool.value);
    // An order may sell one of them out. Which tools are similar depends on what facets show, too.
    setCacheTags(c, ...[tool.value, ...similar].map(({ _id }) => `tool:${_id}`), FACETS_TAG);
    return c.json(similar, 200);
  })
  .openapi(getFacetsRoute, async (c) => {
    const { db } = c.var;
    const { q } = c.req.valid('query');
    const parsed = parseFilters(new URL(c.req.url).searchParams);
    const scope = await readCountedScope(db, parsed, c.var.limits, countFacetPoints(parsed.filters, q));
    if (!scope.ok) return sendFailure(c, scope);
    const facets = await readFacets(db, scope.value, c.var.limits, q);
    if (!facets.ok) return sendFailure(c, facets);
    // There is no end of filters that no tool passes, so an empty page is not cached.
    if (q === undefined && facets.value.total > 0) setCacheTags(c, FACETS_TAG, 'categories');
    return c.json(facets.value, 200);
  });

async function sendFiltered(c: Context<ApiEnv>, query: ToolQuery, parsed: ParsedFilters) {
  const { db } = c.var;
  if (query.before) {
    const sentence = 'Please leave this out together with filters.';
    return sendFailure(c, fail('invalid', { fields: { before: sentence } }));
  }
  const scope = await readCountedScope(db, parsed, c.var.limits, countPagePoints(parsed.filters, query));
  if (!scope.ok) return sendFailure(c, scope);
  const found = await listFilteredTools(db, query, scope.value, c.var.limits);
  if (!found.ok) return sendFailure(c, found);
  const { rows, total, more, next } = found.value;
  // There is no end of filters that no tool passes, so an empty page is not cached.
  if (query.q === undefined && total > 0) setCacheTags(c, 'tools', 'categories');
  return c.json(rows, 200, toListHeaders(c, { next, total: more ? MAX_TOTAL + 1 : total }));
}

import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { jsonResponse } from '#src/platform/api-schemas.server.ts';
import { createFairLimiter } from '#src/platform/fair-queue.server.ts';
import { toReadSource } from '#src/platform/replica/read-source.server.ts';
import { minorToNumber } from '#src/shared/money.ts';
import { ok } from '#src/shared/problem.ts';
import { isOnSale, listToolRowsByIds } from '../tool/queries.server.ts';
import { countSearches, runInTurn } from './search-turns.server.ts';
import { suggestCategories } from './suggest-categories.server.ts';
import { suggestionsSchema, suggestQuerySchema } from './suggest-contract.ts';
import { suggestToolIds } from './suggest-tools.server.ts';

const suggestRoute = defineRoute('public', {
  method: 'get',
  path: '/tools/suggest',
  summary: 'Suggest products and categories for what was typed so far',
  request: { query: suggestQuerySchema },
  responses: { 200: jsonResponse('Products and categories, the best first.', suggestionsSchema) },
  errors: [429, 503],
  limit: { name: 'suggest', by: 'address' },
});

/** Somebody who types on no longer reads a late response. */
const suggestLimiter = createFairLimiter({
  maxConcurrent: 3,
  maxConcurrentPerClient: 2,
  maxPlaces: 63,
  maxPlacesPerClient: 20,
});

export const suggestApi = createApi().openapi(suggestRoute, async (c) => {
  const { q } = c.req.valid('query');
  const refused = await countSearches(c.var.limits, 0);
  if (refused) return sendFailure(c, refused);
  const source = toReadSource(c.var.db);
  const suggest = async () =>
    ok({
      rows: (await listToolRowsByIds(source, await suggestToolIds(source, q))).filter(isOnSale),
      categories: await suggestCategories(source, q),
    });
  const found = await runInTurn(suggestLimiter, c.var.limits, suggest, c.req.raw.signal);
  if (!found.ok) return sendFailure(c, found);
  c.header('cache-control', 'private, max-age=30');
  const products = found.value.rows.map(({ id, slug, sku, itemName, unitPriceMinor, image }) => ({
    _id: id,
    slug,
    sku,
    itemName,
    balance: minorToNumber(unitPriceMinor),
    picture: image,
  }));
  return c.json({ products, categories: found.value.categories }, 200);
});

import { foundEntriesSchema, quickEntriesSchema } from '#src/features/basket/contract.ts';
import { findEntries } from '#src/flows/basket/find-entries.server.ts';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { jsonBody, jsonResponse } from '#src/platform/api-schemas.server.ts';

const findEntriesRoute = defineRoute('public', {
  method: 'post',
  path: '/basket/part-numbers',
  summary: 'Find tools by part number, to add them to a basket',
  description:
    'Each entry is a SKU or GTIN with or without a quantity, such as `KT-HAM500 12`. Case and separators do not ' +
    'matter. Nothing is stored.',
  request: { body: jsonBody(quickEntriesSchema) },
  responses: { 200: jsonResponse('What was found.', foundEntriesSchema) },
  limit: { name: 'basketPreview', by: 'address' },
});

/** What a basket needs of the range. */
export const quickOrderApi = createApi().openapi(findEntriesRoute, async (c) =>
  c.json(await findEntries(c.var.db, c.req.valid('json').entries), 200),
);

import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendOutcome } from '#src/platform/api-responses.server.ts';
import { jsonBody, jsonResponse } from '#src/platform/api-schemas.server.ts';
import { basketSchema, newBasketSchema, previewRequestSchema, pricedLinesSchema } from './contract.ts';
import { getBasket, previewBasket, putBasket } from './service.server.ts';

const getBasketRoute = defineRoute('basket.keep', {
  method: 'get',
  path: '/basket',
  summary: 'Get your basket, with its tools as they are now',
  responses: {
    200: jsonResponse('The basket. If nothing is stored yet, it has version 0 and no lines.', basketSchema),
  },
});

const putBasketRoute = defineRoute('basket.keep', {
  method: 'put',
  path: '/basket',
  summary: 'Replace your basket',
  description:
    'A line that cannot be ordered now is stored, too, and says why. If the basket has changed since the `version` that ' +
    'you read, nothing is stored and the response is 409 with the current basket as `basket`. An unknown tool is a 422 at its line.',
  request: { body: jsonBody(newBasketSchema) },
  responses: { 200: jsonResponse('Stored, unless nothing had to change.', basketSchema) },
  errors: [409],
  limit: { name: 'basket', by: 'caller' },
});

const previewBasketRoute = defineRoute('public', {
  method: 'post',
  path: '/basket/preview',
  summary: 'Price the basket of a browser without an account',
  description: 'Nothing is stored. A tool that no longer exists comes back with the state `gone`.',
  request: { body: jsonBody(previewRequestSchema) },
  responses: { 200: jsonResponse('The lines as their tools are now.', pricedLinesSchema) },
  limit: { name: 'basketPreview', by: 'address' },
});

export const basketApi = createApi()
  .openapi(getBasketRoute, async (c) => c.json(await getBasket(c.var.db, c.var.caller), 200))
  .openapi(putBasketRoute, async (c) => sendOutcome(c, await putBasket(c.var.db, c.var.caller, c.req.valid('json'))))
  .openapi(previewBasketRoute, async (c) => c.json(await previewBasket(c.var.db, c.req.valid('json').lines), 200));

import { createApi, defineRoute, jsonResponse, sendFailure, setCacheTags } from '#src/platform/api.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { quantityQuerySchema, quantityResultSchema, toolSchema } from './contract.ts';
import { relatedSchema } from './related-contract.ts';
import { getRelated, listRelatedTags } from './related-tools.server.ts';
import { getTool, solveQuantity } from './service.server.ts';

const getToolRoute = defineRoute('public', {
  method: 'get',
  path: '/tools/{id}',
  summary: 'Get a tool',
  request: { params: idParams },
  responses: { 200: jsonResponse('The tool.', toolSchema) },
  errors: [404],
  cacheable: true,
});

const getQuantityRoute = defineRoute('public', {
  method: 'get',
  path: '/tools/{id}/quantity',
  summary: 'Get what a quantity costs, or what to order instead',
  request: { params: idParams, query: quantityQuerySchema },
  responses: { 200: jsonResponse('Whether the quantity can be ordered, and alternatives.', quantityResultSchema) },
  errors: [404, 422],
});

const getRelatedRoute = defineRoute('public', {
  method: 'get',
  path: '/tools/{id}/related',
  summary: 'List what a tool fits, its spare parts, accessories and successor, and its other sizes',
  request: { params: idParams },
  responses: { 200: jsonResponse('The other tools.', relatedSchema) },
  errors: [404],
  cacheable: true,
});

/** The calls that read a tool and what an order of it costs. */
export const toolApi = createApi()
  .openapi(getToolRoute, async (c) => {
    const tool = await getTool(c.var.db, c.req.valid('param').id);
    if (!tool.ok) return sendFailure(c, tool);
    setCacheTags(c, `tool:${tool.value._id}`, 'categories');
    return c.json(tool.value, 200);
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

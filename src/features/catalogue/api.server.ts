import * as z from 'zod';
import { answer, call, createApi, json, keep, listAnswer, sendRefusal } from '#src/platform/api.server.ts';
import { totalHeader } from '#src/platform/paging.server.ts';
import { acknowledgedSchema } from '#src/shared/acknowledged.ts';
import { wordsOf } from '#src/shared/listing.ts';
import { asksForListing } from '#src/shared/paging.ts';
import { newToolSchema, toolListSchema, toolSchema } from './contract.ts';
import { addTool, findTool, findTools, listTools } from './service.server.ts';

const getTools = call('public', {
  method: 'get',
  path: '/tools',
  summary: 'The newest tools, oldest of them first',
  request: { query: toolListSchema },
  responses: { 200: listAnswer('At most `limit` tools.', z.array(toolSchema)) },
  refusals: [422],
});

const getTool = call('public', {
  method: 'get',
  path: '/tools/{id}',
  summary: 'One tool',
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: answer('The tool.', toolSchema) },
  refusals: [404],
});

const postTool = call('admin', {
  method: 'post',
  path: '/tools',
  summary: 'Add a tool',
  request: { body: { required: true, ...json(newToolSchema) } },
  responses: { 201: answer('Stored.', acknowledgedSchema) },
  refusals: [422],
});

export const catalogueApi = createApi()
  .openapi(getTools, async (c) => {
    const query = c.req.valid('query');
    // There is no end of different searches: kept, they would drive out what everybody asks for.
    if (wordsOf(query.q).length === 0) keep(c, 'tools');
    if (!asksForListing(query)) return c.json(await listTools(c.var.db, query), 200);
    const { rows, total } = await findTools(c.var.db, query);
    return c.json(rows, 200, totalHeader(total));
  })
  .openapi(getTool, async (c) => {
    const found = await findTool(c.var.db, c.req.valid('param').id);
    if (!found.ok) return sendRefusal(c, found);
    keep(c, `tool:${found.value._id}`);
    return c.json(found.value, 200);
  })
  .openapi(postTool, async (c) => {
    const insertedId = await addTool(c.var.db, c.req.valid('json'));
    c.var.kept.forget('tools');
    return c.json({ acknowledged: true as const, insertedId }, 201);
  });

import * as z from 'zod';
import { answer, call, createApi, json, keep, sendRefusal } from '#src/platform/api.server.ts';
import { acknowledgedSchema } from '#src/shared/acknowledged.ts';
import { pageQuerySchema } from '#src/shared/paging.ts';
import { newToolSchema, toolSchema } from './contract.ts';
import { addTool, findTool, listTools } from './service.server.ts';

const getTools = call('public', {
  method: 'get',
  path: '/tools',
  summary: 'The newest tools, oldest of them first',
  request: { query: pageQuerySchema },
  responses: { 200: answer('At most `limit` tools.', z.array(toolSchema)) },
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
    const tools = await listTools(c.var.db, c.req.valid('query'));
    keep(c, 'tools');
    return c.json(tools, 200);
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

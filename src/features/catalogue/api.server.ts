import * as z from 'zod';
import {
  answer,
  call,
  createApi,
  json,
  keep,
  listAnswer,
  pictureFault,
  sendRefusal,
} from '#src/platform/api.server.ts';
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
  refusals: [422, 429, 503],
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
    if (!asksForListing(query)) {
      const tools = await listTools(c.var.db, query);
      keep(c, 'tools');
      return c.json(tools, 200);
    }
    const { db, limits, clientAddress } = c.var;
    const found = await findTools(db, query, () => limits.take('search', clientAddress));
    if (!found.ok) return sendRefusal(c, found);
    // There is no end of different searches: kept, they would drive out what everybody asks for.
    if (wordsOf(query.q).length === 0) keep(c, 'tools');
    return c.json(found.value.rows, 200, totalHeader(found.value.total));
  })
  .openapi(getTool, async (c) => {
    const found = await findTool(c.var.db, c.req.valid('param').id);
    if (!found.ok) return sendRefusal(c, found);
    keep(c, `tool:${found.value._id}`);
    return c.json(found.value, 200);
  })
  .openapi(postTool, async (c) => {
    const tool = c.req.valid('json');
    const fault = await pictureFault(c, 'picture', tool.picture);
    if (fault) return sendRefusal(c, fault);
    const insertedId = await addTool(c.var.db, tool);
    c.var.kept.forget('tools', 'range');
    return c.json({ acknowledged: true as const, insertedId }, 201);
  });

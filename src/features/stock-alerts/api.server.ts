import { eq } from 'drizzle-orm';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { jsonResponse } from '#src/platform/api-schemas.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { fail } from '#src/shared/problem.ts';
import { tools } from '../catalogue/tool/tables.server.ts';
import { waitingSchema } from './contract.ts';
import { countWaitingForTool } from './queries.server.ts';

const countAlerts = defineRoute('range.read', {
  method: 'get',
  path: '/tools/{id}/alerts',
  summary: 'Count the people who are waiting for a tool to be back in stock',
  request: { params: idParams },
  responses: { 200: jsonResponse('How many are waiting.', waitingSchema) },
});

export const stockAlertsApi = createApi().openapi(countAlerts, async (c) => {
  const { id } = c.req.valid('param');
  const isThere = (await c.var.db.$count(tools, eq(tools.id, id))) > 0;
  if (!isThere) return sendFailure(c, fail('not_found', { detail: 'There is no such tool.' }));
  return c.json(await countWaitingForTool(c.var.db, id), 200);
});

import { oldestWaitingSchema, overviewSchema } from '#src/features/overview/contract.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { countWaitingForAdmin } from '#src/flows/overview/count-waiting.server.ts';
import { readOldestWaiting } from '#src/flows/overview/read-oldest.server.ts';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { jsonResponse } from '#src/platform/api-schemas.server.ts';

const getOverview = defineRoute('overview.read', {
  method: 'get',
  path: '/overview',
  summary: 'Count what is waiting for an admin',
  responses: { 200: jsonResponse('The counts, each up to 100.', overviewSchema) },
});

const getOldest = defineRoute('overview.read', {
  method: 'get',
  path: '/overview/oldest',
  summary: 'What has been waiting longest, with names and amounts',
  responses: { 200: jsonResponse('By kind; the most urgent entries first.', oldestWaitingSchema) },
});

export function overviewApi(context: AppContext) {
  return createApi()
    .openapi(getOverview, async (c) => c.json(await countWaitingForAdmin(context), 200))
    .openapi(getOldest, async (c) => c.json(await readOldestWaiting(context.db, c.var.caller.role), 200));
}

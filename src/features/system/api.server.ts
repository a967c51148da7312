import { createApi, defineRoute, jsonResponse } from '#src/platform/api.server.ts';
import type { HealthRegistry } from '#src/platform/health-registry.server.ts';
import type { System } from './contract.ts';
import { systemSchema } from './contract.ts';

const getSystem = defineRoute('admin', {
  method: 'get',
  path: '/system',
  summary: 'The systems the shop works with, and how they are',
  description: 'As they were at their last use or probe: asking waits for none of them.',
  responses: { 200: jsonResponse('Each system.', systemSchema) },
});

const checkSystem = defineRoute('admin', {
  method: 'post',
  path: '/system/check',
  summary: 'Ask each system now whether it is there',
  responses: { 200: jsonResponse('Each system, as it is now.', systemSchema) },
  limit: { name: 'probe', by: 'caller' },
});

export function systemApi(board: HealthRegistry) {
  const startedAt = new Date().toISOString();
  const read = (): System => ({
    ports: board.statuses().map(({ since, seenAt, ...status }) => ({
      ...status,
      since: since?.toISOString() ?? null,
      seenAt: seenAt?.toISOString() ?? null,
    })),
    startedAt,
    node: process.version,
  });
  return createApi()
    .openapi(getSystem, (c) => c.json(read(), 200))
    .openapi(checkSystem, async (c) => {
      await board.probeAll({ forced: true });
      return c.json(read(), 200);
    });
}

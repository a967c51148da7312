import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { jsonResponse } from '#src/platform/api-schemas.server.ts';
import type { HealthRegistry } from '#src/platform/health-registry.server.ts';
import { type System, systemSchema } from './contract.ts';

const getSystem = defineRoute('system.read', {
  method: 'get',
  path: '/system',
  summary: 'Get the health of the systems that the shop depends on',
  description: 'As of their last use or probe. The call does not wait for any of them.',
  responses: { 200: jsonResponse('Each system.', systemSchema) },
});

const checkSystem = defineRoute('system.read', {
  method: 'post',
  path: '/system/check',
  summary: 'Probe each system now',
  responses: { 200: jsonResponse('Each system, as it is now.', systemSchema) },
  limit: { name: 'probe', by: 'caller' },
});

export function systemApi(health: HealthRegistry, readLastBackup: () => Promise<System['lastBackup']>) {
  const startedAt = new Date().toISOString();
  const readSystem = async (): Promise<System> => ({
    ports: health.statuses().map(({ dependency, reason, since, seenAt, ...status }) => ({
      ...status,
      port: dependency,
      trouble: reason,
      since: since?.toISOString() ?? null,
      seenAt: seenAt?.toISOString() ?? null,
    })),
    lastBackup: await readLastBackup(),
    startedAt,
    node: process.version,
  });
  return createApi()
    .openapi(getSystem, async (c) => c.json(await readSystem(), 200))
    .openapi(checkSystem, async (c) => {
      await health.probeAll({ forced: true });
      return c.json(await readSystem(), 200);
    });
}

import { Hono } from 'hono';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { setCacheTags } from '#src/platform/api-responses.server.ts';
import type { DatabaseMonitor, DatabaseState } from '#src/platform/database-monitor.server.ts';
import type { HealthRegistry } from '#src/platform/health-registry.server.ts';
import { cacheableRoute } from '#src/platform/response-cache/cacheable-routes.server.ts';
import { MAX_STALE_MS } from '#src/platform/response-cache/response-cache.server.ts';

interface Readiness {
  isReady: boolean;
  status: 'ready' | 'read only' | 'stale' | 'not ready';
}

/**
 * The health checks: `/healthz`, the process is alive; `/readyz`, it can write; `/readyz/read`, it can show the public
 * pages. Without a hosted system, the shop can do everything else, so it counts as ready.
 */
export function createHealthApp(monitor: DatabaseMonitor, health: HealthRegistry): Hono<ApiEnv> {
  function report({ isReady, status }: Readiness, database: DatabaseState): Response {
    // The database was checked just now. For all others, the last result is good enough.
    const ports = health.statuses().map(({ dependency, mode, health }) => ({
      port: dependency,
      mode,
      health: dependency !== 'database' ? health : database === 'writable' ? 'up' : 'down',
    }));
    const body = { status, ports };
    return isReady ? Response.json(body) : Response.json(body, { status: 503, headers: { 'retry-after': '2' } });
  }

  return (
    new Hono<ApiEnv>()
      // From memory, so that any number of these requests costs next to nothing.
      .get('/healthz', cacheableRoute(), (c) => {
        setCacheTags(c, 'static');
        return c.text('ok', 200, { 'cache-control': 'no-store' });
      })
      .get('/readyz', async () => {
        const state = await monitor.check();
        return report(judgeWriting(state), state);
      })
      .get('/readyz/read', async () => {
        const state = await monitor.check();
        return report(judgeReading(state, monitor.last().forMs), state);
      })
  );
}

function judgeWriting(state: DatabaseState): Readiness {
  if (state === 'writable') return { isReady: true, status: 'ready' };
  return { isReady: false, status: state === 'read_only' ? 'read only' : 'not ready' };
}

/** During an outage, the pages that are known are sent for as long as they are kept. `forMs`: how long it has lasted. */
function judgeReading(state: DatabaseState, forMs: number): Readiness {
  if (state === 'writable') return { isReady: true, status: 'ready' };
  if (state === 'read_only') return { isReady: true, status: 'read only' };
  return forMs > MAX_STALE_MS ? { isReady: false, status: 'not ready' } : { isReady: true, status: 'stale' };
}

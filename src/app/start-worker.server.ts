import { setTimeout as pause } from 'node:timers/promises';
import { createAddressList } from '#src/platform/client-address.server.ts';
import type { Env } from '#src/platform/env/env.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { createMetrics } from '#src/platform/metrics.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import { startTracing } from '#src/platform/tracing/start-tracing.server.ts';
import { openParentLink } from '#src/platform/worker-processes/parent-link.server.ts';
import { createHttpServer } from './http.server.ts';
import { listen } from './listen.server.ts';
import { type CreateBrowserSide, openShop } from './open-shop.server.ts';
import { createShutdownStack } from './shutdown.server.ts';

/** Less than the parent has, which stops the database afterward. */
const LIMITS = { orderlyMs: 5_500, lastMs: 5_700 };
/**
 * In ms, when another worker takes over. First, clients that keep asking on their connection are told to open another
 * one, so that none sends a request at the moment in which its connection closes. Then requests in progress may end.
 */
const RETIRE = { idleMs: 5_000, requestMs: 60_000 };

/** Serves requests as one of several workers of a machine. The parent has prepared the machine, and says when to end. */
export async function startWorker(env: Env, createBrowserSide: CreateBrowserSide): Promise<void> {
  const log = createLog(env.logLevel, undefined, { pid: process.pid });
  const shutdown = createShutdownStack(log, LIMITS, { isWorker: true });
  try {
    const tracing = await startTracing(env.tracing, log);
    if (tracing) shutdown.add(() => tracing.stop());
    const link = await openParentLink();
    const metrics = createMetrics(link.readMetrics);
    shutdown.add(link.reportMetrics(metrics.registry), { last: true });
    const http = createHttpServer({
      onEarlyResponse: metrics.observeEarlyResponse,
      trustedProxies: env.trustedProxies,
      isBalancer: createAddressList(env.healthCheckAddresses),
      countsClients: env.rateLimits,
      sharing: link.sharing,
    });
    const { port, workers: _, ...machine } = link.start;
    await openShop({ env, log, metrics, shutdown, http, createBrowserSide, machine, port, shared: link });
    await link.askToListen();
    const taken = await listen(http.server, port, env.host);
    if (taken) throw new StartupError(taken);
    const end = async () => {
      await shutdown.run();
      process.exit(0);
    };
    link.serve(async (order) => {
      if (order === 'drain') return http.drain();
      if (order === 'retire') {
        http.retire();
        await pause(RETIRE.idleMs);
        await http.close(RETIRE.requestMs);
      }
      await end();
    });
    log.debug({ port }, 'ready');
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

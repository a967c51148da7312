import cluster from 'node:cluster';
import { createAddressList } from '#src/platform/client-address.server.ts';
import { describeDatabaseFault, findDatabaseFault } from '#src/platform/database-faults.server.ts';
import { type Env, parseProcessEnv } from '#src/platform/env/env.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { createMetrics } from '#src/platform/metrics.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import { startTracing } from '#src/platform/tracing/start-tracing.server.ts';
import { createHttpServer } from './http.server.ts';
import { getPort, listen } from './listen.server.ts';
import { type CreateBrowserSide, MAX_REQUEST_MS, openShop } from './open-shop.server.ts';
import { prepareMachine } from './prepare-machine.server.ts';
import { ASKS_BY_HANGUP, createShutdownStack } from './shutdown.server.ts';
import { startWorker } from './start-worker.server.ts';
import { startWorkers } from './start-workers.server.ts';
import { printLine, printStartupBanner } from './startup-banner.server.ts';
import { tellLauncher } from './tell-launcher.server.ts';

/** Starts the shop in steps. On a signal or an error, they are closed in reverse order. */
async function start(env: Env, createBrowserSide: CreateBrowserSide): Promise<void> {
  const log = createLog(env.logLevel);
  const shutdown = createShutdownStack(log, undefined, {
    ...(ASKS_BY_HANGUP && {
      onHangup: () => log.warn('there is one worker, so SIGHUP replaces nothing; restart the shop instead'),
    }),
  });
  tellLauncher({ asksByHangup: ASKS_BY_HANGUP });
  try {
    // Before the first connection to the database, so that its statements are traced.
    const tracing = await startTracing(env.tracing, log);
    if (tracing) shutdown.add(() => tracing.stop());
    const metrics = createMetrics();
    const http = createHttpServer({
      onEarlyResponse: metrics.observeEarlyResponse,
      trustedProxies: env.trustedProxies,
      isBalancer: createAddressList(env.healthCheckAddresses),
      countsClients: env.rateLimits,
    });
    shutdown.add((leftMs) => http.close(Math.min(leftMs, MAX_REQUEST_MS)));
    const machine = await prepareMachine({
      env,
      log,
      shutdown,
      listen: () => listen(http.server, env.port, env.host),
    });
    const port = getPort(http.server) ?? env.port;
    await openShop({ env, log, metrics, shutdown, http, createBrowserSide, machine, port });
    shutdown.delay(env.shutdownDelayMs, http.drain);
    tellLauncher({ shutdownDelayMs: env.shutdownDelayMs });
    printStartupBanner(env);
    log.debug({ port }, 'ready');
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

/** A database that went away during the start is no bug, whose stack somebody would need. */
function explainFailure(error: unknown): string {
  const fault = findDatabaseFault(error);
  if (fault && fault !== 'busy') return `${describeDatabaseFault(fault)}.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The only process of the shop, or the parent of several workers, or one of these. */
function choosePart(env: Env, createBrowserSide: CreateBrowserSide): Promise<void> {
  if (cluster.isWorker) return startWorker(env, createBrowserSide);
  return env.workers > 1 ? startWorkers(env) : start(env, createBrowserSide);
}

/**
 * Starts the shop with this process's environment. An environment that cannot work is refused, key by key. `isSingle`:
 * it is one process, whatever the environment says.
 */
export function startServer(createBrowserSide: CreateBrowserSide, { isSingle = false } = {}): void {
  // The terminal that reads the output may close; the shop keeps running.
  process.stdout.on('error', () => {});
  const parsedEnv = parseProcessEnv();
  if (!parsedEnv.ok) {
    printLine(
      `The shop cannot start. Please correct these keys (see .env.example):\n${parsedEnv.errors.map((error) => `  ${error}`).join('\n')}`,
    );
    process.exitCode = 1;
    return;
  }
  const env = isSingle ? { ...parsedEnv.env, workers: 1 } : parsedEnv.env;
  choosePart(env, createBrowserSide).catch((error: unknown) => {
    printLine(error instanceof StartupError ? error.message : `The shop could not start: ${explainFailure(error)}`);
    process.exit(1);
  });
}

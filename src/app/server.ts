import { realpathSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasTools } from '#src/features/catalogue/tool/queries.server.ts';
import { closePasswordThreads } from '#src/features/identity/password.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { readInitialSettings } from '#src/flows/settings/read-initial-settings.server.ts';
import { listenForChanges } from '#src/platform/change-listener.server.ts';
import { createAddressList } from '#src/platform/client-address.server.ts';
import { closeDataFolder } from '#src/platform/data-folder.server.ts';
import { openDatabase } from '#src/platform/database.server.ts';
import { describeDatabaseFault, findDatabaseFault } from '#src/platform/database-faults.server.ts';
import { type Env, parseProcessEnv } from '#src/platform/env/env.server.ts';
import { acquireInstanceLock } from '#src/platform/instance-lock.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { createMetrics } from '#src/platform/metrics.server.ts';
import { migrateDatabase } from '#src/platform/migrate.server.ts';
import { startEmbeddedPostgres } from '#src/platform/postgres/embedded.server.ts';
import { deriveKey, readShopSecret } from '#src/platform/secret/secret.server.ts';
import { checkSecret } from '#src/platform/secret/secret-check.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import { startTracing } from '#src/platform/tracing/start-tracing.server.ts';
import { seedDemoShop } from '#src/seed/demo-shop/seed-demo-shop.server.ts';
// The server's steps continue the launcher's list, so both print with the launcher's own file.
import { step } from '../../scripts/progress.mjs';
import type { AppDependencies } from './app.server.ts';
import { startCardSandbox } from './card-sandbox.server.ts';
import { createShop } from './composition-root.server.ts';
import { createConfiguredArchiver } from './configured-archiver.server.ts';
import { openFirstAdmin } from './first-admin.server.ts';
import { createHttpServer } from './http.server.ts';
import { listen } from './listen.server.ts';
import { runPreflightChecks } from './preflight.server.ts';
import { prepareDatabase } from './prepare-database.server.ts';
import { startScheduledJobs } from './scheduled-jobs.server.ts';
import { toSettings } from './settings.server.ts';
import { createShutdownStack } from './shutdown.server.ts';
import { printFirstAdmin, printLine, printStartupBanner } from './startup-banner.server.ts';
import { connectStripe } from './stripe.server.ts';
import { DATABASE_PATIENCE_MS } from './wait-for-database.server.ts';

/** Creates the files and pages that browsers load. It also gets the server, which a development server listens on. */
export type CreateBrowserSide = (context: AppContext, server: Server) => NonNullable<AppDependencies['browserSide']>;

/** How long shutdown waits for requests in progress, in ms. */
const MAX_REQUEST_MS = 5_000;

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts the shop in steps. On a signal or an error, they are closed in reverse order. */
async function start(env: Env, createBrowserSide: CreateBrowserSide): Promise<void> {
  const log = createLog(env.logLevel);
  const shutdown = createShutdownStack(log);
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
    const errors = await runPreflightChecks(env, {
      onWait: (reason) => printLine(`${reason} Waiting for up to ${DATABASE_PATIENCE_MS / 1_000} seconds.`),
    });
    if (errors.length) {
      const taken = await listen(http.server, env.port, env.host);
      throw new StartupError([...errors, ...(taken ? [taken] : [])].join('\n'));
    }
    // Takes the lock before the port: a shop that is shutting down releases both, and is worth waiting for.
    if (env.database.kind === 'embedded') {
      const onWait = () => printLine('Another shop is still using this data folder; waiting for it to stop.');
      const lock = await acquireInstanceLock(env.dataDir, { timeoutMs: 12_000, onWait });
      shutdown.add(() => lock.release(), { last: true });
    }
    closeDataFolder(env.dataDir, log);
    const taken = await listen(http.server, env.port, env.host);
    if (taken) throw new StartupError(taken);
    const migrations = join(root, 'migrations');
    const own = env.database.kind === 'postgres' ? env.database : null;
    const url = own ? own.url : await startDatabase(env, log, shutdown);
    // What needs a session of its own does not go through a pooler.
    const directUrl = own?.directUrl ?? url;
    await step('Bringing the database up to date', () =>
      own ? prepareDatabase(own, migrations, log) : migrateDatabase(url, migrations),
    );
    const database = openDatabase(url, env.database.poolSize, log, {
      hasSessions: !own?.directUrl,
      preparedStatements: own?.preparedStatements ?? true,
    });
    shutdown.add(() => database.close());

    const secret = readShopSecret(env.authSecret, env.dataDir);
    await checkSecret(database.db, secret);
    const address = http.server.address();
    const port = typeof address === 'object' && address ? address.port : env.port;
    const settings = toSettings(env, deriveKey(secret, 'identity'));
    const cards =
      settings.payments.kind === 'stripe'
        ? connectStripe(settings.payments)
        : await startCardSandbox({
            db: database.db,
            secret,
            webhookUrl: `http://${getLoopbackHost(env.host)}:${port}/api/webhooks/stripe`,
            log,
            metrics: metrics.workers,
          });
    shutdown.add(() => cards.stop());
    const walArchiver = createConfiguredArchiver(env, log);
    const { app, context, identity, images, imageProcess, workers } = createShop({
      settings,
      database,
      cards,
      log,
      metrics,
      walArchiver,
      browserSide: (context) => createBrowserSide(context, http.server),
    });
    shutdown.add(() => imageProcess.stop());
    shutdown.add(() => context.paperRenderer.stop());
    shutdown.add(await listenForChanges(directUrl, database.changes, { log, metrics: metrics.changes }));
    await readInitialSettings(context, { holdHours: env.initialHoldHours });

    shutdown.add(closePasswordThreads);
    if (env.seed === 'demo' && !(await hasTools(database.db))) {
      await step('Filling the empty shop', () => seedDemoShop(database.db));
    }
    await openFirstAdmin(env.identity, database.db, identity, (admin) => printFirstAdmin(admin, settings.publicUrl));

    database.monitor.watch();
    workers.start();
    const schedule = startScheduledJobs({
      context,
      images,
      metrics,
      dataDir: env.dataDir,
      directUrl,
      backup: env.backup,
      walArchiver,
    });
    // Stops both together, so that neither starts work that the other would have to wait for.
    shutdown.add(async () => {
      await Promise.all([workers.stop(), schedule.stop()]);
    });
    cards.start();
    http.serve(app.fetch, context.responseCache);
    // Closes first, since requests in progress still need everything else.
    shutdown.add((leftMs) => http.close(Math.min(leftMs, MAX_REQUEST_MS)));
    shutdown.delay(env.shutdownDelayMs, http.drain);
    tellLauncher({ shutdownDelayMs: env.shutdownDelayMs });
    printStartupBanner(settings);
    log.debug({ port }, 'ready');
    // In the background, so that a slow hosted system does not delay the start.
    void context.health.probeAll();
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

/**
 * Tells the launcher what it must know if this process cannot stop by itself because its event loop is blocked: where
 * the database is, so that the launcher can end it, and how much later than usual that would be.
 */
function tellLauncher(told: { cluster?: string; shutdownDelayMs?: number }): void {
  if (process.connected) process.send?.(told);
}

async function startDatabase(
  env: Env,
  log: ReturnType<typeof createLog>,
  shutdown: ReturnType<typeof createShutdownStack>,
): Promise<string> {
  const { dataDir, backup } = env;
  const archivesWal = backup.wal === true;
  const postgres = await startEmbeddedPostgres({ dataDir, log, onStep: step, archivesWal });
  shutdown.add((leftMs) => postgres.stop(leftMs), { last: true });
  tellLauncher({ cluster: join(realpathSync(dataDir), 'postgres') });
  return postgres.url;
}

/** A database that went away during the start is no bug, whose stack somebody would need. */
function explainFailure(error: unknown): string {
  const fault = findDatabaseFault(error);
  if (fault && fault !== 'busy') return `${describeDatabaseFault(fault)}.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function getLoopbackHost(host: string | undefined): string {
  if (!host || host === '0.0.0.0' || host === '::' || host === 'localhost') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** Starts the shop with this process's environment. An environment that cannot work is refused, key by key. */
export function startServer(createBrowserSide: CreateBrowserSide): void {
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
  start(parsedEnv.env, createBrowserSide).catch((error: unknown) => {
    printLine(error instanceof StartupError ? error.message : `The shop could not start: ${explainFailure(error)}`);
    process.exit(1);
  });
}

import type { Server } from 'node:http';
import { hasTools } from '#src/features/catalogue/tool/queries.server.ts';
import { closePasswordThreads } from '#src/features/identity/password.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { readInitialSettings } from '#src/flows/settings/read-initial-settings.server.ts';
import { listenForChanges } from '#src/platform/change-listener.server.ts';
import { openDatabase } from '#src/platform/database.server.ts';
import type { Env } from '#src/platform/env/env.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import type { Metrics } from '#src/platform/metrics.server.ts';
import { deriveKey } from '#src/platform/secret/secret.server.ts';
import { checkSecret } from '#src/platform/secret/secret-check.server.ts';
import { seedDemoShop } from '#src/seed/demo-shop/seed-demo-shop.server.ts';
import { step } from '../../scripts/progress.mjs';
import type { AppDependencies } from './app.server.ts';
import { startCardSandbox } from './card-sandbox.server.ts';
import { createShop, type SharedParts } from './composition-root.server.ts';
import { createConfiguredArchiver } from './configured-archiver.server.ts';
import { openFirstAdmin } from './first-admin.server.ts';
import type { HttpServer } from './http.server.ts';
import type { PreparedMachine } from './prepare-machine.server.ts';
import { startScheduledJobs } from './scheduled-jobs.server.ts';
import { toSettings } from './settings.server.ts';
import type { ShutdownStack } from './shutdown.server.ts';
import { printFirstAdmin } from './startup-banner.server.ts';
import { connectStripe } from './stripe.server.ts';

/** Creates the files and pages that browsers load. It also gets the server, which a development server listens on. */
export type CreateBrowserSide = (context: AppContext, server: Server) => NonNullable<AppDependencies['browserSide']>;

/** How long shutdown waits for requests in progress, in ms. */
export const MAX_REQUEST_MS = 5_000;

interface Opening {
  env: Env;
  log: Log;
  metrics: Metrics;
  shutdown: ShutdownStack;
  http: HttpServer;
  createBrowserSide: CreateBrowserSide;
  machine: PreparedMachine;
  /** The port on which this shop is reached, which differs from the environment's if that is 0. */
  port: number;
  /** What the workers of a machine share. */
  shared?: SharedParts;
}

/** Opens the shop in this process: its connections, its background work, and then its door. */
export async function openShop(opening: Opening): Promise<void> {
  const { env, log, metrics, shutdown, http, machine } = opening;
  const { databaseUrl, directUrl, secret } = machine;
  const own = env.database.kind === 'postgres' ? env.database : null;
  const database = openDatabase(databaseUrl, env.database.poolSize, log, {
    hasSessions: !own?.directUrl,
    preparedStatements: own?.preparedStatements ?? true,
    replica: own?.replicaUrl ? { url: own.replicaUrl, primaryUrl: directUrl } : undefined,
  });
  shutdown.add(() => database.close());
  await checkSecret(database.db, secret);
  const settings = toSettings(env, deriveKey(secret, 'identity'));
  const cards =
    settings.payments.kind === 'stripe'
      ? connectStripe(settings.payments)
      : await startCardSandbox({
          db: database.db,
          secret,
          webhookUrl: `http://${getLoopbackHost(env.host)}:${opening.port}/api/webhooks/stripe`,
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
    ...(opening.shared && { shared: opening.shared }),
    browserSide: (context) => opening.createBrowserSide(context, http.server),
  });
  shutdown.add(() => imageProcess.stop());
  shutdown.add(() => context.paperRenderer.stop());
  shutdown.add(await listenForChanges(directUrl, database.changes, { log, metrics: metrics.changes }));
  await readInitialSettings(context, { holdHours: env.initialHoldHours });
  await context.taxRates.reload();
  await context.shipping.reload();

  shutdown.add(closePasswordThreads);
  if (env.seed === 'demo' && !(await hasTools(database.db))) {
    await step('Filling the empty shop', () => seedDemoShop(database.db));
  }
  await openFirstAdmin(env.identity, database.db, identity, (admin) => printFirstAdmin(admin, settings.publicUrl));

  database.monitor.watch();
  database.replica?.watch();
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
  // In the background, so that a slow hosted system does not delay the start.
  void context.health.probeAll();
}

function getLoopbackHost(host: string | undefined): string {
  if (!host || host === '0.0.0.0' || host === '::' || host === 'localhost') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

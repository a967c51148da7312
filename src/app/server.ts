import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countTools } from '#src/features/catalogue/queries.server.ts';
import { awaitFirstAdmin, ensureFirstAdmin } from '#src/flows/ensure-first-admin.server.ts';
import { seedDemoShop } from '#src/flows/seed-demo-shop/seed-demo-shop.server.ts';
import { openDatabase } from '#src/platform/database.server.ts';
import { type Env, readProcessEnv } from '#src/platform/env.server.ts';
import { acquireInstanceLock } from '#src/platform/instance-lock.server.ts';
import { joinKeptNews } from '#src/platform/kept-news.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { migrateDatabase } from '#src/platform/migrate.server.ts';
import { startEmbeddedPostgres } from '#src/platform/postgres/embedded.server.ts';
import { step } from '#src/platform/progress.server.ts';
import { deriveKey, readShopSecret } from '#src/platform/secret.server.ts';
import { StartFault } from '#src/platform/start-fault.server.ts';
import { assembleShop } from './assemble.server.ts';
import { assets } from './assets.server.ts';
import { runCardSandbox } from './card-sandbox.server.ts';
import { createShopServer, listen } from './http.server.ts';
import { createPages } from './pages.server.ts';
import { settingsOf } from './settings.server.ts';
import { endInOrder } from './shutdown.server.ts';
import { connectStripe } from './stripe.server.ts';
import { checkSurroundings } from './surroundings.server.ts';
import { startSweeps } from './sweeps.server.ts';
import { say, welcome } from './welcome.server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Starts the shop, step by step; what was started is ended in reverse order, whether it is told to or fails. */
async function start(env: Env): Promise<void> {
  const log = createLog(env.LOG_LEVEL);
  const ends = endInOrder(log);
  try {
    const http = createShopServer();
    ends.add(() => http.close(10_000));
    const faults = await checkSurroundings(env);
    if (faults.length) {
      const taken = await listen(http.server, env.PORT, env.HOST);
      throw new StartFault([...faults, ...(taken ? [taken] : [])].join('\n'));
    }
    // The lock before the port: a shop that is just ending gives up both, and is worth waiting for.
    if (!env.DATABASE_URL) {
      const onWait = () => say('Another shop is still working on this data folder; waiting for it to end.');
      const lock = await acquireInstanceLock(env.DATA_DIR, { patienceMs: 12_000, onWait });
      ends.add(() => lock.release());
    }
    const taken = await listen(http.server, env.PORT, env.HOST);
    if (taken) throw new StartFault(taken);
    const url = env.DATABASE_URL ?? (await startDatabase(env, log, ends));
    await step('Bringing the database up to date', () => migrateDatabase(url, join(root, 'migrations')));
    const database = openDatabase(url, env.DATABASE_POOL, log);
    ends.add(() => database.close());

    const secret = readShopSecret(env.AUTH_SECRET, env.DATA_DIR);
    const address = http.server.address();
    const port = typeof address === 'object' && address ? address.port : env.PORT;
    const settings = settingsOf(env, deriveKey(secret, 'identity'));
    const cards =
      settings.payments.kind === 'stripe'
        ? connectStripe(settings.payments)
        : await runCardSandbox({
            db: database.db,
            secret,
            webhookUrl: `http://${loopbackOf(env.HOST)}:${port}/api/webhooks/stripe`,
            log,
          });
    ends.add(() => cards.stop());
    const news = env.DATABASE_URL ? await joinKeptNews(url, database.pool, log) : null;
    if (news) ends.add(() => news.leave());
    const { app, shop, identity, identityDesk, images, post } = assembleShop({
      settings,
      database,
      cards,
      log,
      browserSide: (running) => ({ assets: assets(join(root, 'build/client')), pages: createPages(running) }),
      ...(news ? { onForget: news.tell } : {}),
    });
    ends.add(() => identityDesk.settled());
    news?.listen(shop.kept);

    const unannounced = join(env.DATA_DIR, 'first-admin-unannounced');
    const admin = identity
      ? await ensureFirstAdmin({
          db: database.db,
          identity,
          email: env.ADMIN_EMAIL,
          password: env.ADMIN_PASSWORD,
          // The folder's lock says that nobody else is at work on it; without that lock somebody may be.
          isUnannounced: () => (env.DATABASE_URL ? isLeftBehind(unannounced) : existsSync(unannounced)),
          onMaking: () => writeFileSync(unannounced, String(process.pid)),
        })
      : await awaitFirstAdmin(database.db, env.ADMIN_EMAIL ?? '');
    if (env.SEED === 'demo' && (await countTools(database.db)) === 0) {
      await step('Filling the empty shop', () => seedDemoShop(database.db));
    }

    const sweeps = startSweeps(shop, database, { images, identityDesk, post });
    // Together: neither may begin what the other would have to wait for.
    ends.add(async () => {
      await Promise.all([shop.events.stop(), sweeps.stop()]);
    });
    cards.start();
    http.open(app.fetch, shop.kept);
    // Before everything else that is ended: what is under way still needs all of it.
    ends.add(() => http.close(10_000));
    welcome(settings, admin);
    if (admin) rmSync(unannounced, { force: true });
    log.debug({ port }, 'ready');
    // In the background: a hosted system that is slow must not hold up the start.
    void shop.ports.probeAll();
  } catch (error) {
    await ends.run();
    throw error;
  }
}

/** Whether a start that made the first admin's password ended before it was shown; one still under way will show it. */
function isLeftBehind(marker: string): boolean {
  if (!existsSync(marker)) return false;
  const maker = Number(readFileSync(marker, 'utf8'));
  if (!maker || maker === process.pid) return true;
  try {
    process.kill(maker, 0);
    return false;
  } catch {
    return true;
  }
}

async function startDatabase(
  env: Env,
  log: ReturnType<typeof createLog>,
  ends: ReturnType<typeof endInOrder>,
): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log, onStep: step });
  ends.add(() => postgres.stop());
  return postgres.url;
}

function loopbackOf(host: string | undefined): string {
  if (!host || host === '0.0.0.0' || host === '::' || host === 'localhost') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

// Whoever read our lines may go away; the shop stays.
process.stdout.on('error', () => {});

const reading = readProcessEnv();
if (!reading.ok) {
  say(
    `The shop cannot start. Please correct these keys (see .env.example):\n${reading.faults.map((fault) => `  ${fault}`).join('\n')}`,
  );
  process.exitCode = 1;
} else {
  start(reading.env).catch((error: unknown) => {
    say(
      error instanceof StartFault
        ? error.message
        : `The shop could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    process.exit(1);
  });
}

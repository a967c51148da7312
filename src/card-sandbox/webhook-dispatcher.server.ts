import { and, eq, lt, lte, notExists, sql } from 'drizzle-orm';
import Stripe from 'stripe';
import type { Queryable } from '#src/platform/database.server.ts';
import { backoff } from '#src/platform/worker/backoff.ts';
import { claimRows } from '#src/platform/worker/claim.server.ts';
import { type Schedule, type ScheduledJob, startSchedule } from '#src/platform/worker/schedule.server.ts';
import { createWorker, type Worker } from '#src/platform/worker/worker.server.ts';
import type { JobResult, WorkerMetrics } from '#src/platform/worker/worker-metrics.server.ts';
import type { SandboxFaults } from './faults.server.ts';
import { type SandboxLog, SILENT } from './http.server.ts';
import { deleteExpiredKeys } from './idempotency.server.ts';
import { toEventObject } from './objects.server.ts';
import { settleDueRefunds } from './refunds.server.ts';
import type { SandboxDatabase } from './store.server.ts';
import { charges, type EventRow, events, paymentIntents, paymentMethods } from './tables.server.ts';

export interface WebhookDispatcherOptions {
  db: SandboxDatabase;
  /** The shop's webhook address. */
  url: string;
  /** The signing secret, `whsec_…`. */
  secret: string;
  log?: SandboxLog;
  metrics?: WorkerMetrics | undefined;
  faults?: SandboxFaults;
  /** How often to look for due events without `notify`. */
  pollIntervalMs?: number;
  /** How long the receiver may take. */
  timeoutMs?: number;
  /** The pause after the first failure; it doubles with each further one, up to an hour. */
  initialRetryDelayMs?: number;
  /** After so many failures the event is given up; it can still be read with `GET /v1/events`. */
  maxAttempts?: number;
}

interface WebhookDispatcher extends Pick<Worker, 'start' | 'notify' | 'stop'> {}

const BATCH_SIZE = 8;
const MAX_RETRY_DELAY_MS = 3_600_000;
const CLEANUP_INTERVAL_MS = 600_000;
const SETTLE_INTERVAL_MS = 1_000;

/** Delivers the sandbox's events to the shop, signed as Stripe signs, at least once each. */
export function createWebhookDispatcher(options: WebhookDispatcherOptions): WebhookDispatcher {
  const { db, url, secret, faults, metrics, log = SILENT } = options;
  const { pollIntervalMs = 500, timeoutMs = 10_000, initialRetryDelayMs = 500, maxAttempts = 20 } = options;
  let schedule: Schedule | null = null;
  const safeLog = {
    info: log.debug,
    error: (fields: object, message: string) => log.error(fields, message),
  };

  const worker = createWorker({
    name: 'card-sandbox-webhooks',
    db,
    log: safeLog,
    metrics,
    claimMode: 'lease',
    async claim(queryable, limit) {
      const batch = await claimDue(queryable, limit, timeoutMs * 2);
      return faults?.dispatcher.now().shuffled ? batch.sort(() => Math.random() - 0.5) : batch;
    },
    run: deliver,
    isPaused: () => faults?.dispatcher.now().paused ?? false,
    batchSize: BATCH_SIZE,
    pollMs: pollIntervalMs,
  });

  async function deliver(event: EventRow): Promise<JobResult> {
    const { copies } = faults?.dispatcher.now() ?? { copies: 1 };
    const failures = await Promise.all(Array.from({ length: copies }, () => send(event)));
    const failure = failures.find((one) => one !== null);
    const logFields = { event: event.id, type: event.type, attempt: event.attempts };
    if (failure === undefined) {
      await db.update(events).set({ deliveredAt: sql`now()`, nextAttemptAt: null }).where(eq(events.id, event.id));
      log.debug(logFields, 'webhook delivered');
      return 'succeeded';
    }
    log.warn({ ...logFields, failure }, 'webhook not delivered');
    const delayMs = Math.round(
      backoff(event.attempts, { first: initialRetryDelayMs, max: MAX_RETRY_DELAY_MS, jitter: 0.25 }),
    );
    const nextAttemptAt = event.attempts < maxAttempts ? sql`now() + ${`${delayMs} milliseconds`}::interval` : null;
    await db.update(events).set({ nextAttemptAt }).where(eq(events.id, event.id));
    return 'failed';
  }

  /** Null when the receiver said 2xx, else why not. */
  async function send(event: EventRow): Promise<string | null> {
    const payload = JSON.stringify(toEventObject(event), null, 2);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature,
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      return response.ok ? null : `responded with ${response.status}`;
    } catch (err) {
      return err instanceof Error ? err.message : String(err);
    }
  }

  const jobs: ScheduledJob[] = [
    { name: 'clean up the card sandbox', intervalMs: CLEANUP_INTERVAL_MS, immediate: true, run: () => cleanUp(db) },
    {
      name: 'settle refunds of the card sandbox',
      intervalMs: SETTLE_INTERVAL_MS,
      async run() {
        const settled = await settleDueRefunds(db);
        if (settled > 0) worker.notify();
        return settled;
      },
    },
  ];

  return {
    notify: worker.notify,
    start() {
      worker.start();
      schedule ??= startSchedule(jobs, { log: safeLog });
    },
    async stop() {
      await Promise.all([worker.stop(), schedule?.stop()]);
    },
  };
}

/** Claims the oldest due events for `leaseMs`. Without a result they are due again when the lease ends. */
async function claimDue(db: Queryable, limit: number, leaseMs: number): Promise<EventRow[]> {
  const claimed = await claimRows(db, events, {
    where: lte(events.nextAttemptAt, sql`now()`),
    orderBy: [events.seq],
    limit,
    set: {
      attempts: sql`${events.attempts} + 1`,
      nextAttemptAt: sql`now() + ${`${leaseMs} milliseconds`}::interval`,
    },
  });
  return claimed.sort((a, b) => a.seq - b.seq);
}

/** Deletes expired idempotency keys, and cards that were entered but never used. */
async function cleanUp(db: SandboxDatabase): Promise<number> {
  await deleteExpiredKeys(db);
  const usedByIntent = db.select().from(paymentIntents).where(eq(paymentIntents.paymentMethod, paymentMethods.id));
  const usedByCharge = db.select().from(charges).where(eq(charges.paymentMethod, paymentMethods.id));
  const { rowCount } = await db
    .delete(paymentMethods)
    .where(
      and(lt(paymentMethods.created, sql`now() - interval '1 day'`), notExists(usedByIntent), notExists(usedByCharge)),
    );
  return rowCount ?? 0;
}

import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, lt, lte, notExists, sql } from 'drizzle-orm';
import Stripe from 'stripe';
import type { SandboxFaults } from './faults.server.ts';
import { describeError, type SandboxLog, SILENT } from './http.server.ts';
import { deleteExpiredKeys } from './idempotency.server.ts';
import { eventObject } from './objects.server.ts';
import type { SandboxDatabase } from './store.server.ts';
import { charges, type EventRow, events, paymentIntents, paymentMethods } from './tables.server.ts';

export interface WebhookDispatcherOptions {
  db: SandboxDatabase;
  /** The shop's webhook address. */
  url: string;
  /** The signing secret, `whsec_…`. */
  secret: string;
  log?: SandboxLog;
  faults?: SandboxFaults;
  /** How long to wait between looks at the outbox when nobody calls `wake`. */
  pollIntervalMs?: number;
  /** How long the receiver may take. */
  timeoutMs?: number;
  /** The pause after the first failure; it doubles with each further one, up to an hour. */
  initialRetryDelayMs?: number;
  /** After so many failures the event is given up; it can still be read with `GET /v1/events`. */
  maxAttempts?: number;
}

interface WebhookDispatcher {
  start(): void;
  /** Looks into the outbox now: call it after a change was committed. */
  notify(): void;
  /** Takes nothing more and resolves once what is under way has been answered. */
  stop(): Promise<void>;
}

const BATCH_SIZE = 8;
const MAX_RETRY_DELAY_MS = 3_600_000;
const MAX_COOLDOWN_MS = 5_000;
const CLEANUP_INTERVAL_MS = 600_000;

/**
 * Delivers the outbox to the shop, signed as Stripe signs, at least once each. Any number of processes may run one:
 * an event is taken for a limited time under SKIP LOCKED, so one that died with its courier is taken again.
 */
export function createWebhookDispatcher(options: WebhookDispatcherOptions): WebhookDispatcher {
  const { db, url, secret, faults, log = SILENT } = options;
  const { pollIntervalMs = 500, timeoutMs = 10_000, initialRetryDelayMs = 500, maxAttempts = 20 } = options;
  let stopped: AbortController | null = null;
  let running: Promise<void> = Promise.resolve();
  let notified = false;
  let interruptSleep: () => void = () => {};

  async function run(signal: AbortSignal): Promise<void> {
    let cleanedUpAt = 0;
    let failures = 0;
    while (!signal.aborted) {
      notified = false;
      let claimed = 0;
      try {
        claimed = faults?.dispatcher.now().paused ? 0 : await deliverBatch();
        if (Date.now() - cleanedUpAt > CLEANUP_INTERVAL_MS) {
          await cleanUp(db);
          cleanedUpAt = Date.now();
        }
        failures = 0;
      } catch (error) {
        failures += 1;
        log.error(describeError(error), 'the card sandbox courier could not read its outbox');
      }
      if (signal.aborted || claimed > 0) continue;
      if (failures > 0) await sleep(Math.min(pollIntervalMs * 2 ** failures, MAX_COOLDOWN_MS));
      else if (!notified) await sleep(faults?.dispatcher.now().paused ? 20 : pollIntervalMs);
    }
  }

  async function sleep(ms: number): Promise<void> {
    const sleeping = new AbortController();
    interruptSleep = () => sleeping.abort();
    await wait(ms, undefined, { signal: sleeping.signal }).catch(() => {});
  }

  async function deliverBatch(): Promise<number> {
    const batch = await claimDue(db, timeoutMs * 2);
    const { copies, shuffled } = faults?.dispatcher.now() ?? { copies: 1, shuffled: false };
    if (shuffled) batch.sort(() => Math.random() - 0.5);
    // All are awaited even if one cannot be noted down: that one is taken again when its time is over.
    const results = await Promise.allSettled(batch.map((event) => deliver(event, copies)));
    const failed = results.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    return batch.length;
  }

  async function deliver(event: EventRow, copies: number): Promise<void> {
    const failures = await Promise.all(Array.from({ length: copies }, () => send(event)));
    const failure = failures.find((one) => one !== null);
    const logFields = { event: event.id, type: event.type, attempt: event.attempts };
    if (failure === undefined) {
      await db.update(events).set({ deliveredAt: sql`now()`, nextAttemptAt: null }).where(eq(events.id, event.id));
      log.debug(logFields, 'webhook delivered');
      return;
    }
    log.warn({ ...logFields, failure }, 'webhook not delivered');
    const delayMs =
      Math.min(initialRetryDelayMs * 2 ** (event.attempts - 1), MAX_RETRY_DELAY_MS) * (0.75 + Math.random() / 2);
    const nextAttemptAt =
      event.attempts < maxAttempts ? sql`now() + ${`${Math.round(delayMs)} milliseconds`}::interval` : null;
    await db.update(events).set({ nextAttemptAt: nextAttemptAt }).where(eq(events.id, event.id));
  }

  /** Null when the receiver said 2xx, else why not. */
  async function send(event: EventRow): Promise<string | null> {
    const payload = JSON.stringify(eventObject(event), null, 2);
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
      return response.ok ? null : `answered ${response.status}`;
    } catch (err) {
      return err instanceof Error ? err.message : String(err);
    }
  }

  return {
    start() {
      if (stopped) return;
      stopped = new AbortController();
      running = run(stopped.signal);
    },
    notify() {
      notified = true;
      interruptSleep();
    },
    async stop() {
      stopped?.abort();
      interruptSleep();
      await running;
      stopped = null;
    },
  };
}

/** Takes the oldest due events for `leaseMs`; if they are not settled by then, someone else may take them. */
async function claimDue(db: SandboxDatabase, leaseMs: number): Promise<EventRow[]> {
  const due = db
    .select({ id: events.id })
    .from(events)
    .where(lte(events.nextAttemptAt, sql`now()`))
    .orderBy(events.seq)
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true });
  const claimed = await db
    .update(events)
    .set({
      attempts: sql`${events.attempts} + 1`,
      nextAttemptAt: sql`now() + ${`${leaseMs} milliseconds`}::interval`,
    })
    .where(sql`${events.id} = any(array${due})`)
    .returning();
  return claimed.sort((a, b) => a.seq - b.seq);
}

/** Forgets old idempotency keys, and cards that were typed but never used. */
async function cleanUp(db: SandboxDatabase): Promise<void> {
  await deleteExpiredKeys(db);
  const usedByIntent = db.select().from(paymentIntents).where(eq(paymentIntents.paymentMethod, paymentMethods.id));
  const usedByCharge = db.select().from(charges).where(eq(charges.paymentMethod, paymentMethods.id));
  await db
    .delete(paymentMethods)
    .where(
      and(lt(paymentMethods.created, sql`now() - interval '1 day'`), notExists(usedByIntent), notExists(usedByCharge)),
    );
}

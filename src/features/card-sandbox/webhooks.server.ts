import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, lt, lte, notExists, sql } from 'drizzle-orm';
import Stripe from 'stripe';
import type { SandboxFaults } from './faults.server.ts';
import { describeFailure, type SandboxLog, SILENT } from './http.server.ts';
import { forgetOldKeys } from './idempotency.server.ts';
import type { SandboxDatabase } from './ledger.server.ts';
import { eventObject } from './objects.server.ts';
import { charges, type EventRow, events, paymentIntents, paymentMethods } from './tables.server.ts';

export interface WebhookCourierOptions {
  db: SandboxDatabase;
  /** The shop's webhook address. */
  url: string;
  /** The signing secret, `whsec_…`. */
  secret: string;
  log?: SandboxLog;
  faults?: SandboxFaults;
  /** How long to wait between looks at the outbox when nobody calls `wake`. */
  pollMs?: number;
  /** How long the receiver may take. */
  timeoutMs?: number;
  /** The pause after the first failure; it doubles with each further one, up to an hour. */
  firstRetryMs?: number;
  /** After so many failures the event is given up; it can still be read with `GET /v1/events`. */
  maxAttempts?: number;
}

interface WebhookCourier {
  start(): void;
  /** Looks into the outbox now: call it after a change was committed. */
  wake(): void;
  /** Takes nothing more and resolves once what is under way has been answered. */
  stop(): Promise<void>;
}

const BATCH = 8;
const LONGEST_PAUSE_MS = 3_600_000;
const LONGEST_REST_MS = 5_000;
const TIDY_EVERY_MS = 600_000;

/**
 * Delivers the outbox to the shop, signed as Stripe signs, at least once each. Any number of processes may run one:
 * an event is taken for a limited time under SKIP LOCKED, so one that died with its courier is taken again.
 */
export function createWebhookCourier(options: WebhookCourierOptions): WebhookCourier {
  const { db, url, secret, faults, log = SILENT } = options;
  const { pollMs = 500, timeoutMs = 10_000, firstRetryMs = 500, maxAttempts = 20 } = options;
  let stopped: AbortController | null = null;
  let running: Promise<void> = Promise.resolve();
  let woken = false;
  let rouse: () => void = () => {};

  async function run(signal: AbortSignal): Promise<void> {
    let tidied = 0;
    let failures = 0;
    while (!signal.aborted) {
      woken = false;
      let taken = 0;
      try {
        taken = faults?.courier.now().held ? 0 : await deliverBatch();
        if (Date.now() - tidied > TIDY_EVERY_MS) {
          await tidyUp(db);
          tidied = Date.now();
        }
        failures = 0;
      } catch (error) {
        failures += 1;
        log.error(describeFailure(error), 'the card sandbox courier could not read its outbox');
      }
      if (signal.aborted || taken > 0) continue;
      if (failures > 0) await sleep(Math.min(pollMs * 2 ** failures, LONGEST_REST_MS));
      else if (!woken) await sleep(faults?.courier.now().held ? 20 : pollMs);
    }
  }

  async function sleep(ms: number): Promise<void> {
    const nap = new AbortController();
    rouse = () => nap.abort();
    await wait(ms, undefined, { signal: nap.signal }).catch(() => {});
  }

  async function deliverBatch(): Promise<number> {
    const batch = await takeDue(db, timeoutMs * 2);
    const { copies, shuffled } = faults?.courier.now() ?? { copies: 1, shuffled: false };
    if (shuffled) batch.sort(() => Math.random() - 0.5);
    // All are awaited even if one cannot be noted down: that one is taken again when its time is over.
    const noted = await Promise.allSettled(batch.map((event) => deliver(event, copies)));
    const unnoted = noted.find((one) => one.status === 'rejected');
    if (unnoted) throw unnoted.reason;
    return batch.length;
  }

  async function deliver(event: EventRow, copies: number): Promise<void> {
    const failures = await Promise.all(Array.from({ length: copies }, () => send(event)));
    const failure = failures.find((one) => one !== null);
    const about = { event: event.id, type: event.type, attempt: event.attempts };
    if (failure === undefined) {
      await db.update(events).set({ deliveredAt: sql`now()`, nextAttemptAt: null }).where(eq(events.id, event.id));
      log.debug(about, 'webhook delivered');
      return;
    }
    log.warn({ ...about, failure }, 'webhook not delivered');
    const pause = Math.min(firstRetryMs * 2 ** (event.attempts - 1), LONGEST_PAUSE_MS) * (0.75 + Math.random() / 2);
    const again = event.attempts < maxAttempts ? sql`now() + ${`${Math.round(pause)} milliseconds`}::interval` : null;
    await db.update(events).set({ nextAttemptAt: again }).where(eq(events.id, event.id));
  }

  /** Null when the receiver said 2xx, else why not. */
  async function send(event: EventRow): Promise<string | null> {
    const payload = JSON.stringify(eventObject(event), null, 2);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
    try {
      const answer = await fetch(url, {
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
      await answer.body?.cancel();
      return answer.ok ? null : `answered ${answer.status}`;
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
    wake() {
      woken = true;
      rouse();
    },
    async stop() {
      stopped?.abort();
      rouse();
      await running;
      stopped = null;
    },
  };
}

/** Takes the oldest due events for `leaseMs`; if they are not settled by then, someone else may take them. */
async function takeDue(db: SandboxDatabase, leaseMs: number): Promise<EventRow[]> {
  const due = db
    .select({ id: events.id })
    .from(events)
    .where(lte(events.nextAttemptAt, sql`now()`))
    .orderBy(events.seq)
    .limit(BATCH)
    .for('update', { skipLocked: true });
  const taken = await db
    .update(events)
    .set({
      attempts: sql`${events.attempts} + 1`,
      nextAttemptAt: sql`now() + ${`${leaseMs} milliseconds`}::interval`,
    })
    .where(sql`${events.id} = any(array${due})`)
    .returning();
  return taken.sort((a, b) => a.seq - b.seq);
}

/** Forgets old idempotency keys, and cards that were typed but never used. */
async function tidyUp(db: SandboxDatabase): Promise<void> {
  await forgetOldKeys(db);
  const usedByIntent = db.select().from(paymentIntents).where(eq(paymentIntents.paymentMethod, paymentMethods.id));
  const usedByCharge = db.select().from(charges).where(eq(charges.paymentMethod, paymentMethods.id));
  await db
    .delete(paymentMethods)
    .where(
      and(lt(paymentMethods.created, sql`now() - interval '1 day'`), notExists(usedByIntent), notExists(usedByCharge)),
    );
}

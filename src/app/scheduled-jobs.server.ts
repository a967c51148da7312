import { deleteExpired } from '#src/features/identity/queries.server.ts';
import type { ImageUploads } from '#src/features/images/image-uploads.server.ts';
import { eraseEndedLinks } from '#src/features/mail/mail-queue.server.ts';
import type { Post } from '#src/features/mail/mail-worker.server.ts';
import { deleteOldWebhookEvents } from '#src/features/payments/webhook-events.server.ts';
import type { AccountRequestQueue } from '#src/flows/accounts/account-request-worker.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import {
  expireOrders,
  reconcilePayments,
  reconcileSettledPayments,
} from '#src/flows/checkout/reconcile-payments.server.ts';
import { deleteStaleSubscribers } from '#src/flows/newsletter/manage-subscriptions.server.ts';
import { openAdvisoryLocks } from '#src/platform/advisory-locks.server.ts';
import type { Database } from '#src/platform/database.server.ts';
import { deleteExpiredRateLimits } from '#src/platform/rate-limits.server.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

export interface ScheduledJobs {
  /** Begins nothing more; the order or payment a round is at just now is finished. */
  stop(): Promise<void>;
}

/**
 * What has to happen without anybody asking. What is due is a state in the database, so a round that was missed or
 * killed is made up for by the next, in whichever process.
 */
export function startScheduledJobs(
  shop: AppContext,
  { pool, db }: Database,
  { images, identityDesk, post }: { images: ImageUploads; identityDesk: AccountRequestQueue; post: Post },
): ScheduledJobs {
  const stopping = new AbortController();
  const locks = openAdvisoryLocks(pool);
  const rounds = [
    every(15 * SECOND, 'expire', () => expireOrders(shop, stopping.signal)),
    every(10 * SECOND, 'reconcile', () => reconcilePayments(shop, undefined, stopping.signal)),
    // Each message is worked on as it comes in; this is for what had to wait, or was left behind by a process that died.
    every(5 * SECOND, 'provider events', takeUpEvents, 'everywhere'),
    every(5 * 60 * SECOND, 'reconcile settled', () => reconcileSettledPayments(shop, stopping.signal)),
    // Each is looked at as soon as it was asked for; these are what a dying process left, or what failed.
    every(15 * SECOND, 'identity', () => identityDesk.run()),
    // Everywhere: a mail that one process is sending is passed over by the others.
    every(3 * SECOND, 'mail', () => post.round(), 'everywhere'),
    every(30 * SECOND, 'probe', () => shop.health.probeAll(), 'everywhere'),
    every(HOUR, 'tidy', async () => {
      await deleteExpired(db);
      await deleteOldWebhookEvents(db);
      await deleteStaleSubscribers(shop);
      await eraseEndedLinks(db);
      await deleteExpiredRateLimits(pool);
      return images.deleteAbandoned(HOUR);
    }),
  ];

  // Nobody waits for them here: there may be hours of work.
  async function takeUpEvents(): Promise<number> {
    shop.webhookWorker.notify();
    return 0;
  }

  post.start();

  /** Runs again `pauseMs` after the last round ended; only one process at a time does a kind of work, unless each has to. */
  function every(pauseMs: number, name: string, work: () => Promise<number>, where?: 'everywhere') {
    let timer: NodeJS.Timeout | null = null;
    let running = Promise.resolve();
    const schedule = () => {
      timer = setTimeout(() => {
        running = round().then(schedule);
      }, pauseMs);
    };
    const round = async () => {
      try {
        const done = await (where ? work() : alone(name, work));
        if (done) shop.log.info({ work: name, done }, 'sweep');
      } catch (error) {
        shop.log.error({ err: error, work: name }, 'a sweep failed and will be tried again');
      }
    };
    schedule();
    return async () => {
      if (timer) clearTimeout(timer);
      await running;
      if (timer) clearTimeout(timer);
    };
  }

  /** Under a lock of the database that a dying process loses by itself. */
  async function alone(name: string, work: () => Promise<number>): Promise<number> {
    if (!(await locks.tryAcquire(`sweep:${name}`))) return 0;
    try {
      return await work();
    } finally {
      await locks.release(`sweep:${name}`);
    }
  }

  return {
    async stop() {
      stopping.abort();
      await Promise.all([post.stop(), ...rounds.map((stop) => stop())]);
      await locks.close();
    },
  };
}

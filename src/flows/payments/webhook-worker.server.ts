import { wasMailedToday } from '#src/features/mail/outbox.server.ts';
import { type ProviderIntent, ProviderUnavailable } from '#src/features/payments/provider.server.ts';
import { getPaymentByIntent } from '#src/features/payments/queries.server.ts';
import {
  claimWebhookEvents,
  markEventApplied,
  recordFailedEventAttempt,
  releaseWebhookEvents,
  type WebhookEvent,
} from '#src/features/payments/webhook-events.server.ts';
import { lockPurchase } from '#src/features/purchases/queries.server.ts';
import { nextPurchaseState } from '#src/features/purchases/rules.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { queuePurchaseMail } from '#src/flows/purchases/purchase-mails.server.ts';
import { createWorker, type Worker } from '#src/platform/worker/worker.server.ts';
import type { JobResult, WorkerMetrics } from '#src/platform/worker/worker-metrics.server.ts';
import { syncIntent } from './sync-payment.server.ts';

/** Small, so that a flood of events leaves connections to the database and the provider to customers. */
const BATCH_SIZE = 4;
/** An event is applied when it arrives. Polling finds events whose retry is due or whose process died. */
const POLL_MS = 5_000;

/** Due events of one intent. One fetch from the provider applies them all. */
interface IntentEvents {
  intentId: string;
  events: WebhookEvent[];
}

/** Applies the card provider's webhook events. */
export function createWebhookWorker(context: AppContext, metrics?: WorkerMetrics): Worker<'webhook-events'> {
  return createWorker({
    name: 'webhook-events',
    db: context.db,
    log: context.log,
    metrics,
    claimMode: 'lease',
    async claim(db, limit): Promise<IntentEvents[]> {
      const byIntent = Map.groupBy(await claimWebhookEvents(db, limit), ({ intentId }) => intentId ?? '');
      return [...byIntent].map(([intentId, events]) => ({ intentId, events }));
    },
    run: (job) => applyAndStore(context, job),
    release: (db, jobs) =>
      releaseWebhookEvents(
        db,
        jobs.flatMap(({ events }) => events),
      ),
    batchSize: BATCH_SIZE,
    pollMs: POLL_MS,
  });
}

async function applyAndStore(context: AppContext, { intentId, events }: IntentEvents): Promise<JobResult> {
  try {
    await apply(
      context,
      intentId,
      events.map(({ type }) => type),
    );
    for (const { id } of events) await markEventApplied(context.db, id);
    return 'succeeded';
  } catch (error) {
    const unavailable = error instanceof ProviderUnavailable;
    context.log[unavailable ? 'warn' : 'error']({ err: error, intentId }, 'webhook events will be applied again');
    const reason = unavailable
      ? (error.reason ?? error.message)
      : 'The shop could not process it. See the log for details.';
    for (const event of events) await recordFailedEventAttempt(context.db, event, reason);
    return 'failed';
  }
}

/** An event only names the intent; the shop trusts what it fetches from the provider. */
async function apply(context: AppContext, intentId: string, types: string[]): Promise<void> {
  // An event without an intent does not concern any payment.
  if (!intentId) return;
  const includeRefunds = types.some((type) => !type.startsWith('payment_intent.'));
  const synced = await syncIntent(context, intentId, { includeRefunds });
  if (!synced) return;
  const { intent, settled } = synced;
  if (types.includes('payment_intent.payment_failed') && !settled.ok && settled.code === 'payment_incomplete')
    await queueFailureMail(context, intent);
}

/** Mails the customer whose card was declined: once per attempt and at most once a day per purchase. */
async function queueFailureMail(context: AppContext, intent: ProviderIntent): Promise<void> {
  const payment = await getPaymentByIntent(context.db, intent.id, intent.paymentId);
  if (!payment || !intent.failed) return;
  await context.db.transaction(async (tx) => {
    const locked = await lockPurchase(tx, payment.purchaseId);
    if (!locked || !nextPurchaseState(locked.purchase.state, 'pay')) return;
    if (await wasMailedToday(tx, locked.purchase.id, 'payment_failed')) return;
    const lines = locked.lines.filter(({ state }) => state === 'placed');
    await queuePurchaseMail(
      tx,
      context,
      { ...locked, lines },
      { kind: 'payment_failed', data: {}, dedupeKey: payment.id },
    );
  });
}

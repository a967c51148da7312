import { toEmailOrder } from '#src/features/mail/email-data.ts';
import { queueMail, wasMailedToday } from '#src/features/mail/outbox.server.ts';
import { lockOrder } from '#src/features/orders/queries.server.ts';
import { nextState } from '#src/features/orders/rules.ts';
import { type ProviderIntent, ProviderUnavailable } from '#src/features/payments/provider.server.ts';
import { getPaymentByIntent } from '#src/features/payments/queries.server.ts';
import {
  claimWebhookEvents,
  markEventApplied,
  markEventFailed,
  releaseWebhookEvents,
  type WebhookEvent,
} from '#src/features/payments/webhook-events.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { createWorker, type Worker } from '#src/platform/worker/worker.server.ts';
import type { JobResult, WorkerMetrics } from '#src/platform/worker/worker-metrics.server.ts';
import { syncIntent } from './sync-payment.server.ts';

/** Few at a time: a flood of events leaves customers their connections to the database and the provider. */
const BATCH_SIZE = 4;
/** An event is applied when it comes in. Polling finds those whose retry is due, or whose process died. */
const POLL_MS = 5_000;

/** Due events of one intent. One look at the provider answers them all. */
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
    hold: 'lease',
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
    const reason = unavailable ? (error.reason ?? error.message) : 'The shop could not apply it; see its log.';
    for (const event of events) await markEventFailed(context.db, event, reason);
    return 'failed';
  }
}

/** A message only says where to look; what counts is what the provider answers. */
async function apply(context: AppContext, intentId: string, types: string[]): Promise<void> {
  // Of none: the shop has nothing to look after.
  if (!intentId) return;
  const money = types.some((type) => !type.startsWith('payment_intent.'));
  const looked = await syncIntent(context, intentId, { money });
  if (!looked) return;
  const { intent, settled } = looked;
  if (types.includes('payment_intent.payment_failed') && !settled.ok && settled.code === 'payment_incomplete')
    await queueFailureMail(context, intent);
}

/** Writes to the customer whose card did not pay: once for each attempt, once a day for each order. */
async function queueFailureMail(context: AppContext, intent: ProviderIntent): Promise<void> {
  const payment = await getPaymentByIntent(context.db, intent.id, intent.paymentId);
  if (!payment || !intent.failed) return;
  await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId);
    if (!order || !nextState(order.state, 'pay') || (await wasMailedToday(tx, order.id, 'payment_failed'))) return;
    await queueMail(tx, context, {
      kind: 'payment_failed',
      data: { order: toEmailOrder(order) },
      recipient: order.email,
      orderId: order.id,
      dedupeKey: payment.id,
    });
  });
}

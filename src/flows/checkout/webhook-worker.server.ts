import type Stripe from 'stripe';
import { toEmailOrder } from '#src/features/mail/email-data.ts';
import { queueMail, wroteToday } from '#src/features/mail/outbox.server.ts';
import { lockOrder } from '#src/features/orders/queries.server.ts';
import { nextState } from '#src/features/orders/rules.ts';
import { type ProviderIntent, ProviderUnavailable } from '#src/features/payments/provider.server.ts';
import { getPaymentByIntent } from '#src/features/payments/queries.server.ts';
import {
  claimWebhookEvents,
  markEventApplied,
  markEventFailed,
  releaseWebhookEvents,
  storeWebhookEvent,
  type WebhookEvent,
} from '#src/features/payments/webhook-events.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { createConcurrencyLimiter } from '#src/platform/concurrency-limiter.server.ts';
import { syncIntent } from './sync-payment.server.ts';

/** The card provider's messages: stored while it waits for an answer, worked on afterwards. */
export interface WebhookWorker {
  /** Stores one and has it worked on soon. False when so many come at once that this one has to come again. */
  store(event: Stripe.Event): Promise<boolean>;
  /** Works on what is due, here and now. Nobody has to wait for it. */
  notify(): void;
  /** Settled once nothing is being worked on. */
  idle(): Promise<void>;
  /** Finishes what it is at, and begins nothing more. */
  stop(): Promise<void>;
}

/** Few at a time, so that a flood of messages leaves customers their connections to the database and the provider. */
const BATCH_SIZE = 4;
const MAX_WAITING = 100;

export function createWebhookWorker(shopOf: () => AppContext): WebhookWorker {
  const door = createConcurrencyLimiter(BATCH_SIZE, MAX_WAITING);
  let running: Promise<void> | null = null;
  let woken = false;
  let stopped = false;

  async function run(): Promise<void> {
    const context = shopOf();
    while (woken && !stopped) {
      woken = false;
      for (let due = await claimWebhookEvents(context.db, BATCH_SIZE); due.length > 0; ) {
        if (stopped) return releaseWebhookEvents(context.db, due);
        // Messages of one intent come in bunches: looking once does for all of them.
        const bunches = Map.groupBy(due, ({ intentId }) => intentId ?? '');
        await Promise.all([...bunches].map(([intentId, events]) => work(context, intentId, events)));
        due = await claimWebhookEvents(context.db, BATCH_SIZE);
      }
    }
  }

  function kick(): void {
    woken = true;
    if (running || stopped) return;
    running = run()
      .catch((error: unknown) =>
        shopOf().log.error({ err: error }, 'messages of the card provider wait for the next round'),
      )
      .finally(() => {
        running = null;
        // Somebody knocked in the moment between the last look and now.
        if (woken) kick();
      });
  }

  return {
    async store(event) {
      const taken = await door.run(async () => {
        await storeWebhookEvent(shopOf().db, event);
        return true;
      });
      if (taken) kick();
      return taken === true;
    },
    notify: kick,
    async idle() {
      while (running) await running;
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}

async function work(context: AppContext, intentId: string, events: WebhookEvent[]): Promise<void> {
  try {
    await apply(
      context,
      intentId,
      events.map(({ type }) => type),
    );
    for (const { id } of events) await markEventApplied(context.db, id);
  } catch (error) {
    const level = error instanceof ProviderUnavailable ? 'warn' : 'error';
    context.log[level]({ err: error, intentId }, 'messages of the card provider will be worked on again');
    const why =
      error instanceof ProviderUnavailable
        ? (error.reason ?? error.message)
        : 'The shop could not apply it; see its log.';
    for (const event of events) await markEventFailed(context.db, event, why);
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
    if (!order || !nextState(order.state, 'pay') || (await wroteToday(tx, order.id, 'payment_failed'))) return;
    await queueMail(tx, context.delivery, {
      kind: 'payment_failed',
      data: { order: toEmailOrder(order) },
      recipient: order.email,
      orderId: order.id,
      dedupeKey: payment.id,
    });
  });
}

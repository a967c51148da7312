import type Stripe from 'stripe';
import { orderFacts } from '#src/features/mail/letters.ts';
import { queueMail, wroteToday } from '#src/features/mail/outbox.server.ts';
import { lockOrder } from '#src/features/orders/queries.server.ts';
import { nextState } from '#src/features/orders/rules.ts';
import {
  claimDueEvents,
  type DueEvent,
  giveBackEvents,
  markEventApplied,
  markEventFailed,
  recordEvent,
} from '#src/features/payments/events.server.ts';
import { type ProviderIntent, ProviderUnavailable } from '#src/features/payments/provider.server.ts';
import { selectPaymentOfIntent } from '#src/features/payments/queries.server.ts';
import { createGate } from '#src/platform/gate.server.ts';
import { lookAfter } from './check-payment.server.ts';
import type { Shop } from './shop.server.ts';

/** The card provider's messages: stored while it waits for an answer, worked on afterwards. */
export interface ProviderEvents {
  /** Stores one and has it worked on soon. False when so many come at once that this one has to come again. */
  take(event: Stripe.Event): Promise<boolean>;
  /** Works on what is due, here and now. Nobody has to wait for it. */
  kick(): void;
  /** Settled once nothing is being worked on. */
  idle(): Promise<void>;
  /** Finishes what it is at, and begins nothing more. */
  stop(): Promise<void>;
}

/** Few at a time, so that a flood of messages leaves customers their connections to the database and the provider. */
const AT_ONCE = 4;
const MOST_WAITING = 100;

export function createProviderEvents(shopOf: () => Shop): ProviderEvents {
  const door = createGate(AT_ONCE, MOST_WAITING);
  let running: Promise<void> | null = null;
  let woken = false;
  let stopped = false;

  async function run(): Promise<void> {
    const shop = shopOf();
    while (woken && !stopped) {
      woken = false;
      for (let due = await claimDueEvents(shop.db, AT_ONCE); due.length > 0; ) {
        if (stopped) return giveBackEvents(shop.db, due);
        // Messages of one intent come in bunches: looking once does for all of them.
        const bunches = Map.groupBy(due, ({ intentId }) => intentId ?? '');
        await Promise.all([...bunches].map(([intentId, events]) => work(shop, intentId, events)));
        due = await claimDueEvents(shop.db, AT_ONCE);
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
    async take(event) {
      const taken = await door.pass(async () => {
        await recordEvent(shopOf().db, event);
        return true;
      });
      if (taken) kick();
      return taken === true;
    },
    kick,
    async idle() {
      while (running) await running;
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}

async function work(shop: Shop, intentId: string, events: DueEvent[]): Promise<void> {
  try {
    await apply(
      shop,
      intentId,
      events.map(({ type }) => type),
    );
    for (const { id } of events) await markEventApplied(shop.db, id);
  } catch (error) {
    const level = error instanceof ProviderUnavailable ? 'warn' : 'error';
    shop.log[level]({ err: error, intentId }, 'messages of the card provider will be worked on again');
    const why =
      error instanceof ProviderUnavailable
        ? (error.trouble ?? error.message)
        : 'The shop could not apply it; see its log.';
    for (const event of events) await markEventFailed(shop.db, event, why);
  }
}

/** A message only says where to look; what counts is what the provider answers. */
async function apply(shop: Shop, intentId: string, types: string[]): Promise<void> {
  // Of none: the shop has nothing to look after.
  if (!intentId) return;
  const money = types.some((type) => !type.startsWith('payment_intent.'));
  const looked = await lookAfter(shop, intentId, { money });
  if (!looked) return;
  const { intent, settled } = looked;
  if (types.includes('payment_intent.payment_failed') && !settled.ok && settled.code === 'payment_incomplete')
    await tellOfFailure(shop, intent);
}

/** Writes to the customer whose card did not pay: once for each attempt, once a day for each order. */
async function tellOfFailure(shop: Shop, intent: ProviderIntent): Promise<void> {
  const payment = await selectPaymentOfIntent(shop.db, intent.id, intent.paymentId);
  if (!payment || !intent.failed) return;
  await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId);
    if (!order || !nextState(order.state, 'pay') || (await wroteToday(tx, order.id, 'payment_failed'))) return;
    await queueMail(tx, shop.delivery, {
      kind: 'payment_failed',
      data: { order: orderFacts(order) },
      recipient: order.email,
      orderId: order.id,
      about: payment.id,
    });
  });
}

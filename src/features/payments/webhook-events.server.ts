import { and, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Queryable } from '#src/platform/database.server.ts';
import { claimRows } from '#src/platform/worker/claim.server.ts';
import { eventRetryDelaySeconds, MAX_EVENT_ATTEMPTS } from './rules.ts';
import { webhookEvents } from './tables.server.ts';

/** The part of a stored event that the worker needs. */
export interface WebhookEvent {
  id: string;
  type: string;
  intentId: string | null;
  attempts: number;
}

/** Events that change something here. All others are only stored. */
const WORK = /^(payment_intent\.|charge\.dispute\.|charge\.refund|refund\.)/;

/** A process that claims an event and dies keeps it from the others for this long. */
const LEASE = sql`interval '2 minutes'`;

/**
 * Stores an event by its own id, due at once if there is something to do. If the event is sent again, it is only
 * counted; one that had failed too often is tried once more, since somebody had it sent again.
 */
export async function storeWebhookEvent(db: Queryable, event: Stripe.Event): Promise<void> {
  const intentId = WORK.test(event.type) ? getIntentId(event.data.object) : null;
  const due = intentId ? { nextAttemptAt: sql`now()` } : { appliedAt: sql`now()` };
  await db
    .insert(webhookEvents)
    .values({ id: event.id, type: event.type, intentId, ...due })
    .onConflictDoUpdate({
      target: webhookEvents.id,
      set: {
        deliveries: sql`${webhookEvents.deliveries} + 1`,
        nextAttemptAt: sql`case when ${webhookEvents.appliedAt} is null then coalesce(${webhookEvents.nextAttemptAt}, now()) end`,
      },
    });
}

/** The intent that an object is, or belongs to. */
function getIntentId(object: object): string | null {
  const { object: kind, id, payment_intent: of } = object as Record<string, unknown>;
  const found = kind === 'payment_intent' ? id : typeof of === 'object' && of !== null && 'id' in of ? of.id : of;
  return typeof found === 'string' ? found : null;
}

export const DUE_EVENTS = and(isNull(webhookEvents.appliedAt), lte(webhookEvents.nextAttemptAt, sql`now()`));

/** Claims the events that have been due longest. Without a result, they are due again when the lease ends. */
export function claimWebhookEvents(db: Queryable, limit: number): Promise<WebhookEvent[]> {
  return claimRows(db, webhookEvents, {
    where: DUE_EVENTS,
    orderBy: [webhookEvents.nextAttemptAt],
    limit,
    set: { attempts: sql`${webhookEvents.attempts} + 1`, nextAttemptAt: sql`now() + ${LEASE}` },
  });
}

/** Makes claimed events that no process has started due again. */
export async function releaseWebhookEvents(db: Queryable, events: readonly WebhookEvent[]): Promise<void> {
  const ids = events.map(({ id }) => id);
  await db
    .update(webhookEvents)
    .set({ attempts: sql`${webhookEvents.attempts} - 1`, nextAttemptAt: sql`now()` })
    .where(and(inArray(webhookEvents.id, ids), isNull(webhookEvents.appliedAt)));
}

export async function markEventApplied(db: Queryable, eventId: string): Promise<void> {
  await db
    .update(webhookEvents)
    .set({ appliedAt: sql`coalesce(${webhookEvents.appliedAt}, now())`, nextAttemptAt: null, lastError: null })
    .where(eq(webhookEvents.id, eventId));
}

/** Schedules the next attempt of an event. After too many failures the event is stuck, and admins see it. */
export async function recordFailedEventAttempt(
  db: Queryable,
  { id, attempts }: WebhookEvent,
  why: string,
): Promise<void> {
  const seconds = eventRetryDelaySeconds(attempts);
  await db
    .update(webhookEvents)
    .set({
      lastError: why.slice(0, 300),
      nextAttemptAt: attempts >= MAX_EVENT_ATTEMPTS ? null : sql`now() + make_interval(secs => ${seconds})`,
    })
    .where(and(eq(webhookEvents.id, id), isNull(webhookEvents.appliedAt)));
}

/**
 * Marks the events of an intent that arrived before `syncStartedAt` as applied. An event only names its intent, so the
 * sync has applied these events, too.
 */
export async function markEventsOfIntentApplied(db: Queryable, intentId: string, syncStartedAt: Date): Promise<void> {
  await db
    .update(webhookEvents)
    .set({ appliedAt: sql`now()`, nextAttemptAt: null, lastError: null })
    .where(
      and(
        eq(webhookEvents.intentId, intentId),
        isNull(webhookEvents.appliedAt),
        lte(webhookEvents.receivedAt, syncStartedAt),
      ),
    );
}

/**
 * Deletes events that were applied more than 90 days ago: the provider repeats an event for a few days at most. Returns
 * how many.
 */
export async function deleteOldWebhookEvents(db: Queryable): Promise<number> {
  const { rowCount } = await db
    .delete(webhookEvents)
    .where(and(isNotNull(webhookEvents.appliedAt), sql`${webhookEvents.receivedAt} < now() - interval '90 days'`));
  return rowCount ?? 0;
}

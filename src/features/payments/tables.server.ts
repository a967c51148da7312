import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { idOf } from '#src/platform/id-of.server.ts';
import { users } from '../identity/tables.server.ts';
import { purchases } from '../purchases/tables.server.ts';
import { PAYMENT_STATES } from './rules.ts';

/** Whether the shop's state of a payment contradicts the provider's status. Also the predicate of an index. */
export const OUT_OF_SYNC = sql`(state in ('captured', 'refund_due', 'refunded', 'charged_back') and provider_status <> 'succeeded')
  or (state = 'open' and provider_status in ('succeeded', 'canceled', 'unknown'))
  or (state = 'canceled' and provider_status not in ('canceled', 'unknown'))`;

/** Whether a dispute is waiting for the shop's answer: `needs_answer`. Also the predicate of an index. */
export const TO_ANSWER = sql`status in ('needs_response', 'warning_needs_response')`;

/** When a payment was settled or, later, claimed for a check. Also the expression of an index. */
export const LAST_CHECKED = sql`greatest(settled_at, claimed_at)`;

/**
 * One attempt to pay one purchase is one row and one intent at the card provider. The row is written before the intent
 * is created, and its id is the idempotency key. Therefore no intent can exist that the shop does not know.
 */
export const payments = pgTable(
  'payments',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    purchaseId: idOf(() => purchases.id),
    userId: idOf(() => users.id),
    state: text({ enum: PAYMENT_STATES }).notNull().default('creating'),
    intentId: text().unique(),
    amountMinor: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    refundId: text().unique(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    settledAt: timestamp({ withTimezone: true }),
    /** When a run last claimed it to check it at the provider. */
    claimedAt: timestamp({ withTimezone: true }),
    /**
     * The intent's last known status at the provider, and when it was read. `unknown` if the provider does not have the
     * intent.
     */
    providerStatus: text(),
    providerCheckedAt: timestamp({ withTimezone: true }),
    /** When the request for the stored refunds and disputes began. An older response never replaces a newer one. */
    refundsSyncedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    check(
      'payments_state_known',
      sql`${t.state} in ('creating', 'open', 'captured', 'canceled', 'refund_due', 'refunded', 'charged_back')`,
    ),
    check('payments_refund_known', sql`${t.state} <> 'refunded' or ${t.refundId} is not null`),
    check('payments_amount_positive', sql`${t.amountMinor} > 0`),
    check('payments_intent_known', sql`${t.state} in ('creating', 'canceled') or ${t.intentId} is not null`),
    uniqueIndex('payments_one_captured').on(t.purchaseId).where(sql`state = 'captured'`),
    uniqueIndex('payments_one_open').on(t.purchaseId).where(sql`state in ('creating', 'open')`),
    index('payments_purchase').on(t.purchaseId),
    index('payments_by_amount').on(t.amountMinor, t.seq),
    index('payments_out_of_sync').on(t.seq).where(OUT_OF_SYNC),
    index('payments_settled').on(LAST_CHECKED).where(sql`state in ('captured', 'refunded', 'canceled', 'refund_due')`),
    index('payments_unsettled').on(t.createdAt).where(sql`state in ('creating', 'open', 'refund_due')`),
  ],
);

/** Refunds, made by the shop or in the provider's dashboard. The id is the provider's. */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    id: text().primaryKey(),
    paymentId: idOf(() => payments.id),
    amountMinor: bigint({ mode: 'number' }).notNull(),
    status: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    index('payment_refunds_payment').on(t.paymentId),
    // For the export.
    index('payment_refunds_by_time').on(t.createdAt, t.id),
    index('payment_refunds_failed').on(t.paymentId).where(sql`status in ('failed', 'canceled')`),
    check('payment_refunds_amount_positive', sql`${t.amountMinor} > 0`),
  ],
);

export const paymentDisputes = pgTable(
  'payment_disputes',
  {
    id: text().primaryKey(),
    paymentId: idOf(() => payments.id),
    amountMinor: bigint({ mode: 'number' }).notNull(),
    status: text().notNull(),
    reason: text().notNull(),
    dueBy: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    index('payment_disputes_payment').on(t.paymentId),
    index('payment_disputes_to_answer').on(t.paymentId).where(TO_ANSWER),
  ],
);

/**
 * The card provider's webhook events, by their own id, so that each is applied at most once. An event is due while
 * `next_attempt_at` is set. One that is neither applied nor due has failed too often and is stuck.
 */
export const webhookEvents = pgTable(
  'provider_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    intentId: text(),
    deliveries: integer().notNull().default(1),
    receivedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    appliedAt: timestamp({ withTimezone: true }),
    attempts: integer().notNull().default(0),
    nextAttemptAt: timestamp({ withTimezone: true }),
    lastError: text(),
  },
  (t) => [
    index('provider_events_intent').on(t.intentId),
    index('provider_events_due').on(t.nextAttemptAt).where(sql`applied_at is null`),
    index('provider_events_stuck').on(t.intentId).where(sql`applied_at is null and next_attempt_at is null`),
    check('provider_events_done_is_not_due', sql`${t.appliedAt} is null or ${t.nextAttemptAt} is null`),
  ],
);

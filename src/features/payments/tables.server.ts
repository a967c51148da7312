import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables.server.ts';
import { orders } from '../orders/tables.server.ts';
import { PAYMENT_STATES } from './rules.ts';

/** That the shop's state of a payment and the provider's do not go together. Also the condition of an index. */
export const OUT_OF_SYNC = sql`(state in ('captured', 'refund_due', 'refunded', 'charged_back') and provider_status <> 'succeeded')
  or (state = 'open' and provider_status in ('succeeded', 'canceled', 'unknown'))
  or (state = 'canceled' and provider_status not in ('canceled', 'unknown'))`;

/** When a payment was settled, or asked about since. Also what an index is of. */
export const LAST_CHECKED = sql`greatest(settled_at, claimed_at)`;

/**
 * One attempt to pay one order = one intent at the card provider. Written before the provider is asked, so that
 * no intent can exist that we do not know of; its id is the idempotency key of the asking.
 */
export const payments = pgTable(
  'payments',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    userId: text()
      .notNull()
      .references(() => users.id),
    state: text({ enum: PAYMENT_STATES }).notNull().default('creating'),
    intentId: text().unique(),
    amountCents: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    refundId: text().unique(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    settledAt: timestamp({ withTimezone: true }),
    /** When a round took it up last, to ask the provider about it. */
    claimedAt: timestamp({ withTimezone: true }),
    /** What the provider said of the intent last, and when; `unknown` when it knows of none. */
    providerStatus: text(),
    providerCheckedAt: timestamp({ withTimezone: true }),
    /** When the asking began whose refunds and disputes are stored: an older answer does not replace a newer one. */
    refundsSyncedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    check(
      'payments_state_known',
      sql`${t.state} in ('creating', 'open', 'captured', 'canceled', 'refund_due', 'refunded', 'charged_back')`,
    ),
    check('payments_refund_known', sql`${t.state} <> 'refunded' or ${t.refundId} is not null`),
    check('payments_amount_positive', sql`${t.amountCents} > 0`),
    check('payments_intent_known', sql`${t.state} in ('creating', 'canceled') or ${t.intentId} is not null`),
    uniqueIndex('payments_one_captured').on(t.orderId).where(sql`state = 'captured'`),
    uniqueIndex('payments_one_open').on(t.orderId).where(sql`state in ('creating', 'open')`),
    index('payments_order').on(t.orderId),
    index('payments_by_amount').on(t.amountCents, t.seq),
    index('payments_out_of_sync').on(t.seq).where(OUT_OF_SYNC),
    index('payments_settled').on(LAST_CHECKED).where(sql`state in ('captured', 'refunded', 'canceled', 'refund_due')`),
    index('payments_unsettled').on(t.createdAt).where(sql`state in ('creating', 'open', 'refund_due')`),
  ],
);

/** Money given back, by the shop or in the provider's dashboard, by the provider's own id. */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    id: text().primaryKey(),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    amountCents: bigint({ mode: 'number' }).notNull(),
    status: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    index('payment_refunds_payment').on(t.paymentId),
    index('payment_refunds_failed').on(t.paymentId).where(sql`status in ('failed', 'canceled')`),
    check('payment_refunds_amount_positive', sql`${t.amountCents} > 0`),
  ],
);

export const paymentDisputes = pgTable(
  'payment_disputes',
  {
    id: text().primaryKey(),
    paymentId: text()
      .notNull()
      .references(() => payments.id),
    amountCents: bigint({ mode: 'number' }).notNull(),
    status: text().notNull(),
    reason: text().notNull(),
    dueBy: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [index('payment_disputes_payment').on(t.paymentId)],
);

/**
 * What the card provider told us, by its own event id: an event is applied at most once. It is due while
 * `next_attempt_at` is set; one that is neither applied nor due has failed too often and waits for a person.
 */
export const providerEvents = pgTable(
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

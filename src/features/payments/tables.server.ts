import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables.server.ts';
import { orders } from '../orders/tables.server.ts';

export const PAYMENT_STATES = ['creating', 'open', 'captured', 'canceled', 'refund_due', 'refunded'] as const;

/**
 * One attempt to pay one order = one intent at the card provider. Written before the provider is asked, so that
 * no intent can exist that we do not know of; its id is the idempotency key of the asking.
 */
export const payments = pgTable(
  'payments',
  {
    id: text().primaryKey(),
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
    /** When the reconciler asked the provider last. */
    checkedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    check(
      'payments_state_known',
      sql`${t.state} in ('creating', 'open', 'captured', 'canceled', 'refund_due', 'refunded')`,
    ),
    check('payments_amount_positive', sql`${t.amountCents} > 0`),
    check('payments_intent_known', sql`${t.state} in ('creating', 'canceled') or ${t.intentId} is not null`),
    uniqueIndex('payments_one_captured').on(t.orderId).where(sql`state = 'captured'`),
    uniqueIndex('payments_one_open').on(t.orderId).where(sql`state in ('creating', 'open')`),
    index('payments_order').on(t.orderId),
    index('payments_unsettled').on(t.createdAt).where(sql`state in ('creating', 'open', 'refund_due')`),
  ],
);

/** What the card provider told us, by its own event id: an event is applied at most once. */
export const providerEvents = pgTable(
  'provider_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    intentId: text(),
    payload: jsonb().notNull(),
    deliveries: integer().notNull().default(1),
    receivedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    appliedAt: timestamp({ withTimezone: true }),
  },
  (t) => [index('provider_events_intent').on(t.intentId)],
);

import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { DISPUTE_STATES } from '#src/shared/dispute.ts';
import type { PostalAddress } from '#src/shared/postal-address/postal-address.ts';
import { users } from '../identity/tables.server.ts';
import { PURCHASE_STATES } from './rules.ts';

/** Whether a purchase is paid, and somebody has to ship some of it. Also the predicate of an index. */
export const PURCHASE_TO_SHIP = sql`state = 'paid' and refunded_cents < total_cents`;

/** Whether a paid purchase cannot be sent anywhere yet. Also the predicate of an index. */
export const WITHOUT_ADDRESS = sql`state = 'paid' and refunded_cents < total_cents and delivery is null`;

/** Whether the buyer asks to cancel what is paid and not shipped. Also the predicate of an index. */
export const TO_CANCEL = sql`state = 'paid' and cancel_requested_at is not null`;

/**
 * A numbered document above one or more orders, its lines. One that was placed as a single order has that order's id.
 * Orders of earlier versions get theirs in batches after the start.
 */
export const purchases = pgTable(
  'purchases',
  {
    id: text().primaryKey(),
    /** Counts purchases; what a year began with is in `purchase_years`. */
    seq: bigint({ mode: 'number' }).generatedByDefaultAsIdentity().notNull().unique(),
    number: text().notNull().unique(),
    userId: text()
      .notNull()
      .references(() => users.id),
    state: text({ enum: PURCHASE_STATES }).notNull().default('placed'),
    // The terms at the time of ordering. Later changes of the user do not change them.
    name: text().notNull(),
    email: text().notNull(),
    /** The sum of its lines that have not ended; of one that has ended as a whole, what it was last. */
    totalCents: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    delivery: jsonb().$type<PostalAddress>(),
    billing: jsonb().$type<PostalAddress>(),
    poNumber: text().notNull().default(''),
    note: text().notNull().default(''),
    idempotencyKey: text(),
    idempotencyFingerprint: text(),
    /** The intent that paid it. Its lines have the same. */
    transactionId: text(),
    placedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    paidAt: timestamp({ withTimezone: true }),
    shippedAt: timestamp({ withTimezone: true }),
    endedAt: timestamp({ withTimezone: true }),
    /** Why it was canceled, for its buyer to read. */
    endReason: text().notNull().default(''),
    /** The buyer asks to cancel what is paid and not shipped. The shop decides. */
    cancelRequestedAt: timestamp({ withTimezone: true }),
    cancelRequestReason: text().notNull().default(''),
    /** Of its payment, as last read at the card provider. */
    refundedCents: bigint({ mode: 'number' }).notNull().default(0),
    disputeState: text({ enum: DISPUTE_STATES }),
    disputeDueBy: timestamp({ withTimezone: true }),
    /** Paid in a version without purchases: no invoice is issued for what was paid then. */
    isFromOrder: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('purchases_idempotency').on(t.userId, t.idempotencyKey).where(sql`idempotency_key is not null`),
    index('purchases_user').on(t.userId, t.seq),
    // Those that say nothing of most new purchases leave them out, since each index costs every order.
    uniqueIndex('purchases_transaction').on(t.transactionId).where(sql`transaction_id is not null`),
    index('purchases_by_state').on(t.state, t.seq).where(sql`state <> 'placed'`),
    index('purchases_unpaid').on(t.userId).where(sql`state = 'placed'`),
    index('purchases_to_ship').on(t.seq).where(PURCHASE_TO_SHIP),
    index('purchases_without_address').on(t.seq).where(WITHOUT_ADDRESS),
    index('purchases_to_cancel').on(t.seq).where(TO_CANCEL),
    // Of the export.
    index('purchases_by_payment').on(t.paidAt, t.seq).where(sql`paid_at is not null`),
    index('purchases_by_placing').on(t.placedAt, t.seq),
    check('purchases_state_known', sql`${t.state} in ('placed', 'paid', 'shipped', 'canceled', 'expired')`),
    check('purchases_total_positive', sql`${t.totalCents} > 0`),
    // The rules of dates, refunds and texts are in the trigger of migration 0027: a check is compiled for every statement.
  ],
);

/** With what the count of a year began: a purchase's number counts on from there. */
export const purchaseYears = pgTable('purchase_years', {
  year: integer().primaryKey(),
  base: bigint({ mode: 'number' }).notNull(),
});

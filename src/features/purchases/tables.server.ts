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
import { idOf } from '#src/platform/id-of.server.ts';
import { DISPUTE_STATES } from '#src/shared/dispute.ts';
import type { PostalAddress } from '#src/shared/postal-address/postal-address.ts';
import type { PurchaseCharges } from '#src/shared/totals/purchase-charges.ts';
import { users } from '../identity/tables.server.ts';
import { PURCHASE_STATES } from './rules.ts';

/** Whether a purchase is paid and some of it has to be shipped. Also the predicate of an index. */
export const PURCHASE_TO_SHIP = sql`state = 'paid' and refunded_minor < total_minor`;

/** Whether a paid purchase has no delivery address yet. Also the predicate of an index. */
export const WITHOUT_ADDRESS = sql`state = 'paid' and refunded_minor < total_minor and delivery is null`;

/** Whether a purchase has not ended. Also the predicate of an index. */
export const PURCHASE_LIVE = sql`state in ('placed', 'paid', 'shipped')`;

/** Whether a purchase has ended. Also the predicate of an index. */
export const PURCHASE_ENDED = sql`state in ('canceled', 'expired')`;

/** Whether the buyer asks to cancel a purchase that is paid and not shipped. Also the predicate of an index. */
export const TO_CANCEL = sql`state = 'paid' and cancel_requested_at is not null`;

/**
 * A numbered document above one or more orders, its lines. If it was placed as a single order, it has that order's id.
 * Orders of earlier versions get their purchases in batches after the start.
 */
export const purchases = pgTable(
  'purchases',
  {
    id: text().primaryKey(),
    /** Counts purchases. `purchase_years` has the count with which each year began. */
    seq: bigint({ mode: 'number' }).generatedByDefaultAsIdentity().notNull().unique(),
    number: text().notNull().unique(),
    userId: idOf(() => users.id),
    state: text({ enum: PURCHASE_STATES }).notNull().default('placed'),
    // The terms at the time of ordering. Later changes of the user do not change them.
    name: text().notNull(),
    email: text().notNull(),
    /**
     * What its buyer pays: its lines that have not ended, with their charges, and shipping. If it has ended as a whole,
     * its last total.
     */
    totalMinor: bigint({ mode: 'number' }).notNull(),
    /** How much of that is shipping, with its tax. */
    shippingMinor: bigint({ mode: 'number' }).notNull().default(0),
    /** The tax within its total. */
    taxMinor: bigint({ mode: 'number' }).notNull().default(0),
    /** How tax and shipping were calculated. Null if there was neither. */
    charges: jsonb().$type<PurchaseCharges>(),
    currency: text().notNull(),
    delivery: jsonb().$type<PostalAddress>(),
    billing: jsonb().$type<PostalAddress>(),
    poNumber: text().notNull().default(''),
    note: text().notNull().default(''),
    idempotencyKey: text(),
    idempotencyFingerprint: text(),
    /** The intent that paid it. Its lines have the same one. */
    transactionId: text(),
    placedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    paidAt: timestamp({ withTimezone: true }),
    shippedAt: timestamp({ withTimezone: true }),
    endedAt: timestamp({ withTimezone: true }),
    /** Why it was canceled. Its buyer reads it. */
    endReason: text().notNull().default(''),
    /** When the buyer asked to cancel what is paid and not shipped. The shop decides. */
    cancelRequestedAt: timestamp({ withTimezone: true }),
    cancelRequestReason: text().notNull().default(''),
    /** The state of its payment, as last read from the card provider. */
    refundedMinor: bigint({ mode: 'number' }).notNull().default(0),
    /** How much of that is shipping. */
    refundedShippingMinor: bigint({ mode: 'number' }).notNull().default(0),
    disputeState: text({ enum: DISPUTE_STATES }),
    disputeDueBy: timestamp({ withTimezone: true }),
    /** Paid in a version without purchases: no invoice is issued for such a payment. */
    isFromOrder: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('purchases_idempotency').on(t.userId, t.idempotencyKey).where(sql`idempotency_key is not null`),
    index('purchases_user').on(t.userId, t.seq),
    // Partial indexes leave most new purchases out, since each index costs every order.
    uniqueIndex('purchases_transaction').on(t.transactionId).where(sql`transaction_id is not null`),
    index('purchases_by_state').on(t.state, t.seq).where(sql`state <> 'placed'`),
    index('purchases_unpaid').on(t.userId).where(sql`state = 'placed'`),
    index('purchases_to_ship').on(t.seq).where(PURCHASE_TO_SHIP),
    index('purchases_without_address').on(t.seq).where(WITHOUT_ADDRESS),
    index('purchases_to_cancel').on(t.seq).where(TO_CANCEL),
    index('purchases_live').on(t.seq).where(PURCHASE_LIVE),
    index('purchases_ended').on(t.seq).where(PURCHASE_ENDED),
    index('purchases_by_total').on(t.totalMinor, t.seq),
    // For the export.
    index('purchases_by_payment').on(t.paidAt, t.seq).where(sql`paid_at is not null`),
    index('purchases_by_placing').on(t.placedAt, t.seq),
    check('purchases_state_known', sql`${t.state} in ('placed', 'paid', 'shipped', 'canceled', 'expired')`),
    check('purchases_total_positive', sql`${t.totalMinor} > 0`),
    // The trigger of migration 0027 checks dates, refunds and texts, since a check constraint is compiled for every
    // statement.
  ],
);

/**
 * The years that have begun, each with its first number. The numbers of its purchases continue from `base`, the count
 * with which it began. Papers are counted in the newest of these years, too.
 */
export const purchaseYears = pgTable('purchase_years', {
  year: integer().primaryKey(),
  base: bigint({ mode: 'number' }).notNull(),
  /** The time zone that the shop had when the year began. */
  timeZone: text().notNull().default('UTC'),
});

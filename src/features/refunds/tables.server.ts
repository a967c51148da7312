import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { idOf } from '#src/platform/id-of.server.ts';
import { users } from '../identity/tables.server.ts';
import { orders } from '../orders/tables.server.ts';
import { payments } from '../payments/tables.server.ts';
import { purchases } from '../purchases/tables.server.ts';
import { REFUND_STATES } from './rules.ts';

/**
 * A refund that somebody in the shop decided. Its id is the idempotency key at the card provider. `payment_refunds` has
 * what the provider reports, about these and about refunds made in its dashboard.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    purchaseId: idOf(() => purchases.id),
    paymentId: idOf(() => payments.id),
    amountMinor: bigint({ mode: 'number' }).notNull(),
    /** How much of that is for shipping. */
    shippingMinor: bigint({ mode: 'number' }).notNull().default(0),
    reason: text().notNull(),
    state: text({ enum: REFUND_STATES }).notNull().default('requested'),
    /** Its id at the provider, once the provider has responded. */
    providerRefundId: text().unique(),
    /** Whether it also cancels the purchase, which it can only do if nothing was shipped. */
    cancels: boolean().notNull().default(false),
    requestedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Null if it was made in the provider's dashboard and returned all the money that was left. */
    requestedBy: text().references(() => users.id),
    settledAt: timestamp({ withTimezone: true }),
    attempts: integer().notNull().default(0),
    /** When it is due to be tried again. Null if there is nothing to do. */
    nextAttemptAt: timestamp({ withTimezone: true }).defaultNow(),
    /** Why it failed, without secrets. */
    lastError: text(),
    /** Since when its failure needs no attention: somebody made another refund, or said that it is settled. */
    handledAt: timestamp({ withTimezone: true }),
    idempotencyKey: text(),
    idempotencyFingerprint: text(),
  },
  (t) => [
    index('refunds_purchase').on(t.purchaseId, t.seq),
    index('refunds_payment').on(t.paymentId),
    index('refunds_due').on(t.nextAttemptAt).where(sql`next_attempt_at is not null`),
    index('refunds_failed').on(t.seq).where(sql`state = 'failed' and handled_at is null`),
    // Two requests with the same key are about the same purchase, whose lock admits one after the other.
    uniqueIndex('refunds_idempotency').on(t.purchaseId, t.idempotencyKey).where(sql`idempotency_key is not null`),
    check('refunds_state_known', sql`${t.state} in ('requested', 'pending', 'succeeded', 'failed')`),
    check('refunds_amount_positive', sql`${t.amountMinor} > 0`),
    check('refunds_shipping_bounded', sql`${t.shippingMinor} between 0 and ${t.amountMinor}`),
    check('refunds_settled_has_date', sql`(${t.state} in ('succeeded', 'failed')) = (${t.settledAt} is not null)`),
    check(
      'refunds_accepted_by_provider',
      sql`${t.state} not in ('pending', 'succeeded') or ${t.providerRefundId} is not null`,
    ),
    check('refunds_handled_failed', sql`${t.handledAt} is null or ${t.state} = 'failed'`),
    check('refunds_reason_bounded', sql`length(${t.reason}) between 1 and 500`),
  ],
);

/** The pieces for which a refund is, and their part of its amount. Some were not shipped; some go back into stock. */
export const refundLines = pgTable(
  'refund_lines',
  {
    refundId: idOf(() => refunds.id),
    orderId: idOf(() => orders.id),
    quantity: integer().notNull(),
    /** How many of them were not shipped and never will be. */
    canceledQuantity: integer().notNull().default(0),
    amountMinor: bigint({ mode: 'number' }).notNull(),
    /** What they had cost, which is more if less was refunded. Null in refunds of earlier versions. */
    priceMinor: bigint({ mode: 'number' }),
    restockedQuantity: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.refundId, t.orderId] }),
    index('refund_lines_order').on(t.orderId),
    check(
      'refund_lines_bounds',
      sql`${t.quantity} > 0 and ${t.amountMinor} >= 0 and ${t.restockedQuantity} between 0 and ${t.quantity} and ${t.canceledQuantity} between 0 and ${t.quantity}`,
    ),
    check('refund_lines_price_bounded', sql`${t.priceMinor} >= ${t.amountMinor}`),
  ],
);

import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { DISPUTE_STATES } from '#src/shared/dispute.ts';
import { tools } from '../catalogue/tables.server.ts';
import { users } from '../identity/tables.server.ts';
import { ORDER_STATES } from './rules.ts';

/** Whether an order's pieces are sold and its money not all refunded. Also the predicate of an index. */
export const IS_SALE = sql`paid_at is not null and refunded_cents < total_cents`;

/** Whether an order is paid, not shipped, and its money not all refunded. Also the predicate of an index. */
export const TO_SHIP = sql`state = 'paid' and refunded_cents < total_cents`;

export const orders = pgTable(
  'orders',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    userId: text()
      .notNull()
      .references(() => users.id),
    toolId: text()
      .notNull()
      .references(() => tools.id),
    state: text({ enum: ORDER_STATES }).notNull().default('placed'),
    // The terms at the time of ordering. Later changes of the tool or the user do not change them.
    name: text().notNull(),
    email: text().notNull(),
    itemName: text().notNull(),
    image: text().notNull(),
    quantity: integer().notNull(),
    unitPriceCents: integer().notNull(),
    totalCents: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    idempotencyKey: text(),
    idempotencyFingerprint: text(),
    transactionId: text().unique(),
    placedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    paidAt: timestamp({ withTimezone: true }),
    shippedAt: timestamp({ withTimezone: true }),
    endedAt: timestamp({ withTimezone: true }),
    /** Of the order's payment, as last read at the card provider. A paid order stays paid when it is refunded. */
    refundedCents: bigint({ mode: 'number' }).notNull().default(0),
    disputeState: text({ enum: DISPUTE_STATES }),
    disputeDueBy: timestamp({ withTimezone: true }),
  },
  (t) => [
    uniqueIndex('orders_idempotency').on(t.userId, t.idempotencyKey),
    index('orders_user').on(t.userId, t.seq),
    index('orders_tool').on(t.toolId),
    // Lists are filtered and sorted by these. The search index stands in a migration only.
    index('orders_unpaid').on(t.userId).where(sql`state = 'placed'`),
    index('orders_by_state').on(t.state, t.seq),
    index('orders_to_ship').on(t.seq).where(TO_SHIP),
    index('orders_sales').on(t.toolId, t.paidAt, t.quantity).where(IS_SALE),
    index('orders_by_total').on(t.totalCents, t.seq),
    index('orders_by_quantity').on(t.quantity, t.seq),
    check('orders_state_known', sql`${t.state} in ('placed', 'paid', 'shipped', 'deleted', 'expired')`),
    check('orders_quantity_positive', sql`${t.quantity} > 0`),
    check('orders_total', sql`${t.totalCents} = ${t.quantity}::bigint * ${t.unitPriceCents} and ${t.totalCents} > 0`),
    check(
      'orders_paid_has_transaction',
      sql`(${t.state} in ('paid', 'shipped')) = (${t.transactionId} is not null) and (${t.transactionId} is not null) = (${t.paidAt} is not null)`,
    ),
    check('orders_shipped_has_date', sql`(${t.state} = 'shipped') = (${t.shippedAt} is not null)`),
    check(
      'orders_refund_bounds',
      sql`${t.refundedCents} between 0 and ${t.totalCents} and (${t.paidAt} is not null or (${t.refundedCents} = 0 and ${t.disputeState} is null))`,
    ),
    check('orders_dispute_known', sql`${t.disputeState} in ('needs_answer', 'under_review', 'won', 'lost', 'closed')`),
    check('orders_ended_has_date', sql`(${t.state} in ('deleted', 'expired')) = (${t.endedAt} is not null)`),
  ],
);

/** The stock that an order reserves: `held` until it is paid (`sold`) or ended (`returned`). */
export const stockHolds = pgTable(
  'stock_holds',
  {
    orderId: text()
      .primaryKey()
      .references(() => orders.id),
    toolId: text()
      .notNull()
      .references(() => tools.id),
    quantity: integer().notNull(),
    state: text({ enum: ['held', 'sold', 'returned'] })
      .notNull()
      .default('held'),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    /** The network that the order came from. A trigger erases it when the hold ends. */
    network: text(),
    /** Whether the account’s address was unconfirmed then. */
    isUnconfirmed: boolean().notNull().default(false),
  },
  (t) => [
    check('stock_holds_quantity_positive', sql`${t.quantity} > 0`),
    check('stock_holds_state_known', sql`${t.state} in ('held', 'sold', 'returned')`),
    index('stock_holds_due').on(t.expiresAt).where(sql`state = 'held'`),
    check('stock_holds_network_erased', sql`${t.network} is null or ${t.state} = 'held'`),
    index('stock_holds_tool').on(t.toolId),
    index('stock_holds_network').on(t.network, t.isUnconfirmed).where(sql`network is not null`),
  ],
);

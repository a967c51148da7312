import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { idOf } from '#src/platform/id-of.server.ts';
import { DISPUTE_STATES } from '#src/shared/dispute.ts';
import { tools } from '../catalogue/tool/tables.server.ts';
import { purchases } from '../purchases/tables.server.ts';
import { ORDER_STATES } from './rules.ts';

/** Whether an order's pieces are sold and not all of its money was refunded. Also the predicate of an index. */
export const IS_SALE = sql`paid_at is not null and refunded_minor < total_minor + charges_minor`;

/** Whether an order has pieces that are paid, not shipped and not refunded. Also the predicate of an index. */
export const TO_SHIP = sql`state = 'paid' and refunded_minor < total_minor + charges_minor and refunded_quantity < quantity`;

/**
 * Whether nothing can be done about an order any more although none of it was shipped. Also the predicate of an index.
 */
export const ENDED = sql`(state in ('deleted', 'expired') or (state = 'paid' and refunded_minor >= total_minor + charges_minor))`;

export const orders = pgTable(
  'orders',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    /** The user of its purchase, whose foreign key is enough. */
    userId: text().notNull(),
    toolId: idOf(() => tools.id),
    /** Null until an order of an earlier version gets its purchase. */
    purchaseId: text().references(() => purchases.id),
    /** Its place among the lines of its purchase, from 1. */
    lineNumber: integer().notNull().default(1),
    state: text({ enum: ORDER_STATES }).notNull().default('placed'),
    // The terms at the time of ordering. Later changes of the tool or the user do not change them.
    name: text().notNull(),
    email: text().notNull(),
    itemName: text().notNull(),
    image: text().notNull(),
    quantity: integer().notNull(),
    unitPriceMinor: integer().notNull(),
    /** Quantity × unit price. */
    totalMinor: bigint({ mode: 'number' }).notNull(),
    /** What its buyer pays for it above its total: tax that prices do not include. Below 0 if less than its total is paid. */
    chargesMinor: bigint({ mode: 'number' }).notNull().default(0),
    /** The tax within what its buyer pays for it. */
    taxMinor: bigint({ mode: 'number' }).notNull().default(0),
    /** The tool's tax class at the time of ordering. Null if the shop charged no tax. */
    taxClass: text(),
    currency: text().notNull(),
    idempotencyKey: text(),
    idempotencyFingerprint: text(),
    /** The transaction of its purchase. */
    transactionId: text(),
    placedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    paidAt: timestamp({ withTimezone: true }),
    shippedAt: timestamp({ withTimezone: true }),
    endedAt: timestamp({ withTimezone: true }),
    /**
     * How much of what was paid for it was refunded, as last read from the card provider. A paid order stays paid if it is
     * refunded.
     */
    refundedMinor: bigint({ mode: 'number' }).notNull().default(0),
    /** How many of its pieces were shipped. */
    shippedQuantity: integer().notNull().default(0),
    /** How many of its pieces were refunded, shipped or not. */
    refundedQuantity: integer().notNull().default(0),
    /** How many of those were not shipped and never will be. */
    canceledQuantity: integer().notNull().default(0),
    disputeState: text({ enum: DISPUTE_STATES }),
    disputeDueBy: timestamp({ withTimezone: true }),
  },
  (t) => [
    uniqueIndex('orders_idempotency').on(t.userId, t.idempotencyKey).where(sql`idempotency_key is not null`),
    index('orders_user').on(t.userId, t.seq),
    index('orders_tool').on(t.toolId),
    uniqueIndex('orders_purchase').on(t.purchaseId, t.lineNumber).where(sql`purchase_id is not null`),
    index('orders_without_purchase').on(t.seq).where(sql`purchase_id is null`),
    // Lists are filtered and sorted by these. Only a migration contains the search index.
    index('orders_by_state').on(t.state, t.seq),
    index('orders_to_ship').on(t.seq).where(TO_SHIP),
    index('orders_ended').on(t.seq).where(ENDED),
    index('orders_sales').on(t.toolId, t.paidAt, t.quantity).where(IS_SALE),
    index('orders_by_total').on(t.totalMinor, t.seq),
    index('orders_by_quantity').on(t.quantity, t.seq),
    check('orders_state_known', sql`${t.state} in ('placed', 'paid', 'shipped', 'deleted', 'expired')`),
    check('orders_quantity_positive', sql`${t.quantity} > 0`),
    check('orders_total', sql`${t.totalMinor} = ${t.quantity}::bigint * ${t.unitPriceMinor} and ${t.totalMinor} > 0`),
    // The trigger of migration 0027 checks dates, refunds and pieces, since a check constraint is compiled for every
    // statement.
  ],
);

/** The stock that an order reserves: `held` until it is paid (`sold`) or ended (`returned`). */
export const stockHolds = pgTable(
  'stock_holds',
  {
    orderId: text()
      .primaryKey()
      .references(() => orders.id),
    /** The tool of the order, whose foreign key is enough. */
    toolId: text().notNull(),
    quantity: integer().notNull(),
    state: text({ enum: ['held', 'sold', 'returned'] })
      .notNull()
      .default('held'),
    /** How many sold pieces are back in stock after a refund. */
    returnedQuantity: integer().notNull().default(0),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    /** The network from which the order came. A trigger erases it when the hold ends. */
    network: text(),
    /** Whether the account’s address was unconfirmed at that time. */
    isUnconfirmed: boolean().notNull().default(false),
  },
  (t) => [
    check(
      'stock_holds_quantity_positive',
      sql`${t.quantity} > 0 and ${t.returnedQuantity} between 0 and ${t.quantity}`,
    ),
    check('stock_holds_state_known', sql`${t.state} in ('held', 'sold', 'returned')`),
    index('stock_holds_due').on(t.expiresAt).where(sql`state = 'held'`),
    check('stock_holds_network_erased', sql`${t.network} is null or ${t.state} = 'held'`),
    index('stock_holds_network').on(t.network, t.isUnconfirmed).where(sql`network is not null`),
  ],
);

import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { NOTICE_KINDS } from '#src/shared/notice-kinds.ts';
import { tools } from '../catalogue/tool/tables.server.ts';
import { purchases } from '../purchases/tables.server.ts';

/**
 * An event of a purchase, or a review, that the shop is notified of once. Triggers write it in the transaction of the event, so that
 * no way of paying, refunding or disputing can forget it.
 */
export const notices = pgTable(
  'notices',
  {
    kind: text({ enum: NOTICE_KINDS }).notNull(),
    /** Distinguishes events of one kind: the purchase, the provider's id of the dispute or refund, or the review. */
    subject: text().notNull(),
    /** Null for a review. */
    purchaseId: text().references(() => purchases.id),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When it was put into a mail. Kept for a while, so that the same event is not reported again. */
    reportedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.subject] }),
    index('notices_pending').on(t.createdAt).where(sql`reported_at is null`),
    index('notices_reported').on(t.reportedAt).where(sql`reported_at is not null`),
    check('notices_kind_known', sql`${t.kind} in ('dispute', 'refund_failed', 'cancel_request', 'paid', 'review')`),
    check('notices_of_purchases', sql`(${t.kind} = 'review') = (${t.purchaseId} is null)`),
  ],
);

/** Tools whose shortage the shop was notified of, and how short they were. Deleted once there is enough stock again. */
export const stockNotices = pgTable(
  'stock_notices',
  {
    toolId: text()
      .primaryKey()
      .references(() => tools.id),
    state: text({ enum: ['low', 'out'] }).notNull(),
    reportedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [check('stock_notices_state_known', sql`${t.state} in ('low', 'out')`)],
);

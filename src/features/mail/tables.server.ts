import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { orders } from '../orders/tables.server.ts';
import { MAIL_KINDS } from './rules.ts';

/** The outbox: a mail is written in the same transaction as the change it tells of, one per order event. */
export const mails = pgTable(
  'mails',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    kind: text({ enum: MAIL_KINDS }).notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    orderId: text().references(() => orders.id),
    /** What of its order it tells of, where that can happen more than once: a refund's id, an attempt's. */
    about: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('mails_order_event').on(t.orderId, t.kind, t.about).where(sql`order_id is not null`),
    index('mails_by_kind').on(t.kind, t.seq),
    check(
      'mails_kind_known',
      sql`${t.kind} in ('order_placed', 'order_paid', 'order_shipped', 'order_expired', 'payment_failed', 'payment_refunded', 'confirm_email', 'reset_password', 'account_exists', 'quote_received', 'contact_received', 'newsletter_confirm', 'newsletter_welcome')`,
    ),
  ],
);

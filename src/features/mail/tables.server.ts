import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { orders } from '../orders/tables.server.ts';
import { MAIL_KINDS, MAIL_STATES } from './rules.ts';

/** The outbox: a mail is written in the same transaction as the change it tells of, one per order event. */
export const mails = pgTable(
  'mails',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    kind: text({ enum: MAIL_KINDS }).notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    /** What the template is given. */
    data: jsonb().$type<object>(),
    /** The ready text of a mail from before there were templates. */
    text: text(),
    orderId: text().references(() => orders.id),
    /** What of its order it tells of, where that can happen more than once: a refund's id, an attempt's. */
    dedupeKey: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** `stored` by default: a mail is never sent by accident. */
    state: text({ enum: MAIL_STATES }).notNull().default('stored'),
    attempts: integer().notNull().default(0),
    /** While a process is sending it, when another one may take it over. */
    nextAttemptAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When it was last put in the queue; it is given up some days after that. */
    queuedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    sentAt: timestamp({ withTimezone: true }),
    /** Why the last attempt failed: a sentence without secrets. */
    lastError: text(),
  },
  (t) => [
    uniqueIndex('mails_order_event').on(t.orderId, t.kind, t.dedupeKey).where(sql`order_id is not null`),
    index('mails_by_kind').on(t.kind, t.seq),
    // Both only of what is not done with: a mail that is merely stored costs the order that writes it nothing more.
    index('mails_due').on(t.nextAttemptAt).where(sql`state = 'waiting'`),
    index('mails_failed').on(t.seq).where(sql`state = 'failed'`),
    check(
      'mails_kind_known',
      sql`${t.kind} in ('order_placed', 'order_paid', 'order_shipped', 'order_expired', 'payment_failed', 'payment_refunded', 'confirm_email', 'reset_password', 'account_exists', 'quote_received', 'contact_received', 'newsletter_confirm', 'newsletter_welcome')`,
    ),
    check('mails_state_known', sql`${t.state} in ('waiting', 'sent', 'stored', 'failed')`),
    check('mails_have_content', sql`${t.data} is not null or ${t.text} is not null`),
    check('mails_sent_when', sql`(${t.state} = 'sent') = (${t.sentAt} is not null)`),
  ],
);

import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { purchases } from '../purchases/tables.server.ts';
import { MAIL_KINDS } from './mail-kinds.ts';
import { MAIL_STATES } from './rules.ts';

/** The outbox. A mail is written in the transaction of the change that it reports, once per event of a purchase. */
export const mails = pgTable(
  'mails',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    kind: text({ enum: MAIL_KINDS }).notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    /** The template's data. */
    data: jsonb().$type<object>(),
    /** The ready text of a mail from before templates existed. */
    text: text(),
    purchaseId: text().references(() => purchases.id),
    /** Distinguishes events that a purchase can have more than once, by a refund's or an attempt's id. */
    dedupeKey: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** `stored` by default, so that no mail is sent by accident. */
    state: text({ enum: MAIL_STATES }).notNull().default('stored'),
    attempts: integer().notNull().default(0),
    /** When it is sent, or, while a process is sending it, when another process may take it over. */
    nextAttemptAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** When it last entered the queue. The mail worker gives it up two days later. */
    queuedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    sentAt: timestamp({ withTimezone: true }),
    /** Why the last attempt failed, without secrets. */
    lastError: text(),
  },
  (t) => [
    uniqueIndex('mails_purchase_event').on(t.purchaseId, t.kind, t.dedupeKey).where(sql`purchase_id is not null`),
    index('mails_by_kind').on(t.kind, t.seq),
    // Partial indexes, so that a stored mail adds no cost to the order that writes it.
    index('mails_due').on(t.nextAttemptAt).where(sql`state = 'waiting'`),
    index('mails_failed').on(t.seq).where(sql`state = 'failed'`),
    // Written when a mail is sent, so no order pays for it.
    index('mails_sent').on(t.seq).where(sql`state = 'sent'`),
    // A new kind needs a migration, which `npm run migration` writes.
    check('mails_kind_known', sql`${t.kind} in (${sql.raw(MAIL_KINDS.map((kind) => `'${kind}'`).join(', '))})`),
    check('mails_state_known', sql`${t.state} in ('waiting', 'sent', 'stored', 'failed')`),
    check('mails_have_content', sql`${t.data} is not null or ${t.text} is not null`),
    check('mails_sent_when', sql`(${t.state} = 'sent') = (${t.sentAt} is not null)`),
  ],
);

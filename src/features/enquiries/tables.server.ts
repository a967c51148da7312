import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { tools } from '../catalogue/tool/tables.server.ts';

/** The columns of every enquiry. */
const enquiry = (table: string) => ({
  id: text().primaryKey(),
  seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
  name: text().notNull(),
  email: text().notNull(),
  message: text().notNull(),
  /** A hash of all that was typed: an equal enquiry is not stored again while this one is open. Null once done. */
  dedupeKey: text().unique(`${table}_dedupe_key`),
  doneAt: timestamp({ withTimezone: true }),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** Requests for a quote. Staff reply by email; their quotes are not stored. */
export const quotes = pgTable(
  'quotes',
  {
    ...enquiry('quotes'),
    product: text().notNull(),
    toolId: text().references(() => tools.id),
    quantity: integer().notNull(),
    company: text().notNull(),
  },
  (t) => [
    index('quotes_by_quantity').on(t.quantity, t.seq),
    index('quotes_tool').on(t.toolId).where(sql`tool_id is not null`),
    index('quotes_open').on(t.seq).where(sql`done_at is null`),
    index('quotes_done').on(t.seq).where(sql`done_at is not null`),
    check('quotes_quantity_bounds', sql`${t.quantity} between 1 and 1000000`),
    check('quotes_done_has_no_dedupe_key', sql`${t.doneAt} is null or ${t.dedupeKey} is null`),
  ],
);

export const contactMessages = pgTable(
  'contact_messages',
  { ...enquiry('contact_messages'), subject: text().notNull() },
  (t) => [
    index('contact_messages_open').on(t.seq).where(sql`done_at is null`),
    index('contact_messages_done').on(t.seq).where(sql`done_at is not null`),
    check('contact_messages_done_has_no_dedupe_key', sql`${t.doneAt} is null or ${t.dedupeKey} is null`),
  ],
);

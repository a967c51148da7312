import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { idOf } from '#src/platform/id-of.server.ts';
import { tools } from '../tool/tables.server.ts';
import { BULK_KINDS, type BulkChange, type BulkValues } from './rules.ts';

/** A change of many tools at once. It can be undone once, as a whole. */
export const bulkChanges = pgTable(
  'bulk_changes',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    kind: text({ enum: BULK_KINDS }).notNull(),
    change: jsonb().$type<BulkChange>().notNull(),
    /** How many tools were changed. */
    count: integer().notNull(),
    /** The admin's address. */
    madeBy: text().notNull(),
    madeAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The idempotency key of the request. A request with the same key changes nothing. */
    idempotencyKey: text(),
    fingerprint: text().notNull(),
    undoneBy: text(),
    undoneAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    index('bulk_changes_by_kind').on(t.kind, t.seq),
    uniqueIndex('bulk_changes_idempotency').on(t.madeBy, t.idempotencyKey).where(sql`idempotency_key is not null`),
    check(
      'bulk_changes_kind',
      sql`${t.kind} in ('price', 'stock', 'state', 'category', 'pictures') and ${t.kind} = ${t.change}->>'kind'`,
    ),
    check('bulk_changes_count_positive', sql`${t.count} > 0`),
    check('bulk_changes_undone', sql`(${t.undoneBy} is null) = (${t.undoneAt} is null)`),
  ],
);

/** What a bulk change did to each tool. */
export const bulkChangeRows = pgTable(
  'bulk_change_rows',
  {
    bulkChangeId: idOf(() => bulkChanges.id),
    toolId: idOf(() => tools.id),
    before: jsonb().$type<BulkValues>().notNull(),
    after: jsonb().$type<BulkValues>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.bulkChangeId, t.toolId] }),
    index('bulk_change_rows_tool').on(t.toolId),
    check('bulk_change_rows_differ', sql`${t.before} <> ${t.after}`),
  ],
);

import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { AUDIT_ACTIONS, AUDIT_ACTORS, AUDIT_SUBJECTS } from '#src/shared/audit-actions.ts';

/**
 * Who did what, and to what. A trigger refuses every change to a row but one: erasing its address after 90 days. There
 * are no foreign keys, since a record outlives the thing it is about.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    actor: text({ enum: AUDIT_ACTORS }).notNull(),
    /** The user who acted, as they were at that time. Null unless `actor` is `user`. */
    actorId: text(),
    actorEmail: text(),
    actorRole: text(),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    subject: text({ enum: AUDIT_SUBJECTS }).notNull(),
    subjectId: text().notNull(),
    /** The name that people knew it by at that time, such as an address or a tool's name. */
    subjectName: text().notNull(),
    /** Only what changed. */
    before: jsonb().$type<AuditValues>(),
    after: jsonb().$type<AuditValues>(),
    /** The client's network address. Erased after 90 days. */
    address: text(),
  },
  (t) => [
    index('audit_events_by_actor').on(t.actorEmail, t.seq).where(sql`actor = 'user'`),
    index('audit_events_by_subject').on(t.subjectId, t.seq),
    // Nearly all events are about orders: filtering by them needs no index, and orders should not pay for one.
    index('audit_events_by_kind').on(t.subject, t.seq).where(sql`subject <> 'order'`),
    // Only a migration has the search index.
    index('audit_events_by_time').using('brin', t.createdAt),
    index('audit_events_with_address').on(t.createdAt).where(sql`address is not null`),
    check('audit_events_actor_known', sql`(${t.actor} = 'user') = (${t.actorId} is not null)`),
    check('audit_events_subject_of_action', sql`${t.subject} = split_part(${t.action}, '.', 1)`),
  ],
);

/** A subject's values by name. Amounts are decimal strings. Never contains secrets. */
export type AuditValues = Record<string, string | number | boolean | null>;

import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { AUDIT_ACTIONS, AUDIT_ACTORS, AUDIT_SUBJECTS } from '#src/shared/audit-actions.ts';

/**
 * Who did what, and to what. A trigger refuses every change of a row but one: its address is erased after 90 days.
 * Nothing here is a foreign key, since a record outlives what it is about.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    actor: text({ enum: AUDIT_ACTORS }).notNull(),
    /** The user who acted, as they were then. Null unless `actor` is `user`. */
    actorId: text(),
    actorEmail: text(),
    actorRole: text(),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    subject: text({ enum: AUDIT_SUBJECTS }).notNull(),
    subjectId: text().notNull(),
    /** What people know it by, as it was then: an address, or a tool's name. */
    subjectName: text().notNull(),
    /** Only what changed. */
    before: jsonb().$type<AuditValues>(),
    after: jsonb().$type<AuditValues>(),
    /** The client's network address, for 90 days. */
    address: text(),
  },
  (t) => [
    index('audit_events_by_actor').on(t.actorEmail, t.seq).where(sql`actor = 'user'`),
    index('audit_events_by_subject').on(t.subjectId, t.seq),
    // Orders are nearly all of it: their filter needs no index, and they need not pay for one.
    index('audit_events_by_kind').on(t.subject, t.seq).where(sql`subject <> 'order'`),
    // The search index stands in a migration only.
    index('audit_events_by_time').using('brin', t.createdAt),
    index('audit_events_with_address').on(t.createdAt).where(sql`address is not null`),
    check('audit_events_actor_known', sql`(${t.actor} = 'user') = (${t.actorId} is not null)`),
    check('audit_events_subject_of_action', sql`${t.subject} = split_part(${t.action}, '.', 1)`),
  ],
);

/** Values of a subject by their names. Amounts are decimal strings; nothing secret stands here. */
export type AuditValues = Record<string, string | number | boolean | null>;

import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import { auditEvents } from '#src/platform/audit/tables.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { hasPermission, STAFF_ROLES } from '#src/shared/permissions.ts';
import { users } from '../identity/tables.server.ts';
import { hasSecretLinks } from './rules.ts';
import type { mails } from './tables.server.ts';

type MailRow = typeof mails.$inferSelect;

/** Somebody who searches or browses the outbox reads the same mail again and again, so it is recorded once an hour. */
const RECORD_AGAIN_AFTER = '1 hour';

/**
 * The ids of the mails whose secret links this reader may see: with `links.read`, those of mails to customers. Nobody
 * sees the links of mails to current staff: with such a link, one owner could become another. Each reading is recorded
 * before the link is shown.
 */
export async function openSecretLinks(
  db: Queryable,
  reader: Caller,
  rows: readonly MailRow[],
): Promise<ReadonlySet<string>> {
  const secret = rows.filter(hasSecretLinks);
  if (!hasPermission(reader, 'links.read') || secret.length === 0) return new Set();
  const staff = await listStaffEmails(db, secret);
  const shown = secret.filter(({ recipient }) => !staff.has(recipient.toLowerCase()));
  await recordReads(db, reader, shown);
  return new Set(shown.map(({ id }) => id));
}

async function listStaffEmails(db: Queryable, rows: readonly MailRow[]): Promise<ReadonlySet<string>> {
  const recipients = rows.map(({ recipient }) => recipient.toLowerCase());
  const found = await db
    .select({ email: users.email })
    .from(users)
    .where(and(inArray(users.email, recipients), inArray(users.role, STAFF_ROLES)));
  return new Set(found.map(({ email }) => email));
}

async function recordReads(db: Queryable, reader: Caller, rows: readonly MailRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const recorded = await db
    .select({ id: auditEvents.subjectId })
    .from(auditEvents)
    .where(
      and(
        inArray(auditEvents.subjectId, ids),
        eq(auditEvents.action, 'mail.link_read'),
        eq(auditEvents.actorId, reader.userId),
        gt(auditEvents.createdAt, sql`now() - ${RECORD_AGAIN_AFTER}::interval`),
      ),
    );
  const known = new Set(recorded.map(({ id }) => id));
  const events = rows
    .filter(({ id }) => !known.has(id))
    .map(({ id, recipient }) => ({ by: reader, action: 'mail.link_read' as const, id, name: recipient }));
  await recordAuditEvents(db, ...events);
}

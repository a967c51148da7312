import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { auditEvents } from '#src/platform/audit/tables.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import {
  containsWords,
  listNewest,
  listPageIds,
  orderByIds,
  searchText,
  whereIds,
} from '#src/platform/pagination.server.ts';
import type { PageQuery } from '#src/shared/list-query.ts';
import type { SearchResult } from '#src/shared/pagination.ts';
import type { AuditEvent, AuditExport, AuditQuery } from './contract.ts';
import { MAX_AUDIT_TOTAL, parseAuditSearch } from './rules.ts';

type AuditRow = typeof auditEvents.$inferSelect;

/** The newest events, oldest of them first. */
export async function listAuditEvents(db: Queryable, page: PageQuery): Promise<AuditEvent[]> {
  return (await listNewest(db, auditEvents, page)).map(toWireEvent);
}

/** A page of the events that match, newest first by default. */
export async function searchAuditEvents(db: Queryable, query: AuditQuery): Promise<SearchResult<AuditEvent>> {
  const { ids, total } = await listPageIds(
    db,
    auditEvents,
    { where: toCondition(query), keys: {}, maxTotal: MAX_AUDIT_TOTAL },
    query,
  );
  const rows = await db.select().from(auditEvents).where(whereIds(auditEvents, ids));
  return { rows: orderByIds(ids, rows, ({ id }) => id).map(toWireEvent), total };
}

/** Everything that matches, newest first, in batches. Each batch is one query by key: no memory grows with the log. */
export async function* streamAuditEvents(
  db: Queryable,
  filters: AuditExport,
  { batchSize, max }: { batchSize: number; max: number },
): AsyncGenerator<AuditEvent[]> {
  const where = toCondition(filters);
  let last: number | null = null;
  for (let sent = 0; sent < max; sent += batchSize) {
    const rows: AuditRow[] = await db
      .select()
      .from(auditEvents)
      .where(and(where, last === null ? undefined : lt(auditEvents.seq, last)))
      .orderBy(desc(auditEvents.seq))
      .limit(Math.min(batchSize, max - sent));
    if (rows.length > 0) yield rows.map(toWireEvent);
    last = rows.at(-1)?.seq ?? null;
    if (rows.length < batchSize) return;
  }
}

/** A migration has an index of this text for all but orders, which are nearly all of the log. */
const searchColumn = searchText(auditEvents.actorEmail, auditEvents.subjectName, auditEvents.subjectId);

function toCondition({ q, state }: AuditExport): SQL | undefined {
  const { words, days } = parseAuditSearch(q);
  return and(
    state && eq(auditEvents.subject, state),
    days === null
      ? undefined
      : and(gte(auditEvents.createdAt, utc(days.from)), lt(auditEvents.createdAt, utc(days.until))),
    words === '' ? undefined : matches(words),
  );
}

const utc = (day: string) => sql`${`${day}T00:00:00Z`}::timestamptz`;

// Each branch of the union uses its own index; one `or` would not.
function matches(words: string): SQL {
  const ids = sql`select id from ${auditEvents} where ${containsWords(searchColumn, words)} and ${auditEvents.subject} <> 'order'
    union select id from ${auditEvents} where ${auditEvents.actorEmail} = ${words.toLowerCase()} and ${auditEvents.actor} = 'user'
    union select id from ${auditEvents} where ${auditEvents.subjectId} = ${words}`;
  return inArray(auditEvents.id, sql`(${ids})`);
}

function toWireEvent({ id, seq: _seq, createdAt, ...row }: AuditRow): AuditEvent {
  return { _id: id, createdAt: createdAt.toISOString(), ...row };
}

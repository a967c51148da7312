import { and, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import { auditEvents } from '#src/platform/audit/tables.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { containsFolded, foldedText, searchAny, searchPageIds } from '#src/platform/folded-search.server.ts';
import { readList, readRows } from '#src/platform/lists.server.ts';
import { listPageIds, type PageIds } from '#src/platform/pagination.server.ts';
import { toReadSource } from '#src/platform/replica/read-source.server.ts';
import { startOfDay } from '#src/platform/time-zone.server.ts';
import type { AuditEvent, AuditExport, AuditQuery } from './contract.ts';
import { parseAuditSearch } from './rules.ts';

type AuditRow = typeof auditEvents.$inferSelect;

/** Days in the search are those of the time zone. */
export function listAuditEvents(db: Queryable, query: AuditQuery, timeZone: string) {
  return readList(db, query, {
    table: auditEvents,
    search: (source) => listEventIds(source, query, timeZone),
    read: async (source, ids) => (await readRows(source, auditEvents, ids)).map(toWireEvent),
  });
}

function listEventIds(db: Queryable, query: AuditQuery, timeZone: string): Promise<PageIds> {
  const { words, narrow } = readFilters(query, timeZone);
  // Nearly all of the log is about orders.
  const inOrder = query.state === 'order';
  if (words === '') return listPageIds(db, auditEvents, { where: narrow, keys: {}, inOrder }, query);
  const search = searchAny(auditEvents, {
    q: words,
    texts: [{ indexed: searchColumn, ofRow: searchColumn }],
    conditions: ([has]) => findBy(words, has),
  });
  return searchPageIds(db, auditEvents, search, { narrow, keys: {}, inOrder }, query);
}

/** Everything that matches, newest first, in batches. Each batch is one query by key: no memory grows with the log. */
export async function* streamAuditEvents(
  db: Queryable,
  filters: AuditExport,
  { batchSize, max, timeZone }: { batchSize: number; max: number; timeZone: string },
): AsyncGenerator<AuditEvent[]> {
  const { words, narrow } = readFilters(filters, timeZone);
  const where = and(narrow, words === '' ? undefined : or(...findBy(words)));
  const source = toReadSource(db);
  let last: number | null = null;
  for (let sent = 0; sent < max; sent += batchSize) {
    const rows: AuditRow[] = await source
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

/** A migration has an index of this text for everything but orders, which are nearly all of the log. */
const searchColumn = foldedText(auditEvents.actorEmail, auditEvents.subjectName, auditEvents.subjectId);

function readFilters({ q, state }: AuditExport, timeZone: string): { words: string; narrow: SQL | undefined } {
  const { words, days } = parseAuditSearch(q);
  const ofSubject = state && eq(auditEvents.subject, state);
  const inDays =
    days &&
    and(
      gte(auditEvents.createdAt, startOfDay(days.from, timeZone)),
      lt(auditEvents.createdAt, startOfDay(days.until, timeZone)),
    );
  return { words, narrow: and(ofSubject, inDays ?? undefined) };
}

function findBy(words: string, has = containsFolded(searchColumn, words)): SQL[] {
  return [
    sql`${has} and ${auditEvents.subject} <> 'order'`,
    sql`${auditEvents.actorEmail} = ${words.toLowerCase()} and ${auditEvents.actor} = 'user'`,
    eq(auditEvents.subjectId, words),
  ];
}

function toWireEvent({ id, seq: _seq, createdAt, ...row }: AuditRow): AuditEvent {
  return { _id: id, createdAt: createdAt.toISOString(), ...row };
}

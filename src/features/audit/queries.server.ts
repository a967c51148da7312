import { and, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import { auditEvents } from '#src/platform/audit/tables.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { containsFolded, foldedText, searchAny, searchPageIds } from '#src/platform/folded-search.server.ts';
import { listNewest, listPageIds, mapSlice, orderByIds, whereIds } from '#src/platform/pagination.server.ts';
import type { PageQuery } from '#src/shared/list-query.ts';
import type { ListSlice, SearchResult } from '#src/shared/pagination.ts';
import type { AuditEvent, AuditExport, AuditQuery } from './contract.ts';
import { parseAuditSearch } from './rules.ts';

type AuditRow = typeof auditEvents.$inferSelect;

/** The newest events, oldest of them first. */
export async function listAuditEvents(db: Queryable, page: PageQuery): Promise<ListSlice<AuditEvent>> {
  const slice = await listNewest(db, auditEvents, page);
  return mapSlice(slice, slice.rows.map(toWireEvent));
}

/** A page of the events that match, newest first by default. */
export async function searchAuditEvents(db: Queryable, query: AuditQuery): Promise<SearchResult<AuditEvent>> {
  const { words, narrow } = readFilters(query);
  // Orders are nearly all of the log.
  const inOrder = query.state === 'order';
  const { ids, ...found } =
    words === ''
      ? await listPageIds(db, auditEvents, { where: narrow, keys: {}, inOrder }, query)
      : await searchPageIds(
          db,
          auditEvents,
          searchAny(auditEvents, {
            q: words,
            texts: [{ indexed: searchColumn, ofRow: searchColumn }],
            conditions: ([has]) => findBy(words, has),
          }),
          { narrow, keys: {}, inOrder },
          query,
        );
  const rows = await db.select().from(auditEvents).where(whereIds(auditEvents, ids));
  return { rows: orderByIds(ids, rows, ({ id }) => id).map(toWireEvent), ...found };
}

/** Everything that matches, newest first, in batches. Each batch is one query by key: no memory grows with the log. */
export async function* streamAuditEvents(
  db: Queryable,
  filters: AuditExport,
  { batchSize, max }: { batchSize: number; max: number },
): AsyncGenerator<AuditEvent[]> {
  const { words, narrow } = readFilters(filters);
  const where = and(narrow, words === '' ? undefined : or(...findBy(words)));
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
const searchColumn = foldedText(auditEvents.actorEmail, auditEvents.subjectName, auditEvents.subjectId);

function readFilters({ q, state }: AuditExport): { words: string; narrow: SQL | undefined } {
  const { words, days } = parseAuditSearch(q);
  const ofSubject = state && eq(auditEvents.subject, state);
  const inDays = days && and(gte(auditEvents.createdAt, utc(days.from)), lt(auditEvents.createdAt, utc(days.until)));
  return { words, narrow: and(ofSubject, inDays ?? undefined) };
}

const utc = (day: string) => sql`${`${day}T00:00:00Z`}::timestamptz`;

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

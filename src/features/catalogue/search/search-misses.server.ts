import { createHash } from 'node:crypto';
import { asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '#src/platform/database.server.ts';
import type { RateLimits } from '#src/platform/rate-limits.server.ts';
import { getNetwork } from '#src/platform/request-client.server.ts';
import { MAX_SEARCH_LENGTH, MAX_TOTAL, type SearchResult } from '#src/shared/pagination.ts';
import { foldText } from './fold-text.ts';
import { toPhraseKey } from './phrases.ts';
import { formatPlace, type MissPlace, type MissQuery, parsePlace, type SearchMiss } from './search-contract.ts';
import { searchMisses } from './tables.server.ts';
import { createTypingMemory } from './typing-memory.server.ts';

/** Strangers can search for anything. Beyond this number, the searches that were made least are deleted. */
const MAX_MISSES = 5_000;
const KEPT_DAYS = 90;
const BATCH_SIZE = 50_000;

const typing = createTypingMemory();

/**
 * Counts a search that found nothing: once a day per network, and a word that is typed letter by letter only once. The
 * `searchMiss` limit keeps one network below 4,500 searches with two or more counts within `KEPT_DAYS`, so one network
 * alone can't push out what was searched from two. Texts that look like an email address are not stored.
 */
export async function recordMiss(db: Queryable, query: string, limits: RateLimits): Promise<void> {
  const network = getNetwork();
  const shown = toShownText(query);
  // What was pasted tells an owner nothing about how people call their tools.
  if (shown.length > MAX_SEARCH_LENGTH || toPhraseKey(shown) === '' || shown.includes('@')) return;
  const former = typing.get(network);
  // The same client deletes letters again, or opens the next page of the same search.
  if (former?.query.startsWith(shown)) return;
  const continued = former?.counted && shown.startsWith(former.query) ? former.query : null;
  const isCounted =
    (continued !== null || !(await limits.consume('searchMiss', network))) &&
    !(await limits.consume('sameSearchMiss', toPairKey(network, shown)));
  typing.set(network, { query: shown, counted: isCounted });
  if (continued !== null) await uncount(db, continued);
  if (!isCounted) return;
  await db
    .insert(searchMisses)
    .values({ query: shown })
    .onConflictDoUpdate({
      target: searchMisses.query,
      set: { times: sql`${searchMisses.times} + 1`, lastAt: sql`now()` },
    });
}

/**
 * Strangers type it and an owner reads it: no character may be invisible, change the direction of the line or affect
 * the lines around it.
 */
function toShownText(query: string): string {
  return foldText(query)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]/gu, '')
    .replaceAll(/(\p{M}{4})\p{M}+/gu, '$1')
    .trim();
}

/** Records that a network has searched something, without storing which network or what. */
function toPairKey(network: string, query: string): string {
  return createHash('sha256').update(`${network}\n${query}`).digest('base64url');
}

/** Removes a search whose word was not typed to its end. */
async function uncount(db: Queryable, query: string): Promise<void> {
  await db
    .update(searchMisses)
    .set({ times: sql`${searchMisses.times} - 1` })
    .where(eq(searchMisses.query, query));
  await db.delete(searchMisses).where(sql`${searchMisses.query} = ${query} and ${searchMisses.times} < 1`);
}

/** Deletes searches that nobody has made for a long time and, if there are too many, those that were made least. */
export async function deleteOldMisses(db: Queryable, stopping?: AbortSignal): Promise<number> {
  const old = await db.execute(
    sql`delete from ${searchMisses} where last_at < now() - ${KEPT_DAYS} * interval '1 day'`,
  );
  let total = old.rowCount ?? 0;
  for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE && !stopping?.aborted; ) {
    const { rowCount } = await db.execute(sql`
      delete from ${searchMisses} where query in (
        select query from ${searchMisses} order by times desc, last_at desc, query desc offset ${MAX_MISSES} limit ${BATCH_SIZE})`);
    deleted = rowCount ?? 0;
    total += deleted;
  }
  return total;
}

/**
 * A page of the searches that found nothing. It does not use `readList`, because these rows have no `seq`: the searched
 * text is their key, and the sort keys change with every count.
 */
export async function listMisses(
  db: Queryable,
  { limit, page = 1, sort, cursor }: MissQuery,
): Promise<SearchResult<SearchMiss>> {
  const direction = sort.startsWith('-') ? desc : asc;
  const { times, lastAt, query } = searchMisses;
  const columns = sort.endsWith('times') ? [times, lastAt, query] : [lastAt, query];
  const place = cursor === undefined ? null : parsePlace(cursor);
  const rows = await db
    .select({
      ...getTableColumns(searchMisses),
      micros: sql<string>`(extract(epoch from ${lastAt}) * 1000000)::bigint`,
    })
    .from(searchMisses)
    .where(place ? comesAfter(columns, place, sort.startsWith('-')) : undefined)
    .orderBy(...columns.map((column) => direction(column)))
    .limit(limit + 1)
    .offset((page - 1) * limit);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  // There are more than these for an hour at most.
  const counted = db.select({ query }).from(searchMisses).limit(MAX_TOTAL).as('counted');
  const next = last ? formatPlace(sort, [last.times, last.micros, last.query]) : null;
  return { rows: shown.map(toSearchMiss), total: await db.$count(counted), next };
}

/** Compares the columns as one row, so that the scan starts there in the index of these columns. */
function comesAfter(columns: readonly PgColumn[], [times, micros, query]: MissPlace, isDescending: boolean): SQL {
  const values = [
    sql`${times}::integer`,
    // In whole microseconds: a number of seconds would lose the last digits.
    sql`'epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond'`,
    sql`${query}::text`,
  ].slice(-columns.length);
  return sql`(${sql.join([...columns], sql`, `)}) ${sql.raw(isDescending ? '<' : '>')} (${sql.join(values, sql`, `)})`;
}

function toSearchMiss({ query, times, firstAt, lastAt }: typeof searchMisses.$inferSelect): SearchMiss {
  return { query, times, firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() };
}

/**
 * Removes a search that was dealt with. It comes back when somebody searches it again. Returns how many were removed.
 */
export async function putMissAway(db: Queryable, query: string): Promise<number> {
  const { rowCount } = await db.delete(searchMisses).where(eq(searchMisses.query, query));
  return rowCount ?? 0;
}

import { type SQL, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { configurePlanner } from '#src/platform/pagination.server.ts';
import { MAX_TOTAL } from '#src/shared/pagination.ts';
import { findByCode, fromSet, hasCode, isSearchedByRow, type MatchQuery, type ToolSet } from './match-tools.server.ts';
import { FIRST_PARTITION, PARTITIONS, SURELY_BEYOND } from './partition.server.ts';
import { toolSearch } from './tables.server.ts';
import { toTextQuery } from './text-query.server.ts';

/** Tools on sale that match a query: all of them, or a fair sample. */
export interface MatchedTools {
  ids: string[];
  /** How many tools each id stands for. Null if the ids are all that match. */
  weight: number | null;
}

/** The most matches that are read in one partition. */
const MAX_READ = 5_000;
/** The most matches that a sample keeps. A value that one tool in a hundred has is still seen often enough. */
const MAX_KEPT = 2_000;
/**
 * How many places in the order of creation are read if more than `MAX_READ` tools match. An eighth of those tools is in
 * the partition.
 */
const PLACES = 40_000;

/**
 * The tools on sale that have all terms or the part number. If more than `MAX_TOTAL` match, this is a sample, whose
 * cost does not grow with the number of matches. With a set, only its tools are found where that is faster; otherwise
 * other tools are among them, too.
 */
export async function readMatchedIds(tx: Tx, match: MatchQuery, among?: Sampled): Promise<MatchedTools> {
  const codes = await findByCode(tx, match);
  if (match.terms.length === 0) return { ids: codes, weight: null };
  if (among && isSearchedByRow(among, match)) return readOfSet(tx, match, among);
  const query = toTextQuery(match.terms);
  const matches = sql`on_sale and ${toolSearch.document} @@ ${query}::tsquery`;
  const { rows } = await tx.execute<{ beyond: boolean; ids: string[] }>(sql`
    with part as materialized (select from ${FIRST_PARTITION} where ${matches} limit ${SURELY_BEYOND + 1}),
      known as materialized (select count(*) > ${SURELY_BEYOND} as beyond from part)
    select beyond, array(
      select tool_id from ${toolSearch} where ${matches} and not (select beyond from known) limit ${MAX_TOTAL + 1}) as ids from known`);
  const [{ beyond, ids } = { beyond: false, ids: [] }] = rows;
  if (!beyond && ids.length <= MAX_TOTAL) return { ids: [...new Set([...codes, ...ids])], weight: null };
  // If many tools of a category match, a sample of them says more than one of all tools.
  if (among && among.size < 2 * Math.min(...match.terms.map(({ tools }) => tools))) return sampleSet(tx, match, among);
  return (await readPart(tx, matches)) ?? readPlaces(tx, matches);
}

/** A set of tools from which a sample can be taken. */
export interface Sampled extends ToolSet {
  /** A query for the `tool_id` of about `size` of them, and how many tools each stands for. */
  sample: (size: number) => { ids: SQL; weight: number };
}

async function readOfSet(tx: Tx, match: MatchQuery, among: Sampled): Promise<MatchedTools> {
  const all = await listOfSet(tx, match, among.ids);
  return all.length > MAX_TOTAL ? sampleSet(tx, match, among) : { ids: all, weight: null };
}

async function sampleSet(tx: Tx, match: MatchQuery, among: Sampled): Promise<MatchedTools> {
  const { ids, weight } = among.sample(MAX_READ);
  return thin(await listOfSet(tx, match, ids), weight);
}

async function listOfSet(db: Queryable, match: MatchQuery, among: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select found.tool_id as id ${fromSet(among)}
    where document @@ ${toTextQuery(match.terms)}::tsquery or ${hasCode(match)} limit ${MAX_TOTAL + 1}`);
  return rows.map(({ id }) => id);
}

/** All matches in one partition. Null if there are too many: the first ones alone would be the oldest. */
async function readPart(tx: Tx, matches: SQL): Promise<MatchedTools | null> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select tool_id as id from ${FIRST_PARTITION} where ${matches} limit ${MAX_READ + 1}`,
  );
  return rows.length > MAX_READ
    ? null
    : thin(
        rows.map(({ id }) => id),
        PARTITIONS,
      );
}

/**
 * The matches in one partition at random places in the order of creation, one in each stretch of it. Evenly spaced
 * places would hit the same tenth of tools that were imported in tens.
 */
async function readPlaces(tx: Tx, matches: SQL): Promise<MatchedTools> {
  const { rows: bounds } = await tx.execute<{ first: string; last: string }>(
    sql`select coalesce(min(seq), 0) as first, coalesce(max(seq), 0) as last from ${FIRST_PARTITION}`,
  );
  const [first, last] = [Number(bounds[0]?.first ?? 0), Number(bounds[0]?.last ?? 0)];
  const step = Math.max(1, Math.ceil((last - first) / PLACES));
  // Without it, the index of words would find all matching tools first, however many there are.
  await configurePlanner(tx, { enable_bitmapscan: 'off' });
  const { rows } = await tx.execute<{ id: string }>(sql`
    select tool_id as id from ${FIRST_PARTITION} where ${matches} and ${toolSearch.seq} = any(array(
      select ${first}::bigint + n * ${step}::bigint + (hashint8(n) & 2147483647) % ${step}::bigint
      from generate_series(0, ${Math.floor((last - first) / step)}::bigint) n))`);
  await configurePlanner(tx, { enable_bitmapscan: 'on' });
  return thin(
    rows.map(({ id }) => id),
    PARTITIONS * step,
  );
}

function thin(ids: readonly string[], weight: number): MatchedTools {
  const step = Math.max(1, Math.ceil(ids.length / MAX_KEPT));
  return { ids: ids.filter((_, at) => at % step === 0), weight: weight * step };
}

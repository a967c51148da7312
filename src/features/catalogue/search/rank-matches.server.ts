import { and, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { configurePlanner } from '#src/platform/pagination.server.ts';
import { MAX_TOTAL } from '#src/shared/pagination.ts';
import { tools } from '../tool/tables.server.ts';
import { fromSet, isSearchedByRow, type ShownTools, type ToolSet } from './match-tools.server.ts';
import { FIRST_PARTITION, SURELY_BEYOND } from './partition.server.ts';
import type { CountedWord, Term } from './query-terms.ts';
import { toolSearch } from './tables.server.ts';
import { toHeadQuery, toKindQuery, toQueryWithout, toScore, toTextQuery } from './text-query.server.ts';
import { NAME_MARK } from './tool-document.ts';

/** If more tools match than this, only some of them are ranked. */
const MAX_RANKED = 240;
/**
 * Then this many of each tier are ranked: tools of that kind by their name, tools that have the words in their name,
 * all others.
 */
const MAX_OF_TIER = 160;

/** The matching tools, best first. */
export interface Ranking {
  ids: string[];
  /** Up to one more than `MAX_TOTAL`. */
  total: number;
  /** Some matching tools were not ranked. */
  isCut: boolean;
}

export const EMPTY: Ranking = { ids: [], total: 0, isCut: false };

/** A tool and how well it meets a query. */
export interface ScoredTool {
  id: string;
  score: number;
}

/**
 * The best `needed` of the tools that have all terms. If more than `MAX_RANKED` match, tools of that kind by their name
 * come first, then tools with the words in their name, then the rest. The order is the same on each page.
 */
export async function rank(db: Queryable, shown: ShownTools, terms: readonly Term[], needed: number): Promise<Ranking> {
  if (shown.among && isSearchedByRow(shown.among, { terms })) return rankSet(db, shown, shown.among, terms, needed);
  const { total, first } = await findMatches(db, shown, terms);
  if (total === 0) return EMPTY;
  if (total <= MAX_RANKED) {
    const scored = await scoreTools(db, terms, needed, fromIds(first));
    return { ids: scored.map(({ id }) => id), total, isCut: false };
  }
  const ids = new Set<string>();
  for (const tier of listTiers(terms)) {
    for (const { id } of await scoreMatches(db, shown, terms, tier, MAX_OF_TIER)) ids.add(id);
    if (ids.size >= needed) break;
  }
  return { ids: [...ids], total, isCut: true };
}

/** Ranks the tools of a set, each of which is read once. */
async function rankSet(
  db: Queryable,
  { onSale, filter }: ShownTools,
  among: ToolSet,
  terms: readonly Term[],
  needed: number,
): Promise<Ranking> {
  const tiers = listTiers(terms);
  const meets = (query: string) => sql`document @@ ${query}::tsquery`;
  const tier = sql`case ${sql.join(
    tiers.map((query, at) => sql`when ${meets(query)} then ${at}::integer`),
    sql` `,
  )} end`;
  const { rows } = await db.execute<{ id: string; tier: number }>(sql`
    select found.tool_id as id, ${tier} as tier ${fromSet(among.ids)} join ${tools} on ${tools.id} = found.tool_id
    where ${and(meets(toTextQuery(terms)), onSale ? sql`found.on_sale` : undefined, filter)} limit ${MAX_TOTAL + 1}`);
  const ranked = rows.length <= MAX_RANKED ? [rows] : tiers.map((_, at) => rows.filter((row) => row.tier === at));
  const ids: string[] = [];
  for (const some of ranked) {
    const candidates = some.slice(0, rows.length <= MAX_RANKED ? MAX_RANKED : MAX_OF_TIER).map(({ id }) => id);
    ids.push(...(await scoreTools(db, terms, candidates.length, fromIds(candidates))).map(({ id }) => id));
    if (ids.length >= needed) break;
  }
  return { ids, total: rows.length, isCut: rows.length > MAX_RANKED };
}

function listTiers(terms: readonly Term[]): string[] {
  const head = toHeadQuery(terms);
  return [...(head === null ? [] : [head]), toTextQuery(terms, NAME_MARK), toTextQuery(terms)];
}

function fromMatches({ onSale, filter }: ShownTools, query: string, besides?: SQL, table = sql`${toolSearch}`): SQL {
  const text = sql`${toolSearch.document} @@ ${query}::tsquery`;
  const shown = onSale ? sql`on_sale and ${text}` : sql`((on_sale and ${text}) or (not on_sale and ${text}))`;
  const join = filter ? sql`join ${tools} on ${tools.id} = ${toolSearch.toolId}` : sql``;
  return sql`from ${table} ${join} where ${and(shown, filter, besides)}`;
}

/** How many tools match, and the ids of the first ones if all are to be ranked. */
async function findMatches(
  db: Queryable,
  shown: ShownTools,
  terms: readonly Term[],
): Promise<{ total: number; first: string[] }> {
  const counted = findCounted(shown, terms);
  if (counted && counted.tools > MAX_RANKED) return { total: await countOthers(db, shown, terms, counted), first: [] };
  const query = toTextQuery(terms);
  // At most as many tools match as have the rarest term. If those are few enough, there is no need to read one
  // partition first.
  const isBounded = shown.onSale && Math.min(...terms.map(({ tools }) => tools)) <= MAX_TOTAL;
  const inPart = fromMatches(shown, query, isBounded ? sql`false` : undefined, FIRST_PARTITION);
  const isUnsure = sql`(select count(*) from part) <= ${SURELY_BEYOND}`;
  // One statement, since finding the matches is what takes long.
  const { rows } = await db.execute<{ total: number; first: string[] }>(sql`
    with part as materialized (select ${inPart} limit ${SURELY_BEYOND + 1}),
      matches as materialized (select ${toolSearch.toolId} ${fromMatches(shown, query, isUnsure)} limit ${MAX_TOTAL + 1})
    select case when ${isUnsure} then (select count(*)::integer from matches) else ${MAX_TOTAL + 1} end as total,
      array(select tool_id from matches limit ${MAX_RANKED}) as first`);
  return rows[0] ?? { total: 0, first: [] };
}

/** A word or pair that is enough to match and whose tools are counted already. */
function findCounted({ onSale, filter }: ShownTools, [first, second, ...others]: readonly Term[]): CountedWord | null {
  if (!onSale || filter || !first || others.length > 0) return null;
  return second ? second.pair : first.mostCommon;
}

/** How many tools match: those that have the counted word, plus the others, which have to be counted. */
async function countOthers(
  db: Queryable,
  shown: ShownTools,
  terms: readonly Term[],
  { word, tools }: CountedWord,
): Promise<number> {
  const room = MAX_TOTAL + 1 - tools;
  if (room <= 0) return MAX_TOTAL + 1;
  const query = toQueryWithout(terms, word);
  if (query === null) return tools;
  const others = fromMatches(shown, query);
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::integer as total from (select ${others} limit ${room}) as others`,
  );
  return tools + (rows[0]?.total ?? 0);
}

/** How many tools have all terms, up to one more than `MAX_TOTAL`. */
export async function countMatches(db: Queryable, shown: ShownTools, terms: readonly Term[]): Promise<number> {
  return (await findMatches(db, shown, terms)).total;
}

/** The best of the first `candidates` tools that match a text query, with their scores. */
export function scoreMatches(
  db: Queryable,
  shown: ShownTools,
  terms: readonly Term[],
  query: string,
  limit: number,
  candidates = MAX_OF_TIER,
): Promise<ScoredTool[]> {
  return scoreTools(db, terms, limit, sql`${fromMatches(shown, query)} limit ${candidates}`);
}

const fromIds = (ids: readonly string[]) =>
  sql`from ${toolSearch} where ${toolSearch.toolId} = any(${sql.param(ids)}::text[])`;

async function scoreTools(db: Queryable, terms: readonly Term[], limit: number, from: SQL): Promise<ScoredTool[]> {
  const { toolId, seq, document, nameLength } = toolSearch;
  const { scores, total } = toScore(terms);
  // Without `offset 0`, the planner would inline each score wherever it is used, and compute it again.
  const { rows } = await db.execute<{ id: string; score: number }>(sql`
    select tool_id as id, ${total} as score from (
      select tool_id, seq, document, name_length, ${scores}
      from (select ${toolId}, ${seq}, ${document}, ${nameLength} ${from}) tool_search offset 0) tool_search
    order by score desc, seq desc limit ${limit}`);
  return rows;
}

/** Which part of the unranked tools to list. */
export interface UnrankedPage {
  /** How many tools match. */
  total: number;
  /** How many tools there are. */
  all: number;
  before: number | undefined;
  offset: number;
  limit: number;
}

/**
 * Tools that match but were not ranked, newest first. Many are found along the order of creation. Few are found first
 * and then sorted, since a walk would read all tools between them.
 */
export async function listUnranked(
  db: Queryable,
  shown: ShownTools,
  terms: readonly Term[],
  ranked: readonly string[],
  page: UnrankedPage,
): Promise<{ id: string; seq: number }[]> {
  const { before, offset, limit } = page;
  const besides = sql`${toolSearch.toolId} <> all(${sql.param(ranked)}::text[])
    ${before === undefined ? sql`` : sql`and ${toolSearch.seq} < ${before}`}`;
  const setting = isWalked(terms, page) ? 'enable_bitmapscan' : 'enable_indexscan';
  await configurePlanner(db as Tx, {
    [setting]: 'off',
    ...(setting === 'enable_bitmapscan' ? { enable_sort: 'off' } : {}),
  });
  const { rows } = await db.execute<{ id: string; seq: string }>(sql`
    select ${toolSearch.toolId} as id, ${toolSearch.seq} as seq ${fromMatches(shown, toTextQuery(terms), besides)}
    order by ${toolSearch.seq} desc offset ${offset} limit ${limit}`);
  await configurePlanner(db as Tx, { enable_sort: 'on', enable_bitmapscan: 'on', enable_indexscan: 'on' });
  return rows.map(({ id, seq }) => ({ id, seq: Number(seq) }));
}

/** Whether a walk reads fewer tools than match. */
function isWalked(terms: readonly Term[], { total, all, offset, limit }: UnrankedPage): boolean {
  const matches = total <= MAX_TOTAL ? total : Math.max(total, Math.min(...terms.map(({ tools }) => tools)));
  return ((offset + limit) * all) / matches < matches;
}

/** Those of these tools that are of the right kind by their name or category, in the given order. */
export async function listOfKind(db: Queryable, terms: readonly Term[], ids: readonly string[]): Promise<string[]> {
  const kind = toKindQuery(terms);
  if (!kind || ids.length === 0) return [...ids];
  const { rows } = await db.execute<{ id: string }>(sql`
    select tool_id as id from ${toolSearch} where tool_id = any(${sql.param(ids)}::text[]) and document @@ ${kind}::tsquery`);
  const found = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => found.has(id));
}

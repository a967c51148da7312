import type { Queryable } from '#src/platform/database.server.ts';
import { formatCursor, parseCursor } from '#src/shared/list-cursor.ts';
import { RELEVANCE } from '#src/shared/list-query.ts';
import { MAX_TOTAL } from '#src/shared/pagination.ts';
import { buildTerms } from './build-terms.ts';
import { readCodeQuery } from './code-start.server.ts';
import { doubtWords, type InterpretedQuery, interpretQuery, keepLikely, uncorrect } from './interpret-query.server.ts';
import { findByCode, type ShownTools } from './match-tools.server.ts';
import { findPartNumbers, type PartNumberList } from './part-number-list.server.ts';
import type { Term } from './query-terms.ts';
import {
  EMPTY,
  listOfKind,
  listUnranked,
  type Ranking,
  rank,
  scoreMatches,
  type UnrankedPage,
} from './rank-matches.server.ts';
import { type SearchClock, startSearchClock } from './search-clock.server.ts';
import { recallSearch } from './search-memory.server.ts';
import { withSearchPlans } from './search-plans.server.ts';
import { toAnyQuery, toKindQuery, toNearQuery, toTextQuery } from './text-query.server.ts';

/** If fewer tools than this have all terms, up to `MAX_NEAR` tools that lack a term follow. */
const MIN_RESULTS = 10;
const MAX_NEAR = 24;
/** A query of many terms is reduced to those that tell most before near tools are searched. */
const MAX_NEAR_TERMS = 4;
const MAX_ANY_TERMS = 3;

export interface ToolSearch extends ShownTools {
  q: string;
  /** If few tools have everything that was typed, tools that lack a word follow. */
  near: boolean;
  limit: number;
  page?: number | undefined;
  cursor?: string | undefined;
}

export interface ToolSearchResult {
  ids: string[];
  /** One more than `MAX_TOTAL` means any larger number. */
  total: number;
  next: string | null;
  /** How many tools have everything that was typed. They come first; the others only come near. */
  matching: number;
  /** No tool has everything that was typed. The list shows the nearest ones. */
  nearest: boolean;
  /** The words as they were searched. Null if none was corrected. */
  corrected: string | null;
  /** The query is a list of part numbers, and the tools are in its order. */
  listed?: Omit<PartNumberList, 'ids'>;
}

/**
 * The tools that a query means, best first. Part numbers come before words. When its time is over, the search returns
 * the best found so far.
 */
export function searchByRelevance(
  db: Queryable,
  search: ToolSearch,
  clock = startSearchClock(),
): Promise<ToolSearchResult> {
  const { q, onSale, filter, near, limit, page, cursor } = search;
  // The searches of admins and with filters are too varied to be worth remembering.
  if (!onSale || filter) return findByRelevance(db, search, clock);
  const key = JSON.stringify(['search', q.toLowerCase(), near, limit, page ?? 1, cursor]);
  return recallSearch(
    db,
    key,
    () => findByRelevance(db, search, clock),
    () => !clock.hasEnded,
  );
}

function findByRelevance(db: Queryable, search: ToolSearch, clock: SearchClock): Promise<ToolSearchResult> {
  return withSearchPlans(db, async (tx) => {
    const from = parsePlace(search);
    // A page of unranked tools needs the ids of all ranked ones, to leave them out.
    const needed = from.offset === undefined ? Number.MAX_SAFE_INTEGER : from.offset + search.limit + 1;
    // An admin can change all tools of a search at once, and those are found in another way.
    const listed = search.near ? await findPartNumbers(tx, search) : null;
    if (listed) {
      const { ids } = listed;
      const page = await cutPage(tx, search, from, ids, { ...EMPTY, terms: [], all: 0 });
      return { total: ids.length, matching: ids.length, nearest: false, corrected: null, listed, ...page };
    }
    const codes = await findByCode(tx, await readCodeQuery(tx, search.q, search), search);
    const interpreted = await interpret(tx, search, Math.max(needed, MIN_RESULTS), codes.length > 0, clock);
    const { terms, exact, corrected, read } = interpreted;
    const isEnough = !search.near || exact.total >= MIN_RESULTS || (codes.length > 0 && exact.total === 0);
    const near = isEnough ? NOTHING_NEAR : await rankNear(tx, search, buildTerms(read, true), needed, clock);
    // If few tools match, those that only mention the kind of tool are no better than those that come near.
    const ofKind = isEnough ? exact.ids : await listOfKind(tx, terms, exact.ids);
    // A single word is the kind of tool, wherever it stands.
    const isWord = terms.length === 1 && !terms[0]?.typed.includes(' ');
    const own = ofKind.length === 0 && isWord ? exact.ids : ofKind;
    const matching = new Set([...codes, ...own]);
    const ids = [...new Set([...matching, ...near.ids, ...exact.ids])];
    const found = {
      total: Math.max(ids.length, exact.total, near.total),
      matching: isEnough ? Math.max(matching.size, exact.total) : matching.size,
      nearest: matching.size === 0,
      corrected,
    };
    const rest = isEnough ? { terms, ...exact } : near;
    const all = read.known.get('')?.tools ?? 0;
    return { ...found, ...(await cutPage(tx, search, from, ids, { ...rest, all })) };
  });
}

/** Where a page begins: in the ranking, or among the unranked tools before one in the order of creation. */
type Place = { offset: number; before?: undefined } | { offset?: undefined; before: number };

function parsePlace({ page = 1, limit, cursor }: ToolSearch): Place {
  const parsed = cursor === undefined ? null : parseCursor(cursor);
  if (!parsed) return { offset: (page - 1) * limit };
  // Nothing so far down is ranked or addressed by a number: the cursor was made up.
  return parsed.key === UNRANKED
    ? { before: parsed.seq }
    : { offset: Math.min(MAX_TOTAL, Math.max(0, Number(parsed.key) || 0)) };
}

/** Takes the place of an offset in cursors. */
const UNRANKED = -1;

async function cutPage(
  db: Queryable,
  search: ToolSearch,
  from: Place,
  ids: readonly string[],
  { terms, isCut, ...rest }: Rest & Pick<UnrankedPage, 'all'>,
): Promise<Pick<ToolSearchResult, 'ids' | 'next'>> {
  const { limit } = search;
  const toCursor = (key: number, seq: number) => formatCursor({ sort: RELEVANCE, key, seq });
  const ranked = from.offset === undefined ? [] : ids.slice(from.offset, from.offset + limit);
  if (from.offset !== undefined && ids.length > from.offset + limit)
    return { ids: ranked, next: toCursor(from.offset + limit, 0) };
  if (!isCut) return { ids: ranked, next: null };
  const unranked = await listUnranked(db, search, terms, ids, {
    ...rest,
    before: from.before,
    offset: Math.max(0, (from.offset ?? 0) - ids.length),
    limit: limit - ranked.length + 1,
  });
  const shown = unranked.slice(0, limit - ranked.length);
  const last = shown.at(-1);
  const next = unranked.length > shown.length ? toCursor(UNRANKED, last?.seq ?? Number.MAX_SAFE_INTEGER) : null;
  return { ids: [...ranked, ...shown.map(({ id }) => id)], next };
}

interface Interpreted extends InterpretedQuery {
  exact: Ranking;
}

/** The tools after the ranked ones: those that match but were not ranked. */
interface Rest extends Pick<Ranking, 'isCut' | 'total'> {
  terms: readonly Term[];
}

/** The tools that come near, with the terms of those that follow. */
type Near = Ranking & Rest;

const NOTHING_NEAR: Near = { ...EMPTY, terms: [] };

/** Each word may be in use and one may still be a misspelling, so that no tool has all of them. */
async function interpret(
  db: Queryable,
  search: ToolSearch,
  needed: number,
  hasCodes: boolean,
  clock: SearchClock,
): Promise<Interpreted> {
  const first = await interpretQuery(db, search.q, search);
  const exact = await rankAll(db, search, first.terms, needed);
  if (exact.total > 0) return { ...first, exact };
  if (hasCodes) return { ...uncorrect(first), exact };
  if (clock.isOver()) return { ...(search.near ? first : uncorrect(first)), exact };
  const doubted = await doubtWords(db, first);
  const found = doubted ? await rankAll(db, search, doubted.terms, needed) : EMPTY;
  if (doubted && found.total > 0) return { ...doubted, exact: found };
  // A word that only a former draft had is not a word of the admin's range either.
  if (!search.onSale) {
    const likely = await interpretQuery(db, search.q, { onSale: true });
    const ranked = likely.corrected === null ? EMPTY : await rankAll(db, search, likely.terms, needed);
    if (ranked.total > 0) return { ...likely, exact: ranked };
  }
  return { ...(await correctWhatLeads(db, search, first)), exact };
}

/** No tool has all of the corrected words. Corrections are kept only if tools of the corrected kind exist. */
async function correctWhatLeads(db: Queryable, search: ToolSearch, first: InterpretedQuery): Promise<InterpretedQuery> {
  if (first.corrected === null) return first;
  if (!search.near) return uncorrect(first);
  const likely = await keepLikely(db, first);
  const head = likely.terms.filter(({ isHead }) => isHead);
  const kind = toKindQuery(head);
  const leads =
    likely.corrected !== null && kind !== null && (await scoreMatches(db, search, head, kind, 1, 1)).length > 0;
  return leads ? likely : uncorrect(first);
}

async function rankAll(db: Queryable, search: ToolSearch, terms: readonly Term[], needed: number): Promise<Ranking> {
  return terms.length > 0 ? rank(db, search, terms, needed) : EMPTY;
}

/** Ranks tools that lack a term. Terms that no tool has are ignored. */
async function rankNear(
  db: Queryable,
  search: ToolSearch,
  terms: readonly Term[],
  needed: number,
  clock: SearchClock,
): Promise<Near> {
  const used = search.onSale ? terms.filter(({ tools }) => tools > 0) : terms;
  if (used.length === 0) return NOTHING_NEAR;
  const known = used.length < terms.length ? await rankAll(db, search, used, Math.max(needed, MIN_RESULTS)) : EMPTY;
  if (known.total >= MIN_RESULTS || used.length === 1) return { ...known, terms: used };
  const scores = new Map<string, number>();
  for (const query of listNearQueries(used)) {
    for (const { id, score } of await scoreMatches(db, search, used, query, MAX_NEAR)) scores.set(id, score);
    if (scores.size >= MAX_NEAR || clock.isOver()) break;
  }
  const near = [...scores].sort(([, one], [, other]) => other - one).map(([id]) => id);
  const ids = [...new Set([...known.ids, ...near.slice(0, MAX_NEAR)])];
  return { ids, total: ids.length, isCut: false, terms: used };
}

/**
 * The queries for near tools, the nearest first: all terms but one, the kind of tool with any other term, any one term.
 */
function listNearQueries(terms: readonly Term[]): string[] {
  const rarest = terms.toSorted((one, other) => one.tools - other.tools);
  const head = terms.filter(({ isHead }) => isHead);
  const others = rarest.filter(({ isHead }) => !isHead).slice(0, MAX_NEAR_TERMS);
  return [
    ...(others.length > 1 ? [toNearQuery([...head, ...others])] : []),
    ...(head.length > 0 && others.length > 0 ? [`${toTextQuery(head)} & ${toAnyQuery(others)}`] : []),
    ...[...head, ...rarest.filter(({ isHead }) => !isHead)].slice(0, MAX_ANY_TERMS).map((term) => toTextQuery([term])),
  ];
}

import { type SQL, sql } from 'drizzle-orm';
import { MAX_TOTAL } from '#src/shared/pagination.ts';
import type { Queryable, Tx } from './database.server.ts';
import type { PagedTable } from './pagination.server.ts';
import { countTrigrams, pickRareParts, type TrigramCounts } from './rare-parts.ts';

/** Lists up to this length are searched as a whole. */
const MIN_PLACES = 2 * MAX_TOTAL;
/**
 * The first sample shows that a word is rare, the next ones mostly that it is common. The last ones settle the rest.
 */
const SAMPLES = [100, 400, 800, 1_600] as const;
/** If fewer hits than this are expected, they are counted: further samples would not settle it, either. */
const MIN_EXPECTED = 1.3 * MAX_TOTAL;
const MAX_TEXT = 500;
/**
 * How certain it must be that a total exceeds `MAX_TOTAL` before counting is skipped: one search in a billion may be
 * wrong.
 */
const MAX_DOUBT = 1e-9;

export interface SearchSample {
  /** How many rows have ever been created. */
  places: number;
  /** The list has at most `MIN_PLACES` rows and was not sampled. */
  isShort: boolean;
  /** More than `MAX_TOTAL` rows match. */
  isBeyond: boolean;
  /** The words, folded as the searched texts are. */
  words: string[];
  /** For each text, the trigrams that the first sample of rows has in it. */
  trigrams: readonly TrigramCounts[];
}

interface Sampled {
  words: readonly string[];
  matches: SQL;
  texts: readonly SQL[];
}

/** How long a sample is used by other searches to tell which letters are rare in a list. */
const MAX_AGE_MS = 5 * 60_000;
/** Letters that at most this share of the rows have are looked up without another sample. */
const MAX_RARE = 0.02;

/** For each database, the trigrams of its lists by table. Texts are not kept, since they may be about people. */
const remembered = new WeakMap<Queryable, Map<PagedTable, { at: number; trigrams: readonly TrigramCounts[] }>>();

/**
 * Reads rows at random positions in the order of creation, so that the sample represents all rows, wherever the hits
 * are. A position whose row no longer exists counts as not matching. Rare words are recognized by an earlier search's
 * sample.
 */
export async function sampleRows(db: Queryable, tx: Tx, table: PagedTable, sampled: Sampled): Promise<SearchSample> {
  const rare = await recallRare(db, tx, table, sampled);
  if (rare) return rare;
  const [first, ...others] = SAMPLES;
  const { places, words, trigrams, ...begun } = await readTexts(tx, table, sampled, first);
  const found = { places, words, trigrams };
  if (places <= MIN_PLACES) return { ...found, isShort: true, isBeyond: false };
  remembered.set(db, (remembered.get(db) ?? new Map()).set(table, { at: performance.now(), trigrams }));
  // Words that no index finds are refused unless they are common, so they need more than the first sample, which alone
  // would often be wrong.
  const isIndexed = trigrams.every((counts) => pickRareParts(words, counts).parts.length > 0);
  let [read, hits]: [number, number] = [first, begun.hits];
  for (const samples of others) {
    if (isSurelyBeyond(hits, read, places)) return { ...found, isShort: false, isBeyond: true };
    if (isIndexed && (hits / read) * places < MIN_EXPECTED) return { ...found, isShort: false, isBeyond: false };
    const { rows } = await tx.execute<{ hits: number }>(
      sql`with ${pickPlaces(table, samples)} select ${countHits(sampled.matches)} as hits from ${atPlaces(table)}`,
    );
    hits += rows[0]?.hits ?? 0;
    read += samples;
  }
  return { ...found, isShort: false, isBeyond: isSurelyBeyond(hits, read, places) };
}

/**
 * The result of an earlier sample, if it says that these words are rare. If it is wrong, the search itself will notice.
 */
async function recallRare(db: Queryable, tx: Tx, table: PagedTable, sampled: Sampled): Promise<SearchSample | null> {
  const known = remembered.get(db)?.get(table);
  if (known?.trigrams.length !== sampled.texts.length || performance.now() - known.at > MAX_AGE_MS) return null;
  const { rows } = await tx.execute<{ places: string; words: string[] }>(
    sql`select coalesce(max(${table.seq}) - min(${table.seq}) + 1, 0) as places, ${foldWords(sampled.words)} as words from ${table}`,
  );
  const [{ places, words } = { places: '0', words: [] }] = rows;
  const { trigrams } = known;
  const isRare = trigrams.every((counts) => pickRareParts(words, counts).share <= MAX_RARE);
  if (Number(places) <= MIN_PLACES || !isRare) return null;
  return { places: Number(places), words, trigrams, isShort: false, isBeyond: false };
}

const foldWords = (words: readonly string[]) =>
  sql`array(select fold_text(word) from unnest(${sql.param([...words])}::text[]) with ordinality as w (word, at) order by at)`;

async function readTexts(tx: Tx, table: PagedTable, { words, matches, texts }: Sampled, samples: number) {
  const shown = texts.map((text) => sql`left(${text}, ${sql.raw(String(MAX_TEXT))})`);
  const { rows } = await tx.execute<{
    places: string;
    hits: number;
    words: string[];
    texts: (string | null)[][] | null;
  }>(sql`
    with ${pickPlaces(table, samples)}
    select (select last - first + 1 from span) as places, ${countHits(matches)} as hits, ${foldWords(words)} as words,
      json_agg(array[${sql.join(shown, sql`, `)}]::text[]) as texts
    from ${atPlaces(table)}`);
  const [row] = rows;
  if (!row) throw new Error('a select without from has a row');
  return {
    places: Number(row.places),
    hits: row.hits,
    words: row.words,
    trigrams: texts.map((_, at) => countTrigrams((row.texts ?? []).flatMap((values) => values[at] ?? []))),
  };
}

/** A filter of the count: as a condition on the rows, its index would find all that match. */
function countHits(matches: SQL): SQL {
  return sql`(count(*) filter (where ${matches}))::int`;
}

/**
 * The rows at these positions. The fence makes the planner look up each one; a join might read the whole table along
 * its index.
 */
function atPlaces(table: PagedTable): SQL {
  return sql`picked, lateral (select * from ${table} where ${table.seq} = sample_place offset 0) as ${table}`;
}

/**
 * Subqueries with random positions. Their columns have no table's column names, since some conditions name columns
 * without their table.
 */
function pickPlaces(table: PagedTable, samples: number): SQL {
  return sql`span as materialized (
      select coalesce(min(${table.seq}), 0) as first, coalesce(max(${table.seq}), -1) as last from ${table}
    ), picked as materialized (
      select first + floor(random() * (last - first + 1))::bigint as sample_place
      from span, generate_series(1, case when last - first < ${MIN_PLACES} then 0 else ${samples} end)
    )`;
}

/**
 * Whether this many hits at random positions would hardly ever occur if at most `MAX_TOTAL` rows matched. Uses the
 * Chernoff bound.
 */
export function isSurelyBeyond(hits: number, samples: number, places: number): boolean {
  const share = MAX_TOTAL / places;
  const seen = hits / samples;
  if (share >= 1 || seen <= share) return false;
  const others = seen < 1 ? (1 - seen) * Math.log((1 - seen) / (1 - share)) : 0;
  return samples * (seen * Math.log(seen / share) + others) > -Math.log(MAX_DOUBT / SAMPLES.length);
}

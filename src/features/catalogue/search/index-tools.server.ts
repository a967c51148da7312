import { getTableColumns, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { findDatabaseError } from '#src/platform/database-faults.server.ts';
import { whereIds } from '#src/platform/pagination.server.ts';
import { tools } from '../tool/tables.server.ts';
import { toCategoryPath } from './category-path.server.ts';
import { forgetSearches } from './search-memory.server.ts';
import { searchWords, toolSearch, toolSearchQueue } from './tables.server.ts';
import { createToolDocument, isVocabulary, PAIR_MARK, type SearchDocument } from './tool-document.ts';
import { listDeletions, toStem } from './words.ts';

/** Only one process at a time indexes: two would count words twice, or store the older of two documents last. */
const INDEX_LOCK = 7_214_031;

const BATCH_SIZE = 250;

type IndexedTool = SearchDocument & { id: string; seq: number; onSale: boolean };

/**
 * Takes a batch from the queue, the newest first, so that somebody who has just changed a tool does not wait for an
 * import. Takes it as one job, and nothing while another process indexes. The lock and the rows belong to this
 * transaction: after a rollback they are queued again.
 */
export async function claimQueuedTools(tx: Queryable): Promise<string[][]> {
  const { rows } = await tx.execute<{ got: boolean }>(sql`
    select pg_try_advisory_xact_lock(${INDEX_LOCK}) as got from ${toolSearchQueue} limit 1`);
  if (!rows[0]?.got) return [];
  const ids = await takeFromQueue(tx);
  return ids.length > 0 ? [ids] : [];
}

/** The longest time, in ms, that a change of a tool waits while an import indexes. The worker does the rest. */
const MAX_WAIT_MS = 400;

/** Indexes tools that were just committed. Never fails: the worker does what is left, or logs why it can't. */
export async function refreshToolSearch(db: Queryable): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local lock_timeout = ${MAX_WAIT_MS}`));
      await tx.execute(sql`select pg_advisory_xact_lock(${INDEX_LOCK})`);
      const ids = await takeFromQueue(tx);
      if (ids.length > 0) await indexTools(tx, ids);
    });
  } catch (error) {
    if (!findDatabaseError(error)) throw error;
  }
}

async function takeFromQueue(tx: Queryable): Promise<string[]> {
  const { rows } = await tx.execute<{ tool_id: string }>(sql`
    delete from ${toolSearchQueue}
    where seq = any(array(select seq from ${toolSearchQueue} order by seq desc limit ${BATCH_SIZE})) returning tool_id`);
  return [...new Set(rows.map((row) => row.tool_id))];
}

/** Indexes the current state of these tools. The caller holds the lock of `claimQueuedTools`. */
export async function indexTools(tx: Queryable, ids: readonly string[]): Promise<void> {
  const rows = await tx
    .select({ ...getTableColumns(tools), category: toCategoryPath(tools.categoryId) })
    .from(tools)
    .where(whereIds(tools, ids));
  const indexed = rows.map(
    (row): IndexedTool => ({ ...createToolDocument(row), id: row.id, seq: row.seq, onSale: row.state === 'on_sale' }),
  );
  const former = await readFormer(tx, ids);
  await storeDocuments(tx, indexed);
  await countWords(tx, former, indexed);
  await forgetSearches(tx);
}

interface FormerTool {
  words: string[];
  onSale: boolean;
}

/** The words of each tool as currently indexed. */
async function readFormer(tx: Queryable, ids: readonly string[]): Promise<FormerTool[]> {
  const { rows } = await tx.execute<{ words: string[]; on_sale: boolean }>(sql`
    select tsvector_to_array(document) as words, on_sale from ${toolSearch} where tool_id = any(${sql.param(ids)}::text[])`);
  return rows.map(({ words, on_sale }) => ({ words: words.filter(isVocabulary), onSale: on_sale }));
}

async function storeDocuments(tx: Queryable, indexed: readonly IndexedTool[]): Promise<void> {
  const pick = <T>(read: (tool: IndexedTool) => T) => sql.param(indexed.map(read));
  await tx.execute(sql`
    insert into ${toolSearch} (tool_id, seq, on_sale, document, name_length, sku_key, gtin_key)
    select * from unnest(${pick(({ id }) => id)}::text[], ${pick(({ seq }) => seq)}::bigint[],
      ${pick(({ onSale }) => onSale)}::boolean[], ${pick(({ vector }) => vector)}::tsvector[],
      ${pick(({ nameLength }) => nameLength)}::smallint[], ${pick(({ skuKey }) => skuKey)}::text[], ${pick(({ gtinKey }) => gtinKey)}::text[])
    on conflict (tool_id) do update set on_sale = excluded.on_sale, document = excluded.document,
      name_length = excluded.name_length, sku_key = excluded.sku_key, gtin_key = excluded.gtin_key`);
}

/**
 * Adds to each word the change in the number of tools on sale that have it. Words of drafts are stored, too, for
 * admins.
 */
async function countWords(
  tx: Queryable,
  former: readonly FormerTool[],
  indexed: readonly IndexedTool[],
): Promise<void> {
  const changes = new Map<string, number>();
  const add = (word: string, count: number) => changes.set(word, (changes.get(word) ?? 0) + count);
  for (const { words, onSale } of former) for (const word of ['', ...words]) add(word, onSale ? -1 : 0);
  for (const { words, onSale } of indexed) for (const word of ['', ...words]) add(word, onSale ? 1 : 0);
  // In a fixed order, like every writer of several rows, so that two don't deadlock.
  const changed = [...changes].sort(([one], [other]) => (one < other ? -1 : 1));
  const words = changed.map(([word]) => word);
  const deletions = words.map((word) => `{${listDeletions(word.replace(PAIR_MARK, '')).join(',')}}`);
  await tx.execute(sql`
    insert into ${searchWords} (word, stem, tools, deletions)
    select word, stem, tools, deletions::text[]
    from unnest(${sql.param(words)}::text[], ${sql.param(words.map(toMarkedStem))}::text[],
      ${sql.param(changed.map(([, count]) => count))}::integer[], ${sql.param(deletions)}::text[]) as w(word, stem, tools, deletions)
    on conflict (word) do update set tools = ${searchWords}.tools + excluded.tools where excluded.tools <> 0`);
}

function toMarkedStem(word: string): string {
  return word.startsWith(PAIR_MARK) ? PAIR_MARK + toStem(word.slice(PAIR_MARK.length)) : toStem(word);
}

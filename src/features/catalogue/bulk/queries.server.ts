import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { foldedText, listPageIdsWith } from '#src/platform/folded-search.server.ts';
import { readList, readRows } from '#src/platform/lists.server.ts';
import { createdBefore } from '#src/platform/pagination.server.ts';
import { countFitting } from '#src/platform/response-bytes.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { formatCursor } from '#src/shared/list-cursor.ts';
import { minorToNumber } from '#src/shared/money.ts';
import { toWireVolumePrices } from '#src/shared/order-terms.ts';
import { orders } from '../../orders/tables.server.ts';
import { inInventory } from '../keeping/inventory-lists.server.ts';
import { TOOL_COLUMNS } from '../tool/queries.server.ts';
import { tools } from '../tool/tables.server.ts';
import type {
  BulkChangeDetail,
  BulkChangeQuery,
  BulkChangeRecord,
  BulkPreviewRequest,
  WireBulkValues,
} from './contract.ts';
import { type BulkValues, MAX_BULK_TOOLS } from './rules.ts';
import { bulkChangeRows, bulkChanges } from './tables.server.ts';

/** The message for a bulk change that does not exist. */
export const NO_BULK_CHANGE = 'There is no such bulk change.';

export type BulkChangeRow = typeof bulkChanges.$inferSelect;

const toolColumns = {
  id: tools.id,
  seq: tools.seq,
  sku: tools.sku,
  itemName: tools.itemName,
  version: tools.version,
  unitPriceMinor: tools.unitPriceMinor,
  volumePrices: tools.volumePrices,
  available: tools.available,
  held: tools.held,
  state: tools.state,
  category: TOOL_COLUMNS.category,
  categoryId: tools.categoryId,
  family: tools.family,
  image: tools.image,
  moreImages: tools.moreImages,
};

/** The columns of a tool that a bulk change reads. */
export type BulkToolRow = Awaited<ReturnType<typeof lockBulkTools>>[number];

/**
 * Locks tools until the transaction ends, always in the order of their ids. Two bulk changes thus wait for each other
 * and never deadlock; every other transaction locks only one tool.
 */
export function lockBulkTools(tx: Tx, ids: readonly string[]) {
  return tx.select(toolColumns).from(tools).where(isOneOf(ids)).orderBy(tools.id).for('no key update');
}

/**
 * Which of these tools were ever ordered. Nobody can order a locked tool, so ask after taking the lock and not in the
 * same statement.
 */
export async function listOrderedTools(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const isOrdered = sql`exists (select from ${orders} where tool_id = tools.id)`;
  const rows = await tx
    .select({ id: tools.id })
    .from(tools)
    .where(and(isOneOf(ids), isOrdered));
  return new Set(rows.map(({ id }) => id));
}

/** The chosen tools, newest first: at most one more than can be changed at once. */
export async function readBulkTools(
  db: Queryable,
  { ids, filter }: Pick<BulkPreviewRequest, 'ids' | 'filter'>,
): Promise<BulkToolRow[]> {
  return db
    .select(toolColumns)
    .from(tools)
    .where(ids ? isOneOf(ids) : await inInventory(db, filter ?? {}))
    .orderBy(desc(tools.seq))
    .limit(MAX_BULK_TOOLS + 1);
}

function isOneOf(ids: readonly string[]): SQL {
  return sql`${tools.id} = any(${sql.param(ids)}::text[])`;
}

/** The change that this admin made with this key, or null when the key is new. */
export async function getBulkChangeByKey(db: Queryable, madeBy: string, key: string): Promise<BulkChangeRow | null> {
  const [row] = await db
    .select()
    .from(bulkChanges)
    .where(and(eq(bulkChanges.madeBy, madeBy), eq(bulkChanges.idempotencyKey, key)));
  return row ?? null;
}

/** Locks a change until the transaction ends. Null also if the text is not an id. */
export async function lockBulkChange(tx: Tx, id: string): Promise<BulkChangeRow | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await tx.select().from(bulkChanges).where(eq(bulkChanges.id, id)).for('update');
  return row ?? null;
}

/** What a change did to each tool, by the tool's id. */
export async function getBulkValues(
  tx: Tx,
  bulkChangeId: string,
): Promise<Map<string, { before: BulkValues; after: BulkValues }>> {
  const rows = await tx.select().from(bulkChangeRows).where(eq(bulkChangeRows.bulkChangeId, bulkChangeId));
  return new Map(rows.map(({ toolId, before, after }) => [toolId, { before, after }]));
}

export function listBulkChanges(db: Queryable, query: BulkChangeQuery) {
  const narrow = query.state === undefined ? undefined : eq(bulkChanges.kind, query.state);
  const text = foldedText(bulkChanges.madeBy);
  return readList(db, query, {
    table: bulkChanges,
    search: (source) => listPageIdsWith(source, bulkChanges, text, { narrow, keys: {} }, query),
    read: async (source, ids) => (await readRows(source, bulkChanges, ids)).map(toRecord),
  });
}

/**
 * A bulk change with what it did to each tool, or to the tools after `cursor`. `next` is the cursor of the following
 * ones. Null also if the text is not an id.
 */
export async function getBulkChange(
  db: Queryable,
  id: string,
  cursor?: string,
): Promise<{ change: BulkChangeDetail; next: string | null } | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await db.select().from(bulkChanges).where(eq(bulkChanges.id, id));
  if (!row) return null;
  const { before, after } = bulkChangeRows;
  const rows = await db
    .select({ seq: tools.seq, tool: { _id: tools.id, sku: tools.sku, itemName: tools.itemName }, before, after })
    .from(bulkChangeRows)
    .innerJoin(tools, eq(tools.id, bulkChangeRows.toolId))
    .where(and(eq(bulkChangeRows.bulkChangeId, id), createdBefore(tools, { limit: MAX_BULK_TOOLS, cursor })))
    .orderBy(desc(tools.seq));
  const made = rows.map(({ tool, before, after }) => ({
    ...tool,
    before: toWireValues(before),
    after: toWireValues(after),
  }));
  const count = countFitting(made);
  const last = count < made.length ? rows[count - 1] : undefined;
  return {
    change: { ...toRecord(row), rows: made.slice(0, count) },
    next: last ? formatCursor({ sort: '', key: null, seq: last.seq }) : null,
  };
}

function toRecord(row: BulkChangeRow): BulkChangeRecord {
  const { id, change, count, madeBy, madeAt, undoneBy, undoneAt } = row;
  return {
    _id: id,
    change,
    count,
    by: madeBy,
    at: madeAt.toISOString(),
    undoneBy,
    undoneAt: undoneAt?.toISOString() ?? null,
  };
}

export function toWireValues(values: BulkValues): WireBulkValues {
  if ('available' in values) return { quantity: values.available };
  if ('category' in values) return { category: values.category };
  if ('pictures' in values) return { pictures: [...values.pictures] };
  if (!('unitPriceMinor' in values)) return values;
  return { balance: minorToNumber(values.unitPriceMinor), volumePrices: toWireVolumePrices(values.volumePrices) };
}

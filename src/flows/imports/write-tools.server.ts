import { inArray, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import {
  CATEGORY_COUNTS_TAG,
  FACETS_TAG,
  listToolTags,
  TOOL_IDS_TAG,
} from '#src/features/catalogue/tool/cache-tags.ts';
import { TOOL_COLUMNS, type ToolRow } from '#src/features/catalogue/tool/queries.server.ts';
import { toCardTag, toFamilyTag } from '#src/features/catalogue/tool/related-tools.server.ts';
import type { StockReason } from '#src/features/catalogue/tool/rules.ts';
import { stockAdjustments, tools } from '#src/features/catalogue/tool/tables.server.ts';
import type { Person } from '#src/platform/audit/audit-events.server.ts';
import type { Tx } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { suggestSlug } from '#src/platform/suggested-slug.server.ts';
import { EMPTY_PLAIN_FIELDS } from '#src/shared/tool-fields/plain-fields.ts';

/** Values of a tool by the database's column names. */
export type DbValues = Record<string, unknown>;

/** Columns of a tool by the database's names, in the form that they have in JSON. */
export function toDbValues(columns: Partial<ToolRow>): DbValues {
  return Object.fromEntries(Object.entries(columns).map(([name, value]) => [toSnakeCase(name), value ?? null]));
}

/** The current values of a tool in the named columns. */
export function pickDbValues(row: ToolRow, names: readonly string[]): DbValues {
  const values = toDbValues(row);
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

/** Locks tools until the transaction ends, in the order of their ids, as bulk changes do. */
export async function lockTools(tx: Tx, ids: readonly string[]): Promise<Map<string, ToolRow>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select(TOOL_COLUMNS)
    .from(tools)
    .where(inArray(tools.id, [...ids]))
    .orderBy(tools.id)
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Adds tools in their order. Triggers generate what they lack and record their prices. Resolves to their versions by
 * id.
 */
export async function insertTools(
  tx: Tx,
  created: readonly { id: string; columns: Partial<ToolRow>; delta: number }[],
): Promise<void> {
  if (created.length === 0) return;
  const rows = created.map(({ id, columns, delta }) => ({
    ...EMPTY,
    slug: suggestSlug(columns.itemName ?? ''),
    ...toDbValues(columns),
    id,
    available: delta,
  }));
  const names = Object.keys(rows[0] ?? {});
  const list = sql.raw(names.join(', '));
  await tx.execute(
    sql`insert into ${tools} (${list}) select ${list} from jsonb_populate_recordset(null::${tools}, ${JSON.stringify(rows)}::jsonb)`,
  );
}

/** The database's defaults. A statement for many rows names every column for each row. */
const EMPTY: DbValues = {
  reorder_level: null,
  sku: '',
  more_images: [],
  documents: [],
  relations: [],
  category_id: null,
  specifications: [],
  weight: null,
  size: null,
  maker: null,
  ...toDbValues(EMPTY_PLAIN_FIELDS),
};

/** Gives locked tools other values in one statement, and adds `delta` pieces to each. */
export async function updateTools(
  tx: Tx,
  changed: readonly { tool: ToolRow; values: DbValues; delta: number }[],
): Promise<void> {
  if (changed.length === 0) return;
  const names = [...new Set(changed.flatMap(({ values }) => Object.keys(values)))];
  // A tool keeps its values in columns that only other rows change. That is safe, since it is locked.
  const rows = changed.map(({ tool, values, delta }) => ({
    ...pickDbValues(tool, names),
    ...values,
    id: tool.id,
    available: tool.available + delta,
  }));
  const hasStock = changed.some(({ delta }) => delta !== 0);
  const set = [...names, ...(hasStock ? ['available'] : [])].map((name) => `${name} = v.${name}`).join(', ');
  if (set === '') return;
  await tx.execute(
    sql`update ${tools} t set ${sql.raw(set)} from jsonb_populate_recordset(null::${tools}, ${JSON.stringify(rows)}::jsonb) v where t.id = v.id`,
  );
}

/** The entries in the stock's history. Their time is that of the lock, so that an undo can see which came later. */
export async function insertAdjustments(
  tx: Tx,
  by: Person,
  entries: readonly { toolId: string; delta: number; reason: StockReason; note: string }[],
): Promise<void> {
  const moved = entries.filter(({ delta }) => delta !== 0).map((entry) => ({ ...entry, id: newIdentifier() }));
  if (moved.length === 0) return;
  await tx.execute(sql`
    insert into ${stockAdjustments} (id, tool_id, delta, reason, note, adjusted_by, at)
    select id, "toolId", delta, reason, note, ${by.email}, clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as entry (id text, "toolId" text, delta integer, reason text, note text)`);
}

/**
 * The cache tags of everything that shows these tools. `isListed`: the lists of all addresses change, too. `isCounted`:
 * so do the counts of categories.
 */
export function listTags(
  shown: readonly Pick<ToolRow, 'id' | 'family'>[],
  { isListed, isCounted }: { isListed: boolean; isCounted: boolean },
): string[] {
  const tags = new Set([
    FACETS_TAG,
    ...(isListed ? [TOOL_IDS_TAG, 'tools'] : []),
    ...(isCounted ? [CATEGORY_COUNTS_TAG] : []),
  ]);
  for (const { id, family } of shown) {
    for (const tag of [...listToolTags(id), toCardTag(id)]) tags.add(tag);
    if (family !== '') tags.add(toFamilyTag(family));
  }
  return [...tags];
}

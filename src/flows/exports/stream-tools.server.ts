import { inArray } from 'drizzle-orm';
import type { InventoryQuery } from '#src/features/catalogue/keeping/contract.ts';
import { type InventoryFilter, inInventory } from '#src/features/catalogue/keeping/inventory-lists.server.ts';
import { listSortKeys } from '#src/features/catalogue/range/tool-lists.server.ts';
import type { StaffTool } from '#src/features/catalogue/tool/contract.ts';
import { listToolRowsByIds, type ToolRow, toStaffTool } from '#src/features/catalogue/tool/queries.server.ts';
import { tools } from '#src/features/catalogue/tool/tables.server.ts';
import { type DecimalMark, IMPORT_FIELDS, type ImportField } from '#src/features/imports/rules.ts';
import { readCategoryTree } from '#src/flows/imports/category-tree.server.ts';
import { type CellNames, formatCell } from '#src/flows/imports/tool-cells.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { configurePlanner, listIds } from '#src/platform/pagination.server.ts';
import { toReadSource } from '#src/platform/replica/read-source.server.ts';

type Filter = InventoryFilter & Pick<InventoryQuery, 'sort'>;

/** More tools with long texts would take longer than others should wait. */
const BATCH_SIZE = 100;

/**
 * The rows below `EXPORT_COLUMNS` for all tools that the inventory shows with a filter, in its order. No connection is
 * held for a slow reader.
 */
export async function* readToolRows(
  db: Queryable,
  filter: Filter,
  { decimal = '.', batchSize = BATCH_SIZE }: { decimal?: DecimalMark; batchSize?: number } = {},
): AsyncGenerator<string[][]> {
  const source = toReadSource(db);
  for await (const { rows: batch, readAt } of streamTools(source, filter, batchSize)) {
    const wire = batch.map(toStaffTool);
    const names = { skus: await listRelatedSkus(source, wire), paths: (await readCategoryTree(source)).paths };
    yield wire.map((tool) => [
      ...IMPORT_FIELDS.map((field) => formatFor(decimal, tool, field, names)),
      tool.documents.map(({ title, url }) => `${title}: ${url}`).join('\n'),
      readAt.toISOString(),
    ]);
  }
}

/** Fields whose numbers use the file's decimal mark: with a decimal comma, an import would read 1.125 as thousands. */
const WITH_DECIMALS: ReadonlySet<ImportField> = new Set(['balance', 'weight', 'size']);

function formatFor(decimal: DecimalMark, tool: StaffTool, field: ImportField, names: CellNames): string {
  const text = formatCell(tool, field, names);
  return WITH_DECIMALS.has(field) ? text.replaceAll('.', decimal) : text;
}

/** Each batch continues after the previous one in the same index as the list, so none skips or sorts earlier rows. */
async function* streamTools(
  db: Queryable,
  { sort, ...shown }: Filter,
  limit: number,
): AsyncGenerator<{ rows: ToolRow[]; readAt: Date }> {
  // Search results are in the order of creation, since only the best matches have a relevance.
  const order = sort === undefined || sort === 'relevance' ? '-created' : sort;
  const filter = { where: await inInventory(db, shown), ...listSortKeys({ sort, state: shown.state }) };
  for (let cursor: string | undefined; ; ) {
    const readAt = new Date();
    const { rows, next } = await db.transaction(async (tx) => {
      await configurePlanner(tx, { enable_seqscan: 'off', jit: 'off' });
      const page = await listIds(tx, tools, filter, { sort: order, limit, cursor });
      return { rows: await listToolRowsByIds(tx, page.ids), next: page.next };
    });
    if (rows.length > 0) yield { rows, readAt };
    if (next === null) return;
    cursor = next;
  }
}

async function listRelatedSkus(db: Queryable, batch: readonly StaffTool[]): Promise<Map<string, string>> {
  const ids = [...new Set(batch.flatMap(({ relations }) => relations.map(({ toolId }) => toolId)))];
  if (ids.length === 0) return new Map();
  const rows = await db.select({ id: tools.id, sku: tools.sku }).from(tools).where(inArray(tools.id, ids));
  return new Map(rows.map(({ id, sku }) => [id, sku]));
}

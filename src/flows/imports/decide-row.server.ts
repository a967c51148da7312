import { sql } from 'drizzle-orm';
import type { ToolRow } from '#src/features/catalogue/queries.server.ts';
import { tools } from '#src/features/catalogue/tables.server.ts';
import type { RowOutcome } from '#src/features/imports/rules.ts';
import type { StoredRow } from '#src/features/imports/tables.server.ts';
import type { Tx } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { type CategoryTree, refreshCategory } from './category-tree.server.ts';
import { planChange, planCreate, type RowPlan } from './plan-row.server.ts';
import type { ImportFields } from './tool-cells.server.ts';
import { type DbValues, pickDbValues, toDbValues } from './write-tools.server.ts';

/** What became of a row. */
export interface DecidedRow {
  stored: StoredRow;
  outcome: RowOutcome;
  reason: string | null;
  /** As it was before; null where it is created or nothing is written. */
  tool: ToolRow | null;
  toolId: string | null;
  plan: RowPlan | null;
  was: DbValues | null;
  became: DbValues | null;
}

/** The tool of each row as of now: its own where it is still there, else the one that has its SKU by now. */
export async function matchStoredRows(tx: Tx, stored: readonly StoredRow[]): Promise<Map<number, string>> {
  const skus = stored.flatMap(({ toolId, sku }) => (toolId === null && sku !== '' ? [sku.toLowerCase()] : []));
  const found =
    skus.length > 0
      ? await tx
          .select({ id: tools.id, sku: sql<string>`lower(${tools.sku})` })
          .from(tools)
          .where(sql`lower(${tools.sku}) = any(${sql.param(skus)}::text[])`)
      : [];
  const bySku = new Map(found.map(({ id, sku }) => [sku, id]));
  return new Map(
    stored.flatMap(({ row, toolId, sku }) => {
      const id = toolId ?? bySku.get(sku.toLowerCase());
      return id ? [[row, id] as const] : [];
    }),
  );
}

/** Against the tool as it is now: what others have changed meanwhile stays, unless the row is about it. */
export function decideRow(
  stored: StoredRow,
  tool: ToolRow | null,
  { ordered, tree }: { ordered: ReadonlySet<string>; tree: CategoryTree | null },
): DecidedRow {
  const named = stored.fields as ImportFields;
  const fields = tree ? refreshCategory(tree, named) : named;
  if (!tool && stored.result === 'change') return refuseRow(stored, 'This product is gone by now.');
  const countedFrom = tool && stored.result === 'create' ? tool.available : stored.countedFrom;
  const planned = tool
    ? planChange(tool, fields, { countedFrom, isOrdered: ordered.has(tool.id) })
    : planCreate(fields);
  if ('errors' in planned) return refuseRow(stored, Object.values(planned.errors).join(' '), tool);
  const { plan } = planned;
  const common = { stored, reason: null, tool, plan };
  if (!tool) {
    const toolId = newIdentifier();
    return { ...common, outcome: 'created', toolId, was: null, became: {} };
  }
  if (plan.changed.length === 0) return { ...common, outcome: 'unchanged', toolId: tool.id, was: null, became: null };
  const became = toDbValues(plan.columns);
  return { ...common, outcome: 'changed', toolId: tool.id, was: pickDbValues(tool, Object.keys(became)), became };
}

/** A row that is not written, and why. */
export function refuseRow(stored: StoredRow, reason: string, tool: ToolRow | null = null): DecidedRow {
  return { stored, outcome: 'refused', reason, tool, toolId: stored.toolId, plan: null, was: null, became: null };
}

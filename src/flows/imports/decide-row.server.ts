import { sql } from 'drizzle-orm';
import type { ToolRow } from '#src/features/catalogue/tool/queries.server.ts';
import { tools } from '#src/features/catalogue/tool/tables.server.ts';
import type { RowOutcome } from '#src/features/imports/rules.ts';
import { importRows, type StoredRow } from '#src/features/imports/tables.server.ts';
import type { Tx } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { type CategoryTree, refreshCategory } from './category-tree.server.ts';
import { toFullGtin } from './match-rows.server.ts';
import { planChange, planCreate, type RowPlan } from './plan-row.server.ts';
import { listGtinForms, type WrittenFields } from './tool-cells.server.ts';
import { type DbValues, pickDbValues, toDbValues } from './write-tools.server.ts';

export interface DecidedRow {
  stored: StoredRow;
  outcome: RowOutcome;
  reason: string | null;
  /** The tool before the row is written. Null if it is created or nothing is written. */
  tool: ToolRow | null;
  toolId: string | null;
  plan: RowPlan | null;
  was: DbValues | null;
  became: DbValues | null;
}

/** The current tool of each row: its own, or one that has got the SKU or the GTIN of a new row by now. */
export async function matchStoredRows(tx: Tx, stored: readonly StoredRow[]): Promise<Map<number, string>> {
  const added = stored.filter(({ toolId }) => toolId === null);
  const [bySku, byGtin] = [await findBySku(tx, added.map(getSku)), await findByGtin(tx, added)];
  return new Map(
    stored.flatMap((row) => {
      const id = row.toolId ?? bySku.get(getSku(row)) ?? byGtin.get(getGtin(row) && toFullGtin(getGtin(row)));
      return id ? [[row.row, id] as const] : [];
    }),
  );
}

const getSku = ({ fields }: StoredRow): string => String(fields.sku ?? '').toLowerCase();
const getGtin = ({ fields }: StoredRow): string => String(fields.gtin ?? '');

async function findBySku(tx: Tx, skus: readonly string[]): Promise<Map<string, string>> {
  const named = skus.filter((sku) => sku !== '');
  if (named.length === 0) return new Map();
  const found = await tx
    .select({ id: tools.id, sku: sql<string>`lower(${tools.sku})` })
    .from(tools)
    .where(sql`lower(${tools.sku}) = any(${sql.param(named)}::text[])`);
  return new Map(found.map(({ id, sku }) => [sku, id]));
}

/** Leaves out tools that the import itself has created: rows of one file may share a GTIN, each with its own SKU. */
async function findByGtin(tx: Tx, added: readonly StoredRow[]): Promise<Map<string, string>> {
  const forms = added.map(getGtin).flatMap((gtin) => (gtin === '' ? [] : listGtinForms(gtin)));
  if (forms.length === 0) return new Map();
  const found = await tx
    .select({ id: tools.id, gtin: tools.gtin })
    .from(tools)
    .where(
      sql`${tools.gtin} = any(${sql.param(forms)}::text[]) and not exists (select from ${importRows} r
        where r.tool_id = ${tools.id} and r.outcome = 'created' and r.import_id = ${added[0]?.importId})`,
    );
  return new Map(found.map(({ id, gtin }) => [toFullGtin(gtin ?? ''), id]));
}

const EXISTS_BY_NOW = 'A product with this SKU or GTIN now exists. Please upload the file again.';

/** Decides by the current state of the tool: what others have changed meanwhile stays, unless the row changes it. */
export function decideRow(
  stored: StoredRow,
  tool: ToolRow | null,
  { ordered, tree }: { ordered: ReadonlySet<string>; tree: CategoryTree | null },
): DecidedRow {
  const named = stored.fields as WrittenFields;
  const fields = tree ? refreshCategory(tree, named) : named;
  if (!tool && stored.result === 'change') return refuseRow(stored, 'This product no longer exists.');
  // Nobody has seen a preview of what would change.
  if (tool && stored.result === 'create') return refuseRow(stored, EXISTS_BY_NOW, tool);
  const planned = tool
    ? planChange(tool, fields, { countedFrom: stored.countedFrom, isOrdered: ordered.has(tool.id) })
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

/** A row that is not written, with the reason. */
export function refuseRow(stored: StoredRow, reason: string, tool: ToolRow | null = null): DecidedRow {
  return { stored, outcome: 'refused', reason, tool, toolId: stored.toolId, plan: null, was: null, became: null };
}

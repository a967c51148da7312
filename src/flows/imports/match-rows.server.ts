import { sql } from 'drizzle-orm';
import { TOOL_COLUMNS, type ToolRow } from '#src/features/catalogue/tool/queries.server.ts';
import { tools } from '#src/features/catalogue/tool/tables.server.ts';
import type { ImportField } from '#src/features/imports/rules.ts';
import { importKeys } from '#src/features/imports/tables.server.ts';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { clipText } from '#src/shared/clip-text.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { addRowFault, type RowContext, type RowDraft } from './row-draft.server.ts';
import { listGtinForms } from './tool-cells.server.ts';

/**
 * Finds tools by SKU, ignoring case. A row without an SKU is matched by its GTIN. A row whose SKU and GTIN belong to
 * different products is a fault: only the owner knows which of them is meant.
 */
export async function matchTools(tx: Queryable, context: RowContext, drafts: readonly RowDraft[]): Promise<void> {
  const skus = drafts.flatMap(({ texts }) => (texts.sku ? [texts.sku.toLowerCase()] : []));
  const bySku = new Map(
    (skus.length > 0 ? await searchTools(tx, sql`lower(${tools.sku}) = any(${sql.param(skus)}::text[])`) : []).map(
      (tool) => [tool.sku.toLowerCase(), tool],
    ),
  );
  for (const draft of drafts) draft.tool = bySku.get(draft.texts.sku?.toLowerCase() ?? '') ?? null;
  const formsOf = ({ texts }: RowDraft) =>
    /^[\d\s-]{1,20}$/.test(texts.gtin ?? '') ? listGtinForms((texts.gtin ?? '').replaceAll(/\D/g, '')) : [];
  const forms = drafts.flatMap(formsOf);
  if (forms.length === 0) return;
  const byGtin = Map.groupBy(await searchTools(tx, sql`${tools.gtin} = any(${sql.param(forms)}::text[])`), ({ gtin }) =>
    toFullGtin(gtin ?? ''),
  );
  for (const draft of drafts) {
    const [form] = formsOf(draft);
    const found = form ? (byGtin.get(toFullGtin(form)) ?? []) : [];
    const [first] = found;
    if (!first) continue;
    if (draft.texts.sku) {
      if (found.some(({ id }) => id === draft.tool?.id)) continue;
      draft.isUnclear = true;
      addRowFault(draft, context, 'gtin', describeOtherProduct(draft.texts.sku, first));
    } else if (found.length > 1) {
      draft.isUnclear = true;
      addRowFault(draft, context, 'gtin', 'Several products have this GTIN. Please add the SKU of the right one.');
    } else {
      draft.tool = first;
    }
  }
}

function describeOtherProduct(sku: string, other: ToolRow): string {
  return `The SKU of this row is ${clipText(sku, 100)}, but its GTIN belongs to ${other.sku}, ${clipText(other.itemName, 100)}. Please correct one of the two.`;
}

/** The common form of all spellings of a GTIN: its longest one. */
export const toFullGtin = (gtin: string): string => gtin.padStart(14, '0');

function searchTools(tx: Queryable, where: ReturnType<typeof sql>): Promise<ToolRow[]> {
  return tx.select(TOOL_COLUMNS).from(tools).where(where);
}

/** A second row about the same product is a fault: nobody could say which one is right. */
export async function rejectRepeated(tx: Tx, context: RowContext, drafts: readonly RowDraft[]): Promise<void> {
  const entries = drafts.flatMap((draft) => listKeys(draft).map(([key, field]) => ({ key, field, draft })));
  if (entries.length === 0) return;
  const firsts = new Map<string, number>();
  for (const { key, draft } of entries) if (!firsts.has(key)) firsts.set(key, draft.row);
  const keys = [...firsts].map(([key, row]) => ({ key, row }));
  const { rows: inserted } = await tx.execute<{ key: string }>(sql`
    insert into ${importKeys} (import_id, key, row)
    select ${context.importId}, key, row from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as entry (key text, row integer)
    on conflict do nothing returning key`);
  const isNew = new Set(inserted.map(({ key }) => key));
  const repeated = keys.flatMap(({ key }) => (isNew.has(key) ? [] : [key]));
  if (repeated.length > 0) {
    const { rows } = await tx.execute<{ key: string; row: number }>(
      sql`select key, row from ${importKeys} where import_id = ${context.importId} and key = any(${sql.param(repeated)}::text[])`,
    );
    for (const { key, row } of rows) firsts.set(key, row);
  }
  for (const { key, field, draft } of entries) {
    const first = firsts.get(key) ?? draft.row;
    if (first !== draft.row && draft.faults.length === 0)
      addRowFault(
        draft,
        context,
        field,
        `Row ${formatCount(first)} has the same product. Please keep only one of them.`,
      );
  }
}

/** The keys that no second row may have, each with the field it comes from. */
function listKeys({ texts, tool }: RowDraft): [key: string, field: ImportField][] {
  const keys: [string, ImportField][] = [];
  if (texts.sku) keys.push([`sku:${texts.sku.toLowerCase()}`, 'sku']);
  if (tool) keys.push([`tool:${tool.id}`, texts.sku ? 'sku' : 'gtin']);
  else if (!texts.sku && texts.gtin) keys.push([`gtin:${toFullGtin(texts.gtin)}`, 'gtin']);
  if (texts.slug) keys.push([`slug:${texts.slug}`, 'slug']);
  return keys;
}

import { inArray, sql } from 'drizzle-orm';
import { listOrderedTools } from '#src/features/catalogue/bulk/queries.server.ts';
import { toStaffTool } from '#src/features/catalogue/tool/queries.server.ts';
import { formerSlugs, tools } from '#src/features/catalogue/tool/tables.server.ts';
import { IMPORT_FIELDS, type ImportField } from '#src/features/imports/rules.ts';
import type { importRows } from '#src/features/imports/tables.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { imageExists } from '#src/flows/images/image-exists.server.ts';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { forEachInTurns } from '#src/platform/long-work.server.ts';
import { clipText } from '#src/shared/clip-text.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { type CategoryTree, findNamedCategory, readCategoryTree } from './category-tree.server.ts';
import { matchTools, rejectRepeated, toFullGtin } from './match-rows.server.ts';
import type { ParsedCells, RowCells } from './parse-cells.server.ts';
import { listMissing, planChange, planCreate } from './plan-row.server.ts';
import { clipCell, listAfter, toField } from './preview-cells.server.ts';
import {
  addFault,
  addPropertyFault,
  addRowFault,
  addWarning,
  type RowContext,
  type RowDraft,
} from './row-draft.server.ts';
import { type CellNames, formatCell, toPlainText } from './tool-cells.server.ts';

export type CheckedRow = Omit<typeof importRows.$inferInsert, 'importId'>;

type ReadCells = (rows: readonly RowCells[]) => Promise<readonly ParsedCells[]>;

/** Computes the results of a batch of rows. Stores the keys by which they are found, and nothing else. */
export async function checkRows(
  tx: Tx,
  context: RowContext,
  drafts: readonly RowDraft[],
  readCells: ReadCells,
): Promise<CheckedRow[]> {
  await matchTools(tx, context, drafts);
  await rejectRepeated(tx, context, drafts);
  const tree = await readCategoryTree(tx);
  const skus = await listRelatedSkus(tx, drafts);
  const names = { skus, paths: tree.paths };
  const cells: RowCells[] = [];
  await forEachInTurns(drafts, (draft) => void cells.push(listDifferent(draft, names)));
  const parsed = await readCells(cells);
  for (const [at, draft] of drafts.entries()) noteParsed(draft, context, parsed[at]);
  for (const draft of drafts) resolveCategory(draft, context, tree);
  await resolveRelations(tx, context, drafts, skus);
  await checkPictures(context, drafts);
  await checkSlugs(tx, context, drafts);
  const becomeDrafts = drafts.flatMap(({ tool, fields }) =>
    tool?.state === 'on_sale' && fields.state === 'draft' ? [tool.id] : [],
  );
  const ordered = becomeDrafts.length > 0 ? await listOrderedTools(tx, becomeDrafts) : new Set<string>();
  const checked: CheckedRow[] = [];
  await forEachInTurns(drafts, (draft) => void checked.push(decide(draft, context, names, ordered)));
  return checked;
}

/** The SKUs of the related tools of the matched tools, by id. */
async function listRelatedSkus(tx: Queryable, drafts: readonly RowDraft[]): Promise<Map<string, string>> {
  const ids = new Set(
    drafts.flatMap(({ tool, texts }) =>
      tool && texts.relations !== undefined ? tool.relations.map(({ toolId }) => toolId) : [],
    ),
  );
  if (ids.size === 0) return new Map();
  const rows = await tx
    .select({ id: tools.id, sku: tools.sku })
    .from(tools)
    .where(inArray(tools.id, [...ids]));
  return new Map(rows.map(({ id, sku }) => [id, sku]));
}

/**
 * The cells that differ from the tool. An unedited export is therefore unchanged, whatever its values are. A stock that
 * equals the current one can still be an edit of the stock at the export.
 */
function listDifferent({ texts, tool, properties }: RowDraft, names: CellNames): RowCells {
  const wire = tool && toStaffTool(tool);
  const cells = IMPORT_FIELDS.flatMap((field) => {
    const text = texts[field];
    if (text === undefined) return [];
    const isCounted = field === 'quantity' && texts.exportedStock !== undefined;
    if (wire && !isCounted && text === toPlainText(formatCell(wire, field, names))) return [];
    if (field === 'gtin' && wire?.gtin && text !== '' && toFullGtin(wire.gtin) === toFullGtin(text)) return [];
    return [[field, text] as const];
  });
  return { cells, properties, own: properties.size > 0 ? (wire?.specifications ?? []) : [] };
}

function noteParsed(draft: RowDraft, context: RowContext, parsed: ParsedCells | undefined): void {
  const { tool } = draft;
  if (parsed) draft.fields = parsed.fields;
  for (const problem of parsed?.problems ?? []) {
    if ('field' in problem) addFault(draft, context, problem.field, problem.reason);
    else addPropertyFault(draft, context, problem.property, problem.reason);
  }
  // A tool that was found by its SKU keeps the spelling of its SKU.
  if (tool && draft.fields.sku?.toLowerCase() === tool.sku.toLowerCase()) draft.fields.sku = undefined;
}

/**
 * A category is named by its path or its name, and stored by id. One that does not exist yet is added when the row is
 * written.
 */
function resolveCategory(draft: RowDraft, context: RowContext, tree: CategoryTree): void {
  const { category } = draft.fields;
  if (category === undefined) return;
  const found = findNamedCategory(tree, category, draft.tool?.categoryId ?? null);
  if ('reason' in found) addFault(draft, context, 'category', found.reason);
  else Object.assign(draft.fields, found);
}

/** Related tools are named by SKU and stored by id. Adds the SKUs of those that exist. */
async function resolveRelations(
  tx: Queryable,
  context: RowContext,
  drafts: readonly RowDraft[],
  skus: Map<string, string>,
): Promise<void> {
  const named = drafts.flatMap(({ fields }) =>
    (fields.relations ?? []).flatMap((relation) => ('sku' in relation ? [relation.sku.toLowerCase()] : [])),
  );
  if (named.length === 0) return;
  const rows = await tx
    .select({ id: tools.id, sku: tools.sku })
    .from(tools)
    .where(sql`lower(${tools.sku}) = any(${sql.param(named)}::text[])`);
  for (const { id, sku } of rows) skus.set(id, sku);
  const ids = new Map(rows.map(({ id, sku }) => [sku.toLowerCase(), id]));
  for (const draft of drafts) {
    const found: { kind: 'replaced_by' | 'fits' | 'spare' | 'accessory'; toolId: string }[] = [];
    for (const relation of draft.fields.relations ?? []) {
      if (!('sku' in relation)) continue;
      const toolId = ids.get(relation.sku.toLowerCase());
      const isRepeated = found.some((other) => other.kind === relation.kind && other.toolId === toolId);
      const reason = !toolId
        ? `No product has the SKU ${relation.sku} yet. Please import that product first, and then import this column again.`
        : toolId === draft.tool?.id
          ? 'A product cannot be related to itself. Please name another one.'
          : isRepeated
            ? 'The same product is listed twice. Please list it only once.'
            : null;
      if (reason) addFault(draft, context, 'relations', reason);
      else if (toolId) found.push({ kind: relation.kind, toolId });
    }
    if (draft.fields.relations) draft.fields.relations = found;
  }
}

async function checkPictures(context: RowContext, drafts: readonly RowDraft[]): Promise<void> {
  const known = new Map<string, Promise<boolean>>();
  for (const draft of drafts) {
    for (const address of draft.fields.pictures ?? []) {
      const exists = known.get(address) ?? imageExists(context.db as AppContext['db'], address);
      known.set(address, exists);
      if (!(await exists))
        addFault(
          draft,
          context,
          'pictures',
          `There is no picture at ${clipText(address, 100)}. Please upload it first.`,
        );
    }
  }
}

async function checkSlugs(tx: Queryable, context: RowContext, drafts: readonly RowDraft[]): Promise<void> {
  const slugs = drafts.flatMap(({ fields }) => (fields.slug ? [fields.slug] : []));
  if (slugs.length === 0) return;
  const wanted = sql.param(slugs);
  const { rows } = await tx.execute<{ slug: string; owner: string }>(sql`
    select slug, id as owner from ${tools} where slug = any(${wanted}::text[])
    union all select slug, tool_id from ${formerSlugs} where slug = any(${wanted}::text[])`);
  const owners = new Map(rows.map(({ slug, owner }) => [slug, owner]));
  for (const draft of drafts) {
    const owner = owners.get(draft.fields.slug ?? '');
    if (owner && owner !== draft.tool?.id)
      addFault(draft, context, 'slug', 'Another product has this address. Please choose another one.');
  }
}

/**
 * A row with other faults is not planned, but what it lacks as a new product is reported with them: otherwise it would
 * come up only after they are corrected, and be counted for fewer rows than lack it. A cell that cannot be read has a
 * fault of its own.
 */
function noteMissing(draft: RowDraft, context: RowContext): void {
  if (draft.tool || draft.isUnclear || draft.faults.length === 0) return;
  const missing = listMissing({ minOrderQuantity: context.newMinimumOrder, ...draft.fields });
  for (const [name, reason] of Object.entries(missing)) {
    const field = name as ImportField;
    if (!draft.texts[field]) addRowFault(draft, context, field, reason);
  }
}

/**
 * Plans a row. A value that does not fit to the others is left out where the admin wants that, and the row is planned
 * again without it. Null if the row has faults.
 */
function planRow(draft: RowDraft, context: RowContext, countedFrom: number, ordered: ReadonlySet<string>) {
  const { tool } = draft;
  noteMissing(draft, context);
  while (draft.faults.length === 0) {
    const { exportedStock: _, ...fields } = draft.fields;
    if (!tool) fields.minOrderQuantity ??= context.newMinimumOrder;
    const planned = tool
      ? planChange(tool, fields, { countedFrom, isOrdered: ordered.has(tool.id) })
      : planCreate(fields);
    if (!('errors' in planned)) return { fields, plan: planned.plan };
    for (const [name, reason] of Object.entries(planned.errors)) {
      // Half a maker is reported at the half that the file has, which can be left out.
      const field = (name === 'makerAddress' && fields.makerName ? 'makerName' : name) as ImportField;
      const isGiven = (fields as Record<string, unknown>)[field] !== undefined;
      if (isGiven) addFault(draft, context, field, reason);
      else addRowFault(draft, context, field, reason);
    }
  }
  return null;
}

/**
 * The same edited export twice counts its difference twice. Whether it was imported before cannot be known for certain:
 * sales may have led to the same stock.
 */
function noteRepeatedStock(draft: RowDraft, context: RowContext): void {
  const { quantity, exportedStock } = draft.fields;
  if (quantity === undefined || exportedStock === undefined) return;
  if (quantity === exportedStock || quantity !== draft.tool?.available) return;
  const reason = `The stock is already ${formatCount(quantity)}: this file may have been imported before.`;
  addWarning(draft, context, 'quantity', reason);
}

const REMOVED = 'This cell is blank, so the import removes what the product has now.';

function decide(draft: RowDraft, context: RowContext, names: CellNames, ordered: ReadonlySet<string>): CheckedRow {
  const { row, tool, texts, warnings } = draft;
  // Whoever edits an export has seen the stock at that time, and pieces that were sold since must not come back.
  const countedFrom = draft.fields.exportedStock ?? tool?.available ?? 0;
  const planned = planRow(draft, context, countedFrom, ordered);
  const name = tool?.itemName ?? draft.fields.itemName ?? texts.itemName ?? '';
  const common = {
    row,
    toolId: tool?.id ?? null,
    sku: tool?.sku ?? clipText(texts.sku ?? '', 100),
    name: clipText(name, 200),
    countedFrom,
    warnings,
  };
  if (!planned) return { ...common, result: 'fault', faults: draft.faults };
  const { fields } = planned;
  if (!tool)
    return {
      ...common,
      result: 'create',
      fields: { ...fields },
      after: listAfter(draft, Object.keys(fields).map(toField), planned.plan, names),
    };
  const { changed } = planned.plan;
  if (changed.length === 0) return { ...common, warnings: [], result: 'unchanged' };
  const wire = toStaffTool(tool);
  const before = Object.fromEntries(changed.map((field) => [field, clipCell(formatCell(wire, field, names))]));
  const after = listAfter(draft, changed, planned.plan, names);
  noteRepeatedStock(draft, context);
  for (const field of changed) if (after[field] === '') addWarning(draft, context, field, REMOVED);
  return {
    ...common,
    result: 'change',
    fields: Object.fromEntries(Object.entries(fields).filter(([field]) => changed.includes(toField(field)))),
    before,
    after,
  };
}

import { inArray, sql } from 'drizzle-orm';
import { listOrderedTools } from '#src/features/catalogue/bulk-queries.server.ts';
import { TOOL_FIELDS, type ToolRow, toWireTool } from '#src/features/catalogue/queries.server.ts';
import { formerSlugs, tools } from '#src/features/catalogue/tables.server.ts';
import { FIELD_NAMES } from '#src/features/imports/field-names.ts';
import { unescapeFormula } from '#src/features/imports/formula-cells.ts';
import type { FileRecord } from '#src/features/imports/read-records.server.ts';
import {
  type CellFault,
  type CellTexts,
  type DecimalMark,
  IMPORT_FIELDS,
  type ImportColumn,
  type ImportField,
} from '#src/features/imports/rules.ts';
import { importKeys, type importRows } from '#src/features/imports/tables.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { imageExists } from '#src/flows/images/image-exists.server.ts';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { forEachInTurns } from '#src/platform/long-work.server.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { type CategoryTree, findNamedCategory, readCategoryTree } from './category-tree.server.ts';
import { planChange, planCreate } from './plan-row.server.ts';
import {
  type CellNames,
  formatCell,
  type ImportFields,
  listGtinForms,
  parseCell,
  toPlainText,
} from './tool-cells.server.ts';

export interface RowContext {
  db: Queryable;
  importId: string;
  columns: readonly ImportColumn[];
  decimal: DecimalMark;
}

export type CheckedRow = Omit<typeof importRows.$inferInsert, 'importId'>;

/** A row on its way: the texts of its cells by field, the tool that it is about, and what is wrong. */
interface Draft {
  row: number;
  texts: CellTexts;
  tool: ToolRow | null;
  fields: ImportFields;
  faults: CellFault[];
}

/** What becomes of a batch of rows. Stores the keys that they are found by, and nothing else. */
export async function checkRows(tx: Tx, context: RowContext, records: readonly FileRecord[]): Promise<CheckedRow[]> {
  const drafts = records.map((record) => toDraft(record, context));
  await matchTools(tx, context, drafts);
  await rejectRepeated(tx, context, drafts);
  const tree = await readCategoryTree(tx);
  const names = { skus: await listRelatedSkus(tx, drafts), paths: tree.paths };
  await forEachInTurns(drafts, (draft) => parseCells(draft, context, names));
  for (const draft of drafts) resolveCategory(draft, context, tree);
  await resolveRelations(tx, context, drafts);
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

function toDraft({ row, cells }: FileRecord, { columns }: RowContext): Draft {
  const texts: CellTexts = {};
  for (const [at, { field }] of columns.entries()) {
    const cell = cells[at];
    // A row that ends early says nothing of the columns after it.
    if (field && cell !== undefined) texts[field] = toPlainText(unescapeFormula(cell));
  }
  const faults: CellFault[] = cells.slice(columns.length).some((cell) => cell.trim() !== '')
    ? [
        {
          column: '',
          value: '',
          reason: `This row has ${cells.length} cells, and only ${columns.length} columns have a name. Please check its separators and quotes.`,
        },
      ]
    : [];
  return { row, texts, tool: null, fields: {}, faults };
}

/** By SKU, whatever its case; by GTIN where no tool has that SKU. */
async function matchTools(tx: Queryable, context: RowContext, drafts: readonly Draft[]): Promise<void> {
  const skus = drafts.flatMap(({ texts }) => (texts.sku ? [texts.sku.toLowerCase()] : []));
  const bySku = new Map(
    (skus.length > 0 ? await searchTools(tx, sql`lower(${tools.sku}) = any(${sql.param(skus)}::text[])`) : []).map(
      (tool) => [tool.sku.toLowerCase(), tool],
    ),
  );
  for (const draft of drafts) draft.tool = bySku.get(draft.texts.sku?.toLowerCase() ?? '') ?? null;
  const formsOf = ({ texts, tool }: Draft) =>
    tool || !/^[\d\s-]{1,20}$/.test(texts.gtin ?? '') ? [] : listGtinForms((texts.gtin ?? '').replaceAll(/\D/g, ''));
  const forms = drafts.flatMap(formsOf);
  if (forms.length === 0) return;
  const byGtin = Map.groupBy(await searchTools(tx, sql`${tools.gtin} = any(${sql.param(forms)}::text[])`), ({ gtin }) =>
    toFullGtin(gtin ?? ''),
  );
  for (const draft of drafts) {
    const [form = ''] = formsOf(draft);
    const found = form ? (byGtin.get(toFullGtin(form)) ?? []) : [];
    if (found.length > 1)
      addFault(
        draft,
        context,
        'gtin',
        'Several products have this GTIN. Please give the SKU of the one that is meant.',
      );
    draft.tool = draft.tool ?? found[0] ?? null;
  }
}

const toFullGtin = (gtin: string) => gtin.padStart(14, '0');

function searchTools(tx: Queryable, where: ReturnType<typeof sql>): Promise<ToolRow[]> {
  return tx.select(TOOL_FIELDS).from(tools).where(where);
}

/** A second row about the same product is a fault: nobody could say which one holds. */
async function rejectRepeated(tx: Tx, context: RowContext, drafts: readonly Draft[]): Promise<void> {
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
      addFault(draft, context, field, `Row ${formatCount(first)} is about the same product. Please keep one of them.`);
  }
}

/** What no second row may have, with the field that says it. */
function listKeys({ texts, tool }: Draft): [key: string, field: ImportField][] {
  const keys: [string, ImportField][] = [];
  if (texts.sku) keys.push([`sku:${texts.sku.toLowerCase()}`, 'sku']);
  if (tool) keys.push([`tool:${tool.id}`, texts.sku ? 'sku' : 'gtin']);
  else if (!texts.sku && texts.gtin) keys.push([`gtin:${toFullGtin(texts.gtin)}`, 'gtin']);
  if (texts.slug) keys.push([`slug:${texts.slug}`, 'slug']);
  return keys;
}

/** The SKUs of the tools that the matched tools name, by id. */
async function listRelatedSkus(tx: Queryable, drafts: readonly Draft[]): Promise<Map<string, string>> {
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

/** Reads the cells that differ from the tool. So an export comes back as unchanged, whatever its values are. */
function parseCells(draft: Draft, context: RowContext, names: CellNames): void {
  const { texts, tool } = draft;
  const wire = tool && toWireTool(tool);
  for (const field of IMPORT_FIELDS) {
    const text = texts[field];
    if (text === undefined) continue;
    if (wire && text === toPlainText(formatCell(wire, field, names))) continue;
    if (field === 'gtin' && wire?.gtin && text !== '' && toFullGtin(wire.gtin) === toFullGtin(text)) continue;
    const parsed = parseCell(field, text, context.decimal);
    if (parsed && 'reason' in parsed) addFault(draft, context, field, parsed.reason);
    else if (parsed) Object.assign(draft.fields, { [field]: parsed.value });
  }
  // A tool that was found by its SKU keeps the spelling it has.
  if (tool && draft.fields.sku?.toLowerCase() === tool.sku.toLowerCase()) draft.fields.sku = undefined;
}

/** A category is named by its path, or its name, and stored by id. What is not there yet is added when it is written. */
function resolveCategory(draft: Draft, context: RowContext, tree: CategoryTree): void {
  const { category } = draft.fields;
  if (category === undefined) return;
  const found = findNamedCategory(tree, category, draft.tool?.categoryId ?? null);
  if ('reason' in found) addFault(draft, context, 'category', found.reason);
  else Object.assign(draft.fields, found);
}

/** Related tools are named by SKU and stored by id. */
async function resolveRelations(tx: Queryable, context: RowContext, drafts: readonly Draft[]): Promise<void> {
  const named = drafts.flatMap(({ fields }) =>
    (fields.relations ?? []).flatMap((relation) => ('sku' in relation ? [relation.sku.toLowerCase()] : [])),
  );
  if (named.length === 0) return;
  const rows = await tx
    .select({ id: tools.id, sku: sql<string>`lower(${tools.sku})` })
    .from(tools)
    .where(sql`lower(${tools.sku}) = any(${sql.param(named)}::text[])`);
  const ids = new Map(rows.map(({ id, sku }) => [sku, id]));
  for (const draft of drafts) {
    const found: { kind: 'replaced_by' | 'fits' | 'spare' | 'accessory'; toolId: string }[] = [];
    for (const relation of draft.fields.relations ?? []) {
      if (!('sku' in relation)) continue;
      const toolId = ids.get(relation.sku.toLowerCase());
      const isRepeated = found.some((other) => other.kind === relation.kind && other.toolId === toolId);
      const reason = !toolId
        ? `No product has the SKU ${relation.sku} yet. Please import that one first, and this column again after it.`
        : toolId === draft.tool?.id
          ? 'A product cannot be related to itself. Please name another one.'
          : isRepeated
            ? 'The same product is named twice. Please name it once.'
            : null;
      if (reason) addFault(draft, context, 'relations', reason);
      else if (toolId) found.push({ kind: relation.kind, toolId });
    }
    if (draft.fields.relations) draft.fields.relations = found;
  }
}

async function checkPictures(context: RowContext, drafts: readonly Draft[]): Promise<void> {
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
          `There is no picture at ${address.slice(0, 100)}. Please upload it first.`,
        );
    }
  }
}

async function checkSlugs(tx: Queryable, context: RowContext, drafts: readonly Draft[]): Promise<void> {
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

function decide(draft: Draft, context: RowContext, names: CellNames, ordered: ReadonlySet<string>): CheckedRow {
  const { row, tool, fields, texts } = draft;
  const countedFrom = tool?.available ?? 0;
  const planned =
    draft.faults.length > 0
      ? null
      : tool
        ? planChange(tool, fields, { countedFrom, isOrdered: ordered.has(tool.id) })
        : planCreate(fields);
  if (planned && 'errors' in planned)
    for (const [field, reason] of Object.entries(planned.errors))
      addFault(draft, context, field as ImportField, reason);
  const name = tool?.itemName ?? fields.itemName ?? texts.itemName ?? '';
  const common = {
    row,
    toolId: tool?.id ?? null,
    sku: tool?.sku ?? texts.sku ?? '',
    name: name.slice(0, 200),
    countedFrom,
  };
  if (!planned || 'errors' in planned) return { ...common, result: 'fault', faults: draft.faults };
  if (!tool)
    return { ...common, result: 'create', fields: { ...fields }, after: listAfter(draft, Object.keys(fields)) };
  const { changed } = planned.plan;
  if (changed.length === 0) return { ...common, result: 'unchanged' };
  const wire = toWireTool(tool);
  return {
    ...common,
    result: 'change',
    fields: Object.fromEntries(
      Object.entries(fields).filter(([field]) =>
        changed.includes(field === 'categoryId' ? 'category' : (field as ImportField)),
      ),
    ),
    before: Object.fromEntries(changed.map((field) => [field, clip(formatCell(wire, field, names))])),
    after: listAfter(draft, changed),
  };
}

/** Values as an export writes them, where the file may write them otherwise. */
function listAfter({ fields, texts }: Draft, changed: readonly string[]): CellTexts {
  return Object.fromEntries(
    IMPORT_FIELDS.filter((field) => changed.includes(field)).map((field) => {
      if (field === 'category') return [field, clip(fields.category ?? '')];
      if (field === 'balance' && fields.balance !== undefined) return [field, Number(fields.balance).toFixed(2)];
      const value = fields[field];
      return [field, clip(typeof value === 'number' ? String(value) : (texts[field] ?? ''))];
    }),
  );
}

const clip = (text: string) => (text.length > 300 ? `${text.slice(0, 299)}…` : text);

function addFault(draft: Draft, { columns }: RowContext, field: ImportField, reason: string): void {
  const column = columns.find((one) => one.field === field)?.name ?? FIELD_NAMES[field];
  draft.faults.push({ column, value: (draft.texts[field] ?? '').slice(0, 200), reason });
}

import type { ToolRow } from '#src/features/catalogue/tool/queries.server.ts';
import { FIELD_NAMES, isExportColumn } from '#src/features/imports/field-names.ts';
import { completeCell } from '#src/features/imports/heading-units.ts';
import type { FileRecord } from '#src/features/imports/read-records.server.ts';
import {
  type CellFault,
  type CellTexts,
  type ImportColumn,
  type ImportField,
  isSkippable,
} from '#src/features/imports/rules.ts';
import { describeTextDamage } from '#src/features/imports/text-damage.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { unescapeFormula } from '#src/platform/formula-cells.ts';
import { clipText } from '#src/shared/clip-text.ts';
import type { PropertyCells } from './property-cells.server.ts';
import { type ImportFields, toPlainText } from './tool-cells.server.ts';

export interface RowContext {
  db: Queryable;
  importId: string;
  columns: readonly ImportColumn[];
  /** The names of columns whose values are left out where they cannot be read. */
  skipped: ReadonlySet<string>;
  newMinimumOrder: number | undefined;
}

/** A row in progress: the texts of its cells by field, its tool, and its faults. */
export interface RowDraft {
  row: number;
  texts: CellTexts;
  properties: PropertyCells;
  tool: ToolRow | null;
  /** Nobody can say which product the row means, so it is no new one either. */
  isUnclear: boolean;
  fields: ImportFields;
  faults: CellFault[];
  /** What the admin should know about a row that is imported all the same. */
  warnings: CellFault[];
}

/** Assigns the texts of a row to fields. A row that is too long has a fault. */
export function toDraft({ row, cells }: FileRecord, columns: readonly ImportColumn[]): RowDraft {
  const texts: CellTexts = {};
  const properties = new Map<string, string>();
  for (const [at, { name, field }] of columns.entries()) {
    const cell = cells[at];
    // A row that ends early says nothing about the columns after it.
    if (!field || cell === undefined) continue;
    const text = toPlainText(unescapeFormula(cell, { within: isExportColumn(name) }));
    if (field === 'specification') properties.set(name, text);
    else texts[field] = completeCell(text, name, field);
  }
  const faults: CellFault[] = cells.slice(columns.length).some((cell) => cell.trim() !== '')
    ? [
        {
          column: '',
          value: '',
          reason: `This row has ${cells.length} cells, but only ${columns.length} columns have a name. Please check its separators and quotes.`,
        },
      ]
    : [];
  const draft: RowDraft = { row, texts, properties, tool: null, isUnclear: false, fields: {}, faults, warnings: [] };
  noteDamage(draft, columns);
  for (const field of KEY_FIELDS) {
    if ((texts[field] ?? '').length <= MAX_KEY) continue;
    addRowFault(draft, { columns }, field, TOO_LONG_KEY);
    texts[field] = undefined;
    draft.isUnclear = true;
  }
  return draft;
}

/** The longest key by which rows are found. Indexes limit the length of a text, and no product has a longer one. */
const KEY_FIELDS = ['sku', 'gtin', 'slug'] as const;
const MAX_KEY = 100;
const TOO_LONG_KEY = `This cell can have at most ${MAX_KEY} characters. Please check the quotes and separators of this row.`;

/** The fields in which people read words. */
const WORDS: ReadonlySet<ImportField> = new Set([
  'itemName',
  'about',
  'category',
  'family',
  'specifications',
  'makerName',
]);

function noteDamage({ texts, properties, warnings }: RowDraft, columns: readonly ImportColumn[]): void {
  for (const { name, field } of columns) {
    const text =
      field === 'specification' ? properties.get(name) : field && WORDS.has(field) ? texts[field] : undefined;
    const reason = text ? describeTextDamage(text) : null;
    if (reason) warnings.push({ column: name, value: clipText(text ?? '', 200), reason });
  }
}

type Columns = Pick<RowContext, 'columns'>;

/** Adds a fault that is about the whole row, such as the tool that it means. `reason` says what to do. */
export function addRowFault(draft: RowDraft, context: Columns, field: ImportField, reason: string): void {
  draft.faults.push(describeFault(draft, context, field, reason));
}

/**
 * Adds a fault to the cell of a field, or leaves its value out if the admin wants that. `reason` is a sentence that says
 * what to do. Returns whether the value was left out.
 */
export function addFault(draft: RowDraft, context: RowContext, field: ImportField, reason: string): boolean {
  const fault = describeFault(draft, context, field, reason);
  // A row that only has a GTIN means no tool without it.
  const canSkip = isSkippable(field, { isNew: !draft.tool }) && (field !== 'gtin' || draft.texts.sku);
  const isSkipped = context.skipped.has(fault.column) && canSkip;
  if (!isSkipped) {
    draft.faults.push(fault);
    return false;
  }
  draft.warnings.push(toLeftOut(fault));
  for (const name of [field, ...(field === 'category' ? (['categoryId'] as const) : [])]) delete draft.fields[name];
  return true;
}

/** Tells the admin something about the cell of a field that is imported all the same. */
export function addWarning(draft: RowDraft, context: Columns, field: ImportField, reason: string): void {
  draft.warnings.push(describeFault(draft, context, field, reason));
}

export function addPropertyFault(draft: RowDraft, { skipped }: RowContext, column: string, reason: string): void {
  const fault = { column, value: clipText(draft.properties.get(column) ?? '', 200), reason };
  if (skipped.has(column)) draft.warnings.push(toLeftOut(fault));
  else draft.faults.push(fault);
}

const toLeftOut = (fault: CellFault): CellFault => ({ ...fault, reason: `Left out. ${fault.reason}` });

function describeFault({ texts }: RowDraft, { columns }: Columns, field: ImportField, reason: string): CellFault {
  const column = columns.find((one) => one.field === field)?.name ?? FIELD_NAMES[field];
  return { column, value: clipText(texts[field] ?? '', 200), reason };
}

import type { ToolRow } from '#src/features/catalogue/tool/queries.server.ts';
import { FIELD_NAMES, isExportColumn } from '#src/features/imports/field-names.ts';
import { completeCell } from '#src/features/imports/heading-units.ts';
import type { FileRecord } from '#src/features/imports/read-records.server.ts';
import type { CellFault, CellTexts, ImportColumn, ImportField } from '#src/features/imports/rules.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { unescapeFormula } from '#src/platform/formula-cells.ts';
import { clipText } from '#src/shared/clip-text.ts';
import type { PropertyCells } from './property-cells.server.ts';
import { type ImportFields, toPlainText } from './tool-cells.server.ts';

export interface RowContext {
  db: Queryable;
  importId: string;
  columns: readonly ImportColumn[];
}

/** A row in progress: the texts of its cells by field, its tool, and its faults. */
export interface RowDraft {
  row: number;
  texts: CellTexts;
  properties: PropertyCells;
  tool: ToolRow | null;
  fields: ImportFields;
  faults: CellFault[];
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
  const draft = { row, texts, properties, tool: null, fields: {}, faults };
  for (const field of KEY_FIELDS) {
    if ((texts[field] ?? '').length <= MAX_KEY) continue;
    addFault(draft, { columns }, field, TOO_LONG_KEY);
    texts[field] = undefined;
  }
  return draft;
}

/** The longest key by which rows are found. Indexes limit the length of a text, and no product has a longer one. */
const KEY_FIELDS = ['sku', 'gtin', 'slug'] as const;
const MAX_KEY = 100;
const TOO_LONG_KEY = `This cell can have at most ${MAX_KEY} characters. Please check the quotes and separators of this row.`;

/** Adds a fault to the cell of a field. `reason` is a sentence that says what to do. */
export function addFault(
  draft: RowDraft,
  { columns }: Pick<RowContext, 'columns'>,
  field: ImportField,
  reason: string,
): void {
  const column = columns.find((one) => one.field === field)?.name ?? FIELD_NAMES[field];
  draft.faults.push({ column, value: clipText(draft.texts[field] ?? '', 200), reason });
}

export function addPropertyFault(draft: RowDraft, column: string, reason: string): void {
  draft.faults.push({ column, value: clipText(draft.properties.get(column) ?? '', 200), reason });
}

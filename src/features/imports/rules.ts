import { PLAIN_FIELD_NAMES, type PlainField } from '#src/shared/tool-fields/plain-fields.ts';

/** What an import is doing, as the API says it. During its undo it is `importing` with the phase `undoing`. */
export const IMPORT_STATES = ['checking', 'ready', 'importing', 'done', 'failed', 'stopped', 'undone'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** The same as stored, which distinguishes an upload in progress and an undo in progress. */
export const STORED_IMPORT_STATES = [...IMPORT_STATES, 'uploading', 'undoing'] as const;
export type StoredImportState = (typeof STORED_IMPORT_STATES)[number];

export const ROW_RESULTS = ['create', 'change', 'unchanged', 'fault'] as const;
export type RowResult = (typeof ROW_RESULTS)[number];

/** What it did with the row. `left`: the row could not be undone any more. */
export const ROW_OUTCOMES = ['created', 'changed', 'unchanged', 'refused', 'undone', 'left'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

export const MAX_IMPORT_BYTES = 512 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 1_000_000;
/** The most bytes of one row with all its cells. No tool has as much text. */
export const MAX_ROW_BYTES = 256 * 1024;
export const MAX_COLUMNS = 200;
/** The most imports that are neither confirmed nor deleted: for one admin, and for all together. */
export const MAX_OPEN_IMPORTS = 20;
export const MAX_OPEN_IMPORTS_IN_ALL = 100;
/**
 * The most bytes in the database of imports that are not over: their files and the results of their checks. Only the
 * faults of other imports count.
 */
export const MAX_STORED_BYTES = 2 * 1024 ** 3;
export const MAX_STORED_BYTES_IN_ALL = 8 * 1024 ** 3;
/** The most bytes that one check may store: a file with a few bytes per cell can have a fault in each cell. */
export const MAX_CHECK_BYTES = 1024 ** 3;
/**
 * The most bytes of faults of an import that is over. If there are more, they are deleted after `OPEN_DAYS`, else after
 * `UNDO_DAYS`.
 */
export const MAX_KEPT_FAULT_BYTES = 16 * 1024 ** 2;
/** The most faults in the response of one call. All of them are available as CSV. */
export const MAX_SENT_FAULTS = 200;
/** For how many days an import can be undone. One that nobody has confirmed is deleted sooner. */
export const UNDO_DAYS = 90;
export const OPEN_DAYS = 7;

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

export const DECIMAL_MARKS = ['.', ','] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

export interface FileFormat {
  encoding: Encoding;
  separator: Separator;
  decimal: DecimalMark;
  /** The row that names the columns, from 1. The rows above it are a title. */
  headerRow: number;
}

const FIRST_FIELDS = [
  'sku',
  'gtin',
  'itemName',
  'about',
  'balance',
  'quantity',
  'exportedStock',
  'minOrderQuantity',
  'packMultiple',
  'maxOrderQuantity',
  'reorderLevel',
  'volumePrices',
  'state',
  'category',
  'family',
  'specifications',
  'weight',
  'size',
  'pictures',
  'relations',
  'makerName',
  'makerAddress',
] as const;

export type ImportField = (typeof FIRST_FIELDS)[number] | PlainField | 'slug';

const hasPlace = (name: ImportField) => FIRST_FIELDS.some((first) => first === name);

/**
 * The fields of a tool that a column can stand for, in the order of an export. A plain field without a place of its own
 * comes late. `exportedStock` is no field of a tool, but its stock when the file was exported: see `decide`.
 */
export const IMPORT_FIELDS: readonly ImportField[] = [
  ...FIRST_FIELDS,
  ...PLAIN_FIELD_NAMES.filter((name) => !hasPlace(name)),
  'slug',
];

/**
 * What a column stands for: a field, or a specification with the name of the column. Several columns can be
 * specifications.
 */
export type ColumnMeaning = ImportField | 'specification';
export const COLUMN_MEANINGS: readonly ColumnMeaning[] = [...IMPORT_FIELDS, 'specification'];

/** A new tool needs these fields. */
export const REQUIRED_FIELDS = ['itemName', 'balance', 'minOrderQuantity'] as const satisfies readonly ImportField[];

/**
 * Fields without which a row means nothing or something else: a value of theirs that cannot be read is never left out.
 * Without its stock at the export, a row would put sold pieces back.
 */
const NEVER_SKIPPED: readonly ColumnMeaning[] = ['sku', 'exportedStock'];

/**
 * Whether a row may be imported without a value of this field that cannot be read. A product that exists keeps its own
 * value, but a new one would lack what it needs.
 */
export const isSkippable = (field: ColumnMeaning, { isNew }: { isNew: boolean }): boolean =>
  !NEVER_SKIPPED.includes(field) && !(isNew && REQUIRED_FIELDS.some((required) => required === field));

/** A column of a file: its name, what it stands for (null: nothing), and a few of its values. */
export interface ImportColumn {
  name: string;
  field: ColumnMeaning | null;
  samples: string[];
}

export interface CellFault {
  column: string;
  value: string;
  reason: string;
}

export type CellTexts = { [Field in ImportField]?: string | undefined };

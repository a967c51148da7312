import { decodeText } from '#src/features/imports/decode-text.server.ts';
import {
  detectDecimalMark,
  detectHeaderRow,
  detectSeparator,
  hashNames,
} from '#src/features/imports/detect-format.server.ts';
import { guessFields, isExportColumn } from '#src/features/imports/field-names.ts';
import { advanceImport, getMapping, readPieces } from '#src/features/imports/queries.server.ts';
import { type FileRecord, readRecords } from '#src/features/imports/read-records.server.ts';
import type { ColumnMeaning, FileFormat, ImportColumn, Separator } from '#src/features/imports/rules.ts';
import type { ImportRow } from '#src/features/imports/tables.server.ts';
import { UnreadableFile } from '#src/features/imports/unreadable-file.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { unescapeFormula } from '#src/platform/formula-cells.ts';
import { clipText } from '#src/shared/clip-text.ts';
import { listSpecificationNames } from './property-cells.server.ts';

/** Rows that tell what the columns hold. */
const SAMPLE_ROWS = 200;
const SAMPLE_TEXT = 64 * 1024;
const SAMPLES = 3;
/** So much of a cell tells what it holds, and is shown. */
const MAX_CELL = 100;

/** The rows of the file of an import. */
export const readFile = (
  db: AppContext['db'],
  id: string,
  { encoding, separator }: Omit<FileFormat, 'decimal' | 'headerRow'>,
) => readRecords(decodeText(readPieces(db, id), encoding), separator);

/**
 * How the file is written and what its columns stand for: as wanted, else as last time, else as it looks. Where it cannot be
 * read, what was tried is stored, so that an admin can say otherwise.
 */
export async function readHead(
  db: AppContext['db'],
  job: ImportRow,
): Promise<{ format: FileFormat; columns: ImportColumn[] }> {
  const { fields: _, ...wanted } = job.wanted;
  const encoding = job.detected as FileFormat['encoding'];
  const tried: FileFormat = { encoding, separator: ',', decimal: '.', headerRow: 1, ...wanted };
  try {
    tried.separator = wanted.separator ?? detectSeparator(await readBeginning(db, job.id, tried.encoding));
    return await readColumns(db, job, tried);
  } catch (error) {
    if (error instanceof UnreadableFile) await advanceImport(db, job, { format: tried, columns: [] });
    throw error;
  }
}

async function readColumns(
  db: AppContext['db'],
  { id, wanted }: ImportRow,
  { encoding, separator }: Pick<FileFormat, 'encoding' | 'separator'>,
): Promise<{ format: FileFormat; columns: ImportColumn[] }> {
  const records = await readSample(db, id, { encoding, separator });
  const headerRow = wanted.headerRow ?? detectHeaderRow(records);
  const header = records.find(({ row }) => row === headerRow)?.cells ?? [];
  const width = header.findLastIndex((cell) => cell !== '') + 1;
  // An admin says by these names what columns stand for, and they are remembered by them.
  const names = header.slice(0, width).map((name, at) => name || `Column ${at + 1}`);
  const remembered = await getMapping(db, hashNames(names));
  const fields = await pickFields(db, names, wanted.fields ?? remembered);
  const below = records.filter(({ row }) => row > headerRow);
  const columns = names.map((name, at) => ({
    name,
    field: fields[at] ?? null,
    samples: below.flatMap(({ cells }) => cells[at] || []).slice(0, SAMPLES),
  }));
  const prices = columns.findIndex(({ field }) => field === 'balance');
  const decimal =
    wanted.decimal ?? detectDecimalMark(prices < 0 ? [] : below.map(({ cells }) => cells[prices] ?? ''), separator);
  return { format: { encoding, separator, decimal, headerRow }, columns };
}

async function pickFields(
  db: AppContext['db'],
  names: readonly string[],
  fields: readonly (ColumnMeaning | null)[] | null,
): Promise<(ColumnMeaning | null)[]> {
  const known = fields?.length === names.length ? null : await listSpecificationNames(db);
  // A column that an export names is never a property, though a product may have one of that name.
  const isProperty = (name = '') => known?.has(name) && !isExportColumn(name);
  const picked = known
    ? guessFields(names).map((field, at) => field ?? (isProperty(names[at]) ? 'specification' : null))
    : [...(fields ?? [])];
  // A product has one value of a name: that of the first column.
  return picked.map((field, at) => (field === 'specification' && isRepeated(names, at) ? null : field));
}

const isRepeated = (names: readonly string[], at: number) =>
  names.findIndex((name) => name.toLowerCase() === names[at]?.toLowerCase()) < at;

async function readBeginning(db: AppContext['db'], id: string, encoding: FileFormat['encoding']): Promise<string> {
  let text = '';
  for await (const slice of decodeText(readPieces(db, id), encoding)) {
    text += slice;
    if (text.length >= SAMPLE_TEXT) break;
  }
  return text;
}

const readSample = (
  db: AppContext['db'],
  id: string,
  how: { encoding: FileFormat['encoding']; separator: Separator },
): Promise<FileRecord[]> => takeSample(readFile(db, id, how));

/** The first rows, with the beginnings of their cells as they are shown: a file may have rows of a quarter of a megabyte. */
export async function takeSample(rows: AsyncIterable<FileRecord>): Promise<FileRecord[]> {
  const records: FileRecord[] = [];
  for await (const { row, cells } of rows) {
    records.push({ row, cells: cells.map((cell) => copyText(clipText(unescapeFormula(cell).trim(), MAX_CELL))) });
    if (records.length === SAMPLE_ROWS) break;
  }
  return records;
}

/** A part of a text keeps the whole of it in memory; a copy does not. */
const copyText = (text: string): string => Buffer.from(text).toString();

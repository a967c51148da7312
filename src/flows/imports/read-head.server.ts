import { decodeText } from '#src/features/imports/decode-text.server.ts';
import {
  detectDecimalMark,
  detectHeaderRow,
  detectSeparator,
  hashNames,
} from '#src/features/imports/detect-format.server.ts';
import { guessFields } from '#src/features/imports/field-names.ts';
import { unescapeFormula } from '#src/features/imports/formula-cells.ts';
import { advanceImport, getMapping, readPieces } from '#src/features/imports/queries.server.ts';
import { type FileRecord, readRecords } from '#src/features/imports/read-records.server.ts';
import type { ColumnMeaning, FileFormat, ImportColumn, Separator } from '#src/features/imports/rules.ts';
import type { ImportRow } from '#src/features/imports/tables.server.ts';
import { UnreadableFile } from '#src/features/imports/unreadable-file.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { clipText } from '#src/shared/clip-text.ts';
import { listSpecificationNames } from './property-cells.server.ts';

/** Rows that tell what the columns hold. */
const SAMPLE_ROWS = 200;
const SAMPLE_TEXT = 64 * 1024;
const SAMPLES = 3;

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
  const header = records.find(({ row }) => row === headerRow)?.cells.map((cell) => unescapeFormula(cell).trim()) ?? [];
  while (header.at(-1) === '') header.pop();
  const remembered = await getMapping(db, hashNames(header));
  const fields = await pickFields(db, header, wanted.fields ?? remembered);
  const below = records.filter(({ row }) => row > headerRow);
  const columns = header.map((name, at) => ({
    name: clipText(name, 100) || `Column ${at + 1}`,
    field: fields[at] ?? null,
    samples: below
      .flatMap(({ cells }) => (cells[at]?.trim() ? [clipText(unescapeFormula(cells[at]).trim(), 100)] : []))
      .slice(0, SAMPLES),
  }));
  const prices = columns.findIndex(({ field }) => field === 'balance');
  const decimal =
    wanted.decimal ?? detectDecimalMark(prices < 0 ? [] : below.map(({ cells }) => cells[prices] ?? ''), separator);
  return { format: { encoding, separator, decimal, headerRow }, columns };
}

async function pickFields(
  db: AppContext['db'],
  header: readonly string[],
  fields: readonly (ColumnMeaning | null)[] | null,
): Promise<(ColumnMeaning | null)[]> {
  const known = fields?.length === header.length ? null : await listSpecificationNames(db);
  const picked = known
    ? guessFields(header).map((field, at) => field ?? (known.has(header[at] ?? '') ? 'specification' : null))
    : [...(fields ?? [])];
  // A product has one value of a name: that of the first column.
  return picked.map((field, at) => (field === 'specification' && isRepeated(header, at) ? null : field));
}

const isRepeated = (header: readonly string[], at: number) =>
  header.findIndex((name) => name.toLowerCase() === header[at]?.toLowerCase()) < at;

async function readBeginning(db: AppContext['db'], id: string, encoding: FileFormat['encoding']): Promise<string> {
  let text = '';
  for await (const slice of decodeText(readPieces(db, id), encoding)) {
    text += slice;
    if (text.length >= SAMPLE_TEXT) break;
  }
  return text;
}

async function readSample(
  db: AppContext['db'],
  id: string,
  how: { encoding: FileFormat['encoding']; separator: Separator },
): Promise<FileRecord[]> {
  const records: FileRecord[] = [];
  for await (const record of readFile(db, id, how)) {
    records.push(record);
    if (records.length === SAMPLE_ROWS) break;
  }
  return records;
}

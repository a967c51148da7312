import { sql } from 'drizzle-orm';
import { tools } from '#src/features/catalogue/tool/tables.server.ts';
import { detectDecimalMark, detectHeaderRow, hashNames } from '#src/features/imports/detect-format.server.ts';
import { guessFields, isExportColumn, REASON_COLUMN } from '#src/features/imports/field-names.ts';
import { advanceImport, getMapping } from '#src/features/imports/queries.server.ts';
import type { ColumnMeaning, FileFormat, ImportColumn } from '#src/features/imports/rules.ts';
import type { ImportRow } from '#src/features/imports/tables.server.ts';
import { UnreadableFile } from '#src/features/imports/unreadable-file.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { FileReading } from './file-reader.server.ts';

/** The number of sample values per column. */
const SAMPLES = 3;

/** How many tools are read to find the known names of specifications. */
const KNOWN_TOOLS = 2_000;

/**
 * Determines how the file is written and what its columns stand for: as an admin said, else as last time, else by
 * detection. If the file cannot be read, the attempted format is stored, so that an admin can correct it.
 */
export async function readHead(
  db: AppContext['db'],
  job: ImportRow,
  file: FileReading,
): Promise<{ format: FileFormat; columns: ImportColumn[] }> {
  const { fields: _, ...wanted } = job.wanted;
  const encoding = job.detected as FileFormat['encoding'];
  const tried: FileFormat = { encoding, separator: ',', decimal: '.', headerRow: 1, ...wanted };
  try {
    tried.separator = wanted.separator ?? (await file.ask('separator', { encoding: tried.encoding }));
    return await readColumns(db, job, file, tried);
  } catch (error) {
    if (error instanceof UnreadableFile) await advanceImport(db, job, { format: tried, columns: [] });
    throw error;
  }
}

async function readColumns(
  db: AppContext['db'],
  { wanted }: ImportRow,
  file: FileReading,
  { encoding, separator }: Pick<FileFormat, 'encoding' | 'separator'>,
): Promise<{ format: FileFormat; columns: ImportColumn[] }> {
  const records = await file.ask('sample', { encoding, separator });
  const headerRow = wanted.headerRow ?? detectHeaderRow(records);
  const header = records.find(({ row }) => row === headerRow)?.cells ?? [];
  const width = header.findLastIndex((cell) => cell !== '') + 1;
  // An admin assigns meanings to columns by these names, and the names identify them next time.
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
  const corrected = names.at(-1) === REASON_COLUMN && fields?.length === names.length - 1;
  if (corrected) return [...fields, null];
  const known = fields?.length === names.length ? null : await listSpecificationNames(db);
  // A column with a name from an export is never a property, even if a product has a property with that name.
  const isProperty = (name = '') => known?.has(name) && !isExportColumn(name);
  const picked = known
    ? guessFields(names).map((field, at) => field ?? (isProperty(names[at]) ? 'specification' : null))
    : [...(fields ?? [])];
  // A product has only one value per name: that of the first column.
  return picked.map((field, at) => (field === 'specification' && isRepeated(names, at) ? null : field));
}

const isRepeated = (names: readonly string[], at: number) =>
  names.findIndex((name) => name.toLowerCase() === names[at]?.toLowerCase()) < at;

/**
 * The names of specifications in the shop, from its newest tools. A column with such a name is a specification without
 * being asked about.
 */
async function listSpecificationNames(db: AppContext['db']): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct row ->> 'name' as name
    from (select specifications from ${tools} order by seq desc limit ${KNOWN_TOOLS}) newest, jsonb_array_elements(specifications) row`);
  return new Set(rows.map(({ name }) => name));
}

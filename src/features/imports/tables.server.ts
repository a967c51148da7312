import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { Person } from '#src/platform/audit/audit-events.server.ts';
import { bytea } from '#src/platform/bytea.server.ts';
import type { ImportIssue } from './import-issues.ts';
import {
  type CellFault,
  type CellTexts,
  type ColumnMeaning,
  type FileFormat,
  type ImportColumn,
  ROW_OUTCOMES,
  ROW_RESULTS,
  STORED_IMPORT_STATES,
} from './rules.ts';

/** The format that an admin wants for a check, beyond what is detected. */
export interface WantedFormat extends Partial<FileFormat> {
  /** In the order of the columns. */
  fields?: (ColumnMeaning | null)[];
  /** The names of columns whose values are left out where they cannot be read. */
  skipUnreadable?: string[];
  /** The minimum order of new tools for which the file has none. */
  newMinimumOrder?: number;
}

/** A CSV file of tools, with what the import has done. A row is the job of its worker. */
export const imports = pgTable(
  'imports',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    state: text({ enum: STORED_IMPORT_STATES }).notNull().default('uploading'),
    fileName: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    /** The admin's address. */
    madeBy: text().notNull(),
    madeAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The encoding that its bytes suggest. */
    detected: text(),
    wanted: jsonb().$type<WantedFormat>().notNull().default({}),
    format: jsonb().$type<FileFormat>(),
    columns: jsonb().$type<ImportColumn[]>().notNull().default([]),
    rows: integer().notNull().default(0),
    creates: integer().notNull().default(0),
    changes: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    faultRows: integer().notNull().default(0),
    faultCount: integer().notNull().default(0),
    issues: jsonb().$type<ImportIssue[]>().notNull().default([]),
    /** Rows written, or undone, so far. */
    written: integer().notNull().default(0),
    /** Rows that could not be written as their check had said. */
    refused: integer().notNull().default(0),
    /** The ids of the categories that it added, for an undo. */
    addedCategories: text().array().notNull().default([]),
    /** Why it failed, or what to do about it. */
    failure: text(),
    confirmedBy: jsonb().$type<Person>(),
    confirmedAt: timestamp({ withTimezone: true }),
    doneAt: timestamp({ withTimezone: true }),
    undoneBy: jsonb().$type<Person>(),
    undoneAt: timestamp({ withTimezone: true }),
    /** The claim of the run that works on it. Another run takes it over after `claimedUntil`. */
    claim: text(),
    claimedUntil: timestamp({ withTimezone: true }),
    /** Runs since the last commit. */
    attempts: integer().notNull().default(0),
    /**
     * The number of rows that the last run which never ended had processed: its process was killed or it took too long.
     */
    crashedAtRow: integer(),
    /** How many runs in succession never ended at exactly that row. */
    crashes: integer().notNull().default(0),
    /** The bytes of its file and its check in the database while it is not over, and of its faults afterwards. */
    storedBytes: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [
    index('imports_due').on(t.claimedUntil).where(sql`state in ('checking', 'importing', 'undoing')`),
    index('imports_open').on(t.madeBy).where(sql`state in ('uploading', 'checking', 'ready')`),
    index('imports_stored').on(t.madeBy, t.storedBytes).where(sql`stored_bytes > 0`),
    index('imports_by_state').on(t.state, t.seq),
    check('imports_done', sql`(${t.state} in ('done', 'undoing', 'undone')) <= (${t.confirmedAt} is not null)`),
  ],
);

/** The file of an import, in pieces. They are deleted once they are not read again. */
export const importPieces = pgTable(
  'import_pieces',
  {
    importId: text()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    at: integer().notNull(),
    content: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.at] })],
);

/** The result of each row of the file. Only the first unchanged rows are stored. */
export const importRows = pgTable(
  'import_rows',
  {
    importId: text()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** As a spreadsheet counts them, from 1. */
    row: integer().notNull(),
    result: text({ enum: ROW_RESULTS }).notNull(),
    /** The tool that the row changes or has created. Not a foreign key, since an undone creation is deleted. */
    toolId: text(),
    /** The SKU in the preview. */
    sku: text().notNull().default(''),
    name: text().notNull(),
    /** The changed fields to be written, as the API writes them. */
    fields: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    before: jsonb().$type<CellTexts>().notNull().default({}),
    after: jsonb().$type<CellTexts>().notNull().default({}),
    faults: jsonb().$type<CellFault[]>().notNull().default([]),
    warnings: jsonb().$type<CellFault[]>().notNull().default([]),
    /** All cells of a row with faults as the file has them, for a download. */
    cells: jsonb().$type<string[]>().notNull().default([]),
    /** The available stock with which the file's quantity was compared. */
    countedFrom: integer().notNull().default(0),
    outcome: text({ enum: ROW_OUTCOMES }),
    reason: text(),
    /** Columns of the tool before and after it was written, by their names in the database, for the undo. */
    was: jsonb().$type<Record<string, unknown>>(),
    became: jsonb().$type<Record<string, unknown>>(),
    /** Pieces that the row added to the stock. */
    delta: integer().notNull().default(0),
    writtenAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.row] }),
    index('import_rows_by_result').on(t.importId, t.result, t.row),
    index('import_rows_to_write').on(t.importId, t.row).where(sql`result in ('create', 'change') and outcome is null`),
    index('import_rows_tool').on(t.toolId).where(sql`outcome = 'created'`),
    index('import_rows_written').on(t.importId, t.row).where(sql`outcome in ('created', 'changed')`),
  ],
);

/** The identifiers of each row in a file. A second row with the same one is a fault. */
export const importKeys = pgTable(
  'import_keys',
  {
    importId: text()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    row: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.key] })],
);

/** What the columns of a file stood for last time, by their names. */
export const importMappings = pgTable('import_mappings', {
  /** A hash of the names in their order. */
  names: text().primaryKey(),
  fields: jsonb().$type<(ColumnMeaning | null)[]>().notNull(),
  savedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

export type ImportRow = typeof imports.$inferSelect;
export type StoredRow = typeof importRows.$inferSelect;

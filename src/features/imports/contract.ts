import * as z from 'zod';
import { boundedText } from '#src/shared/bounded-schemas.ts';
import { listQuerySchema } from '#src/shared/list-query.ts';
import {
  COLUMN_MEANINGS,
  DECIMAL_MARKS,
  ENCODINGS,
  IMPORT_STATES,
  MAX_COLUMNS,
  MAX_SENT_FAULTS,
  ROW_OUTCOMES,
  ROW_RESULTS,
  SEPARATORS,
} from './rules.ts';

const fieldSchema = z
  .enum(COLUMN_MEANINGS)
  .nullable()
  .meta({ description: '`specification`: a row of the specification with the name of the column.' });

const faultSchema = z
  .object({
    row: z.number().int().meta({ description: 'As a spreadsheet counts rows, from 1.' }),
    column: z.string(),
    value: z.string(),
    reason: z.string().meta({ description: 'A sentence that says what to do.' }),
  })
  .meta({ id: 'ImportFault' });

export type ImportFault = z.infer<typeof faultSchema>;

/** An import without its faults, as in lists. */
export const importRecordSchema = z
  .object({
    _id: z.string(),
    state: z.enum(IMPORT_STATES),
    fileName: z.string(),
    bytes: z.number().int(),
    by: z.string().meta({ description: 'The admin’s email address.' }),
    at: z.string(),
    rows: z.number().int().meta({ description: 'The rows below the column names.' }),
    creates: z.number().int(),
    changes: z.number().int(),
    unchanged: z.number().int(),
    faultRows: z.number().int(),
    faultCount: z.number().int(),
  })
  .meta({ id: 'ImportRecord' });

export type ImportRecord = z.infer<typeof importRecordSchema>;

/** An import, with what it would do or did. */
export const importSchema = importRecordSchema
  .extend({
    faults: z.array(faultSchema).meta({ description: `The first ${MAX_SENT_FAULTS}. faults.csv has all of them.` }),
    phase: z.enum(['checking', 'writing', 'undoing']).nullable().meta({ description: 'What is happening now.' }),
    progress: z
      .object({ done: z.number().int(), of: z.number().int() })
      .nullable()
      .meta({ description: 'Bytes while it is checked; rows while it is written or undone.' }),
    refused: z.number().int().meta({ description: 'Rows that passed the check but could not be written.' }),
    left: z
      .number()
      .int()
      .meta({ description: 'Rows that an undo left as they are because they had changed in the meantime.' }),
    reason: z.string().nullable().meta({ description: 'Why it failed, or what was left, and what to do.' }),
    issues: z
      .array(faultSchema.extend({ count: z.number().int(), existing: z.number().int(), isWarning: z.boolean() }))
      .meta({
        description:
          'Equal faults and warnings once, with the number of their rows and the first as an example. `existing` is how many ' +
          'of these rows change a product that exists.',
      }),
    skipUnreadable: z
      .array(z.string())
      .meta({ description: 'Columns whose values are left out if they cannot be read.' }),
    newMinimumOrder: z.number().int().nullable(),
    columns: z.array(z.object({ name: z.string(), field: fieldSchema, samples: z.array(z.string()) })),
    format: z
      .object({
        encoding: z.enum(ENCODINGS),
        separator: z.enum(SEPARATORS),
        decimal: z.enum(DECIMAL_MARKS),
        headerRow: z.number().int(),
      })
      .nullable(),
    confirmedBy: z.string().nullable(),
    doneAt: z.string().nullable(),
    undoneBy: z.string().nullable(),
    undoneAt: z.string().nullable(),
  })
  .meta({ id: 'Import' });

export type Import = z.infer<typeof importSchema>;

export const importQuerySchema = listQuerySchema({
  sorts: ['created'],
  states: IMPORT_STATES,
  searches: 'the name of the file or the address of the admin',
});

export type ImportQuery = z.infer<typeof importQuerySchema>;

/** A file's names of columns are cut to this length. */
const MAX_COLUMN_NAME = 100;
/** A new tool has at most this minimum order. */
const MAX_MINIMUM_ORDER = 1_000_000;

/** The meaning of the columns and the format of the file. What is left out is detected. */
export const importMappingSchema = z
  .strictObject({
    fields: z
      .array(z.enum(COLUMN_MEANINGS, 'Please choose one of the fields, or none.').nullable())
      .max(MAX_COLUMNS)
      .refine((fields) => {
        const named = fields.filter((field) => field !== null && field !== 'specification');
        return new Set(named).size === named.length;
      }, 'Please use each field for one column only.')
      .meta({
        description:
          'The field of each column, in their order; null if a column is not imported. `specification`, for any number of ' +
          'columns: a row of the specification with the name of the column.',
      }),
    skipUnreadable: z
      .array(boundedText(MAX_COLUMN_NAME))
      .max(MAX_COLUMNS)
      .meta({
        description:
          'Names of columns. Where a value of theirs cannot be read, it is left out, and its row is imported without it. SKU ' +
          'and stock when exported are never left out; name, unit price and minimum order only where the product exists and ' +
          'keeps its own.',
      }),
    newMinimumOrder: z.number().int().min(1).max(MAX_MINIMUM_ORDER).meta({
      description: 'The minimum order of new tools for which the file has none.',
    }),
    encoding: z.enum(ENCODINGS, 'Please choose one of the encodings.'),
    separator: z.enum(SEPARATORS, 'Please choose one of the separators.'),
    decimal: z.enum(DECIMAL_MARKS, 'Please choose the point or the comma.'),
    headerRow: z.number().int().min(1, 'Please enter a row from 1.').max(20, 'Please enter a row up to 20.'),
  })
  .partial()
  .meta({ id: 'ImportMapping' });

export type ImportMapping = z.output<typeof importMappingSchema>;

export const confirmImportSchema = z
  .strictObject({
    skipFaulty: z
      .boolean()
      .default(false)
      .meta({ description: 'Leave out the rows with faults and import the others.' }),
  })
  .meta({ id: 'ImportConfirmation' });

/** The query of an import's rows with one result. */
export const importRowQuerySchema = z.object({
  result: z.enum(ROW_RESULTS),
  after: z.coerce.number().int().min(0).max(2_147_483_647).default(0).meta({ description: 'Rows after this one.' }),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

const cellFaultSchema = z.object({ column: z.string(), value: z.string(), reason: z.string() });
const textsSchema = z.record(z.string(), z.string());

export const importRowSchema = z
  .object({
    row: z.number().int(),
    result: z.enum(ROW_RESULTS),
    outcome: z.enum(ROW_OUTCOMES).nullable().meta({ description: 'Present once the row is written.' }),
    reason: z.string().nullable(),
    toolId: z.string().nullable(),
    sku: z.string(),
    itemName: z.string(),
    before: textsSchema.meta({ description: 'The values that change, by field, as an export writes them.' }),
    after: textsSchema,
    faults: z.array(cellFaultSchema),
    warnings: z.array(cellFaultSchema).meta({ description: 'What to know about a row that is imported all the same.' }),
  })
  .meta({ id: 'ImportRow' });

export type ImportRowView = z.infer<typeof importRowSchema>;

export const startedImportSchema = z
  .object({ acknowledged: z.literal(true), insertedId: z.string() })
  .meta({ id: 'StartedImport' });

export const changedImportSchema = z
  .object({ acknowledged: z.literal(true), state: z.enum(IMPORT_STATES) })
  .meta({ id: 'ChangedImport' });

export const downloadUrlSchema = z.object({ address: z.string() }).meta({ id: 'ImportFaultsDownload' });

import * as z from 'zod';
import {
  changedImportSchema,
  confirmImportSchema,
  downloadUrlSchema,
  importMappingSchema,
  importQuerySchema,
  importRecordSchema,
  importRowQuerySchema,
  importRowSchema,
  importSchema,
  startedImportSchema,
} from '#src/features/imports/contract.ts';
import {
  describeImport,
  FAULT_COLUMNS,
  listFaultyRowColumns,
  listImports,
  listRows,
  streamFaults,
  streamFaultyRows,
  toWireState,
} from '#src/features/imports/list-imports.server.ts';
import { getImport, NO_IMPORT } from '#src/features/imports/queries.server.ts';
import type { ImportRow } from '#src/features/imports/tables.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import {
  cancelImport,
  confirmImport,
  mapImport,
  retryImport,
  undoImport,
} from '#src/flows/imports/manage-imports.server.ts';
import { receiveImport } from '#src/flows/imports/receive-import.server.ts';
import { createApi, defineRoute, getStreamedRequest } from '#src/platform/api.server.ts';
import { sendFailure, sendInserted } from '#src/platform/api-responses.server.ts';
import { fileBody, jsonBody, jsonContent, jsonResponse, listResponse } from '#src/platform/api-schemas.server.ts';
import { csvResponse, toCsv, toCsvHeaders } from '#src/platform/csv.server.ts';
import { sendList } from '#src/platform/list-headers.server.ts';
import { countFitting } from '#src/platform/response-bytes.server.ts';
import { isUrlSigned, signatureFields, signUrl } from '#src/platform/signed-url.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { fail } from '#src/shared/problem.ts';
import { deletedSchema } from '#src/shared/write-results.ts';

const postImport = defineRoute('range.import', {
  method: 'post',
  path: '/imports',
  summary: 'Upload a CSV of tools to be checked (form field `file`, at most 512 MiB and 1,000,000 rows)',
  description:
    'The separator, encoding, decimal mark and meaning of the columns are detected. Nothing is written until you confirm ' +
    'the import. Poll `GET /imports/{id}` until `state` is `ready` or `failed`.',
  request: { body: fileBody('file', { required: ['file'] }) },
  responses: { 201: jsonResponse('The file is stored and being checked.', startedImportSchema) },
  errors: [409, 503],
  limit: { name: 'upload', by: 'caller' },
  takes: 'stream',
});

const listRoute = defineRoute('range.import', {
  method: 'get',
  path: '/imports',
  summary: 'List the newest imports, oldest first',
  request: { query: importQuerySchema },
  responses: { 200: listResponse('At most `limit` imports.', z.array(importRecordSchema)) },
});

const getRoute = defineRoute('range.import', {
  method: 'get',
  path: '/imports/{id}',
  summary: 'Get an import: its state, what it would do or did, and its first faults',
  request: { params: idParams },
  responses: { 200: jsonResponse('The import.', importSchema) },
});

const rowsRoute = defineRoute('range.import', {
  method: 'get',
  path: '/imports/{id}/rows',
  summary: 'List the rows of an import that have a given result, in file order',
  description: 'Only the first 50 unchanged rows are kept.',
  request: { params: idParams, query: importRowQuerySchema },
  responses: { 200: jsonResponse('At most `limit` rows; fewer if they are very long.', z.array(importRowSchema)) },
});

const mapRoute = defineRoute('range.import', {
  method: 'put',
  path: '/imports/{id}/mapping',
  summary: 'Set what the columns mean and how the file is read, and check it again',
  description: 'The fields are remembered for files with the same column names.',
  request: { params: idParams, body: jsonBody(importMappingSchema) },
  responses: { 200: jsonResponse('Saved; the file is being checked again.', changedImportSchema) },
  errors: [409],
});

const confirmRoute = defineRoute('range.import', {
  method: 'post',
  path: '/imports/{id}/confirm',
  summary: 'Confirm a checked import, which is then written in batches',
  description: 'If rows have faults, the response is 409 unless `skipFaulty` leaves these rows out.',
  request: { params: idParams, body: { required: false, ...jsonContent(confirmImportSchema) } },
  responses: { 200: jsonResponse('The import is being written, or was already written.', changedImportSchema) },
  errors: [409],
});

const undoRoute = defineRoute('range.import', {
  method: 'post',
  path: '/imports/{id}/undo',
  summary: 'Undo everything that an import wrote, or nothing',
  description:
    'If any of its tools has been ordered or changed since, the response is 409 and `tools` names up to ten of them. ' +
    'A large import is undone in batches; meanwhile its state is `importing` and its phase `undoing`.',
  request: { params: idParams },
  responses: { 200: jsonResponse('The import is undone, or is being undone.', changedImportSchema) },
  errors: [409],
});

const retryRoute = defineRoute('range.import', {
  method: 'post',
  path: '/imports/{id}/retry',
  summary: 'Retry a stopped import',
  description:
    'An import is `stopped` after the shop has failed several times to continue it. It then waits for this call, and ' +
    'continues where it was.',
  request: { params: idParams },
  responses: { 200: jsonResponse('The import is running again, or was running already.', changedImportSchema) },
  errors: [409],
});

const cancelRoute = defineRoute('range.import', {
  method: 'delete',
  path: '/imports/{id}',
  summary: 'Delete an unconfirmed import and its file',
  request: { params: idParams },
  responses: { 200: jsonResponse('Deleted.', deletedSchema) },
  errors: [409],
});

const faultsRoute = defineRoute('range.import', {
  method: 'get',
  path: '/imports/{id}/faults.csv',
  summary: 'Download all faults of an import as CSV',
  request: { params: idParams },
  responses: csvResponse,
  limit: { name: 'export', by: 'caller' },
});

const postFaults = defineRoute('range.import', {
  method: 'post',
  path: '/imports/{id}/faults',
  summary: 'Create a signed URL of the faults CSV, valid for one minute',
  request: { params: idParams },
  responses: { 200: jsonResponse('The signed URL.', downloadUrlSchema) },
  limit: { name: 'export', by: 'caller' },
});

const signedFaults = defineRoute('signature', {
  method: 'get',
  path: '/imports/signed/{id}/faults.csv',
  summary: 'Download the faults CSV by a signed URL',
  request: { params: idParams, query: z.object(signatureFields) },
  responses: csvResponse,
  errors: [400],
});

const faultyRowsRoute = defineRoute('range.import', {
  method: 'get',
  path: '/imports/{id}/faulty-rows.csv',
  summary: 'Download the rows with faults as CSV: all their columns, and a last one that says what is wrong',
  request: { params: idParams },
  responses: csvResponse,
  limit: { name: 'export', by: 'caller' },
});

const postFaultyRows = defineRoute('range.import', {
  method: 'post',
  path: '/imports/{id}/faulty-rows',
  summary: 'Create a signed URL of the CSV of rows with faults, valid for one minute',
  request: { params: idParams },
  responses: { 200: jsonResponse('The signed URL.', downloadUrlSchema) },
  limit: { name: 'export', by: 'caller' },
});

const signedFaultyRows = defineRoute('signature', {
  method: 'get',
  path: '/imports/signed/{id}/faulty-rows.csv',
  summary: 'Download the CSV of rows with faults by a signed URL',
  request: { params: idParams, query: z.object(signatureFields) },
  responses: csvResponse,
  errors: [400],
});

const toRowsSubject = (id: string) => JSON.stringify(['import-faulty-rows', id]);
const toSubject = (id: string) => JSON.stringify(['import-faults', id]);

const CSV_HEADERS = toCsvHeaders('faults.csv');
const ROWS_HEADERS = toCsvHeaders('rows-to-correct.csv');

/** Imports of tools. `urlKey` signs the URLs of downloads. */
export function importsApi(context: Pick<AppContext, 'db' | 'notify'> & { urlKey: string }) {
  const { db, urlKey } = context;
  const missing = fail('not_found', { detail: NO_IMPORT });
  // A spreadsheet that writes semicolons would open a file with commas as a single column.
  const toFormat = ({ format }: ImportRow) => ({
    delimiter: format?.separator === ';' ? (';' as const) : (',' as const),
  });
  const toFaultsCsv = (row: ImportRow) => toCsv(FAULT_COLUMNS, streamFaults(db, row.id), toFormat(row));
  const toRowsCsv = (row: ImportRow) => toCsv(listFaultyRowColumns(row), streamFaultyRows(db, row), toFormat(row));
  return createApi()
    .openapi(postImport, async (c) =>
      sendInserted(c, await receiveImport(context, c.var.caller, getStreamedRequest(c))),
    )
    .openapi(listRoute, async (c) => sendList(c, await listImports(db, c.req.valid('query'))))
    .openapi(signedFaults, async (c) => {
      const { id } = c.req.valid('param');
      if (!isUrlSigned(urlKey, toSubject(id), c.req.valid('query'))) return sendFailure(c, fail('signature_invalid'));
      const row = await getImport(db, id);
      return row ? c.body(toFaultsCsv(row), 200, CSV_HEADERS) : sendFailure(c, missing);
    })
    .openapi(signedFaultyRows, async (c) => {
      const { id } = c.req.valid('param');
      if (!isUrlSigned(urlKey, toRowsSubject(id), c.req.valid('query')))
        return sendFailure(c, fail('signature_invalid'));
      const row = await getImport(db, id);
      return row ? c.body(toRowsCsv(row), 200, ROWS_HEADERS) : sendFailure(c, missing);
    })
    .openapi(faultyRowsRoute, async (c) => {
      const row = await getImport(db, c.req.valid('param').id);
      return row ? c.body(toRowsCsv(row), 200, ROWS_HEADERS) : sendFailure(c, missing);
    })
    .openapi(postFaultyRows, async (c) => {
      const row = await getImport(db, c.req.valid('param').id);
      if (!row) return sendFailure(c, missing);
      const address = signUrl(urlKey, toRowsSubject(row.id), `/api/imports/signed/${row.id}/faulty-rows.csv`);
      return c.json({ address }, 200);
    })
    .openapi(getRoute, async (c) => {
      const row = await getImport(db, c.req.valid('param').id);
      return row ? c.json(await describeImport(db, row), 200) : sendFailure(c, missing);
    })
    .openapi(rowsRoute, async (c) => {
      const row = await getImport(db, c.req.valid('param').id);
      if (!row) return sendFailure(c, missing);
      const rows = await listRows(db, row.id, c.req.valid('query'));
      return c.json(rows.slice(0, countFitting(rows)), 200);
    })
    .openapi(mapRoute, async (c) => {
      const mapped = await mapImport(context, c.req.valid('param').id, c.req.valid('json'));
      return mapped.ok ? c.json(toChanged(mapped.value), 200) : sendFailure(c, mapped);
    })
    .openapi(confirmRoute, async (c) => {
      const { skipFaulty = false } = c.req.valid('json') ?? {};
      const confirmed = await confirmImport(context, c.var.caller, c.req.valid('param').id, { skipFaulty });
      return confirmed.ok ? c.json(toChanged(confirmed.value), 200) : sendFailure(c, confirmed);
    })
    .openapi(undoRoute, async (c) => {
      const undone = await undoImport(context, c.var.caller, c.req.valid('param').id);
      return undone.ok ? c.json(toChanged(undone.value), 200) : sendFailure(c, undone);
    })
    .openapi(retryRoute, async (c) => {
      const retried = await retryImport(context, c.req.valid('param').id);
      return retried.ok ? c.json(toChanged(retried.value), 200) : sendFailure(c, retried);
    })
    .openapi(cancelRoute, async (c) => {
      const canceled = await cancelImport(context, c.req.valid('param').id);
      if (!canceled.ok) return sendFailure(c, canceled);
      return c.json({ acknowledged: true as const, deletedCount: canceled.value }, 200);
    })
    .openapi(faultsRoute, async (c) => {
      const row = await getImport(db, c.req.valid('param').id);
      return row ? c.body(toFaultsCsv(row), 200, CSV_HEADERS) : sendFailure(c, missing);
    })
    .openapi(postFaults, async (c) => {
      const row = await getImport(db, c.req.valid('param').id);
      if (!row) return sendFailure(c, missing);
      const address = signUrl(urlKey, toSubject(row.id), `/api/imports/signed/${row.id}/faults.csv`);
      return c.json({ address }, 200);
    });
}

const toChanged = ({ state }: { state: Parameters<typeof toWireState>[0] }) => ({
  acknowledged: true as const,
  state: toWireState(state),
});

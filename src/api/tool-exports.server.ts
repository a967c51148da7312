import * as z from 'zod';
import { inventoryQuerySchema } from '#src/features/catalogue/keeping/contract.ts';
import { downloadUrlSchema } from '#src/features/imports/contract.ts';
import { EXPORT_COLUMNS } from '#src/features/imports/field-names.ts';
import { readToolRows } from '#src/flows/exports/stream-tools.server.ts';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { jsonResponse } from '#src/platform/api-schemas.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { csvResponse, toCsv, toCsvHeaders } from '#src/platform/csv.server.ts';
import type { Db, Queryable } from '#src/platform/database.server.ts';
import { isUrlSigned, signatureFields, signUrl } from '#src/platform/signed-url.server.ts';
import { createTimestampFormat } from '#src/platform/time-zone.server.ts';
import { boundedText, MAX_TYPED_LENGTH } from '#src/shared/bounded-schemas.ts';
import { fail } from '#src/shared/problem.ts';

/** The filter of the list of all tools. The parameters of a page are ignored, since an export has all pages. */
const { q, state, category, sort } = inventoryQuerySchema.shape;
const unreadText = boundedText(MAX_TYPED_LENGTH);

const toolExportSchema = z.object({
  q,
  state,
  category,
  sort,
  page: unreadText.optional().meta({ description: 'Ignored: an export has all pages.' }),
  limit: unreadText.optional().meta({ description: 'Ignored.' }),
  form: z.enum(['comma', 'semicolon'], 'Please choose comma or semicolon.').default('comma').meta({
    description: '`semicolon` is what spreadsheets expect in countries with a decimal comma.',
  }),
});

type ToolExport = z.output<typeof toolExportSchema>;

const getToolsCsv = defineRoute('range.read', {
  method: 'get',
  path: '/exports/tools.csv',
  summary: 'Download all tools that match a filter of the inventory as CSV',
  description:
    'UTF-8 with a byte order mark. A list is one cell with one entry per line; a category is its path. `POST /imports` reads the file back: rows that ' +
    'you did not edit count as unchanged. A cell that a spreadsheet would run as a formula begins with an apostrophe, which the import removes.',
  request: { query: toolExportSchema },
  responses: csvResponse,
  limit: { name: 'export', by: 'caller' },
});

const postExport = defineRoute('range.read', {
  method: 'post',
  path: '/exports/tools',
  summary: 'Create a signed URL of the tools CSV, valid for one minute',
  request: { query: toolExportSchema },
  responses: { 200: jsonResponse('The signed URL.', downloadUrlSchema) },
  limit: { name: 'export', by: 'caller' },
});

const getSignedCsv = defineRoute('signature', {
  method: 'get',
  path: '/exports/signed/tools.csv',
  summary: 'Download the tools CSV by a signed URL',
  request: { query: toolExportSchema.extend(signatureFields) },
  responses: csvResponse,
  errors: [400],
});

const toSubject = (wanted: ToolExport) =>
  JSON.stringify(['tools', wanted.q ?? '', wanted.state ?? '', wanted.sort ?? '', wanted.form]);

/** The export of tools. `urlKey` signs its URLs. */
export const toolExportsApi = (urlKey: string, getTimeZone: () => string) =>
  createApi()
    .openapi(getToolsCsv, async (c) => {
      const wanted = c.req.valid('query');
      await recordExport(c.var.db, c.var.caller, wanted);
      return c.body(streamCsv(c.var.db, wanted), 200, toHeaders(getTimeZone()));
    })
    .openapi(postExport, async (c) => {
      const wanted = c.req.valid('query');
      await recordExport(c.var.db, c.var.caller, wanted);
      const { page: _page, limit: _limit, ...filter } = wanted;
      return c.json({ address: signUrl(urlKey, toSubject(wanted), '/api/exports/signed/tools.csv', filter) }, 200);
    })
    .openapi(getSignedCsv, (c) => {
      const { until, signature, ...wanted } = c.req.valid('query');
      if (!isUrlSigned(urlKey, toSubject(wanted), { until, signature }))
        return sendFailure(c, fail('signature_invalid'));
      return c.body(streamCsv(c.var.db, wanted), 200, toHeaders(getTimeZone()));
    });

function recordExport(db: Queryable, by: Caller, wanted: ToolExport): Promise<void> {
  const after = { search: wanted.q ?? '', state: wanted.state ?? '' };
  return recordAuditEvents(db, { by, action: 'tool.exported', id: 'tools', name: 'tools.csv', after });
}

function streamCsv(db: Db, { form, ...filter }: ToolExport): ReadableStream<Uint8Array> {
  const isSemicolon = form === 'semicolon';
  return toCsv(EXPORT_COLUMNS, readToolRows(db, filter, { decimal: isSemicolon ? ',' : '.' }), {
    delimiter: isSemicolon ? ';' : ',',
  });
}

/** An edited export counts from the stock that it shows, so its name says when that was: 'tools-2026-11-27-1911.csv'. */
const toHeaders = (timeZone: string) =>
  toCsvHeaders(
    `tools-${createTimestampFormat(timeZone)(new Date()).slice(0, 16).replace('T', '-').replace(':', '')}.csv`,
  );

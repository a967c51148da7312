import {
  purchaseExportUrlSchema,
  type TaxExport,
  taxExportSchema,
  taxReportQuerySchema,
  taxReportSchema,
} from '#src/features/exports/contract.ts';
import { listMonths } from '#src/features/exports/rules.ts';
import { readTaxReport, readTaxRows, TAX_COLUMNS } from '#src/flows/exports/read-tax-report.server.ts';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { jsonResponse } from '#src/platform/api-schemas.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { csvResponse, toCsv, toCsvHeaders } from '#src/platform/csv.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { isUrlSigned, signatureFields, signUrl } from '#src/platform/signed-url.server.ts';
import { toDay } from '#src/shared/dates.ts';
import { fail } from '#src/shared/problem.ts';

const WHAT_IT_HAS =
  'Taken from the invoices, credit notes and debit notes that were issued in the period: their taxes by country and rate, and what bears none. ' +
  'What was credited is deducted.';

const getReport = defineRoute('exports.read', {
  method: 'get',
  path: '/tax-report',
  summary: 'Read the tax report of a period, by default of last month',
  description: WHAT_IT_HAS,
  request: { query: taxReportQuerySchema },
  responses: { 200: jsonResponse('The report.', taxReportSchema) },
  limit: { name: 'taxReport', by: 'caller' },
});

const getCsv = defineRoute('exports.read', {
  method: 'get',
  path: '/exports/taxes.csv',
  summary: 'Download the tax report of a period as CSV',
  description:
    `${WHAT_IT_HAS} One row for each month, country, region, kind, tax, rate and currency. Several taxes can have the same ` +
    'base; `net turnover` has it once, so that its sum and that of `tax` are the total of the papers.',
  request: { query: taxExportSchema },
  responses: csvResponse,
  limit: { name: 'export', by: 'caller' },
});

const postExport = defineRoute('exports.read', {
  method: 'post',
  path: '/exports/taxes',
  summary: 'Create a signed URL of the taxes CSV, valid for one minute',
  request: { query: taxExportSchema },
  responses: { 200: jsonResponse('The signed URL.', purchaseExportUrlSchema) },
  limit: { name: 'export', by: 'caller' },
});

const getSignedCsv = defineRoute('signature', {
  method: 'get',
  path: '/exports/signed/taxes.csv',
  summary: 'Download the taxes CSV by a signed URL',
  request: { query: taxExportSchema.safeExtend(signatureFields) },
  responses: csvResponse,
  errors: [400],
});

const toSubject = ({ from, to }: TaxExport) => JSON.stringify(['taxes', from, to]);

/** The tax report. `urlKey` signs the URLs of its CSV. */
export const taxReportApi = (urlKey: string, getTimeZone: () => string) =>
  createApi()
    .openapi(getReport, async (c) => {
      const { from, to } = c.req.valid('query');
      const timeZone = getTimeZone();
      const lastMonth = listMonths(toDay(new Date(), timeZone), 2)[1] ?? { from: '', to: '' };
      const period = from && to ? { from, to } : lastMonth;
      return c.json(await readTaxReport(c.var.db, { ...period, timeZone }), 200);
    })
    .openapi(getCsv, async (c) => {
      const wanted = c.req.valid('query');
      await recordExport(c.var.db, c.var.caller, wanted);
      return c.body(streamCsv(c.var.db, wanted, getTimeZone()), 200, toHeaders(wanted));
    })
    .openapi(postExport, async (c) => {
      const wanted = c.req.valid('query');
      await recordExport(c.var.db, c.var.caller, wanted);
      const address = signUrl(urlKey, toSubject(wanted), '/api/exports/signed/taxes.csv', { ...wanted });
      return c.json({ address }, 200);
    })
    .openapi(getSignedCsv, (c) => {
      const { until, signature, ...wanted } = c.req.valid('query');
      if (!isUrlSigned(urlKey, toSubject(wanted), { until, signature }))
        return sendFailure(c, fail('signature_invalid'));
      return c.body(streamCsv(c.var.db, wanted, getTimeZone()), 200, toHeaders(wanted));
    });

function recordExport(db: Queryable, by: Caller, { from, to }: TaxExport): Promise<void> {
  const after = { from, to, rows: 'taxes' };
  return recordAuditEvents(db, { by, action: 'order.exported', id: 'taxes', name: `${from} to ${to}`, after });
}

const streamCsv = (db: Queryable, { from, to }: TaxExport, timeZone: string) =>
  toCsv(TAX_COLUMNS, readTaxRows(db, { from, to, timeZone }));

const toHeaders = ({ from, to }: TaxExport) => toCsvHeaders(`taxes-${from}-${to}.csv`);

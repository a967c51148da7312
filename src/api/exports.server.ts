import { type PurchaseExport, purchaseExportSchema, purchaseExportUrlSchema } from '#src/features/exports/contract.ts';
import { LINE_COLUMNS, readLineRows } from '#src/flows/exports/stream-lines.server.ts';
import { type ExportPeriod, PURCHASE_COLUMNS, readPurchaseRows } from '#src/flows/exports/stream-purchases.server.ts';
import { REFUND_COLUMNS, readRefundRows } from '#src/flows/exports/stream-refunds.server.ts';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { jsonResponse } from '#src/platform/api-schemas.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { csvResponse, toCsv, toCsvHeaders } from '#src/platform/csv.server.ts';
import type { Db, Queryable } from '#src/platform/database.server.ts';
import { isUrlSigned, signatureFields, signUrl } from '#src/platform/signed-url.server.ts';
import { fail } from '#src/shared/problem.ts';

const getPurchasesCsv = defineRoute('exports.read', {
  method: 'get',
  path: '/exports/purchases.csv',
  summary: 'Download the purchases, order lines or refunds of a period as CSV',
  description:
    'New columns are added at the end. Purchases: `total` is what was charged, and so is `net total`, which keeps its name; it is `goods` ' +
    'less `discount`, with `shipping`, and with `tax` unless prices include it or the buyer does not owe the tax within them. `refunded shipping` is the part of ' +
    '`refunded` that is shipping. Lines: `total` is quantity × unit price, `payable` what its buyer pays for it, with `tax`. Refunds: ' +
    '`shipping` and `tax` are parts of `amount`; the tax is that of the credit note, and empty without one.',
  request: { query: purchaseExportSchema },
  responses: csvResponse,
  limit: { name: 'export', by: 'caller' },
});

const postExport = defineRoute('exports.read', {
  method: 'post',
  path: '/exports/purchases',
  summary: 'Create a signed URL of the purchases CSV, valid for one minute',
  request: { query: purchaseExportSchema },
  responses: { 200: jsonResponse('The signed URL.', purchaseExportUrlSchema) },
  limit: { name: 'export', by: 'caller' },
});

const getSignedCsv = defineRoute('signature', {
  method: 'get',
  path: '/exports/signed/purchases.csv',
  summary: 'Download the purchases CSV by a signed URL',
  request: {
    query: purchaseExportSchema.safeExtend(signatureFields),
  },
  responses: csvResponse,
  errors: [400],
});

const toSubject = ({ from, to, by, date }: PurchaseExport) => JSON.stringify(['purchases', from, to, by, date]);

/** The exports for the accountant. `urlKey` signs their URLs. */
export const exportsApi = (urlKey: string, getTimeZone: () => string) =>
  createApi()
    .openapi(getPurchasesCsv, async (c) => {
      const wanted = c.req.valid('query');
      await recordExport(c.var.db, c.var.caller, wanted);
      return c.body(streamCsv(c.var.db, { ...wanted, timeZone: getTimeZone() }), 200, toHeaders(wanted));
    })
    .openapi(postExport, async (c) => {
      const wanted = c.req.valid('query');
      await recordExport(c.var.db, c.var.caller, wanted);
      const address = signUrl(urlKey, toSubject(wanted), '/api/exports/signed/purchases.csv', { ...wanted });
      return c.json({ address }, 200);
    })
    .openapi(getSignedCsv, (c) => {
      const { until, signature, ...wanted } = c.req.valid('query');
      if (!isUrlSigned(urlKey, toSubject(wanted), { until, signature }))
        return sendFailure(c, fail('signature_invalid'));
      return c.body(streamCsv(c.var.db, { ...wanted, timeZone: getTimeZone() }), 200, toHeaders(wanted));
    });

function recordExport(db: Queryable, by: Caller, { from, to, by: rows, date }: PurchaseExport): Promise<void> {
  const after = { from, to, rows, date };
  return recordAuditEvents(db, { by, action: 'order.exported', id: 'purchases', name: `${from} to ${to}`, after });
}

function streamCsv(db: Db, wanted: ExportPeriod): ReadableStream<Uint8Array> {
  switch (wanted.by) {
    case 'purchases':
      return toCsv(PURCHASE_COLUMNS, readPurchaseRows(db, wanted));
    case 'lines':
      return toCsv(LINE_COLUMNS, readLineRows(db, wanted));
    case 'refunds':
      return toCsv(REFUND_COLUMNS, readRefundRows(db, wanted));
  }
}

const toHeaders = ({ by, from, to }: PurchaseExport) => toCsvHeaders(`${by}-${from}-${to}.csv`);

import * as z from 'zod';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { jsonResponse, listResponse } from '#src/platform/api-schemas.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import { type Cell, csvResponse, toCsv, toCsvHeaders } from '#src/platform/csv.server.ts';
import { sendList } from '#src/platform/list-headers.server.ts';
import { isUrlSigned, signatureFields, signUrl } from '#src/platform/signed-url.server.ts';
import { createTimestampFormat } from '#src/platform/time-zone.server.ts';
import { toDay } from '#src/shared/dates.ts';
import { fail } from '#src/shared/problem.ts';
import {
  type AuditEvent,
  type AuditExport,
  auditEventSchema,
  auditExportSchema,
  auditExportUrlSchema,
  auditQuerySchema,
} from './contract.ts';
import { auditCopy } from './copy.ts';
import { listAuditEvents, streamAuditEvents } from './queries.server.ts';

const COLUMNS = [
  'time',
  'actor',
  'email',
  'role',
  'action',
  'subject',
  'subject id',
  'subject name',
  'before',
  'after',
  'address',
] as const;

/** The events as CSV with a header line. */
const toAuditCsv = (batches: AsyncIterable<AuditEvent[]>, timeZone: string) =>
  toCsv(COLUMNS, toRows(batches, timeZone));

async function* toRows(batches: AsyncIterable<AuditEvent[]>, timeZone: string): AsyncGenerator<Cell[][]> {
  const toTimestamp = createTimestampFormat(timeZone);
  for await (const events of batches) {
    yield events.map((event) => [
      toTimestamp(new Date(event.createdAt)),
      auditCopy.actors[event.actor],
      event.actorEmail,
      event.actorRole,
      event.action,
      event.subject,
      event.subjectId,
      event.subjectName,
      event.before && JSON.stringify(event.before),
      event.after && JSON.stringify(event.after),
      event.address,
    ]);
  }
}

const MAX_EXPORTED = 100_000;
const BATCH_SIZE = 1_000;

const getAudit = defineRoute('audit.read', {
  method: 'get',
  path: '/audit',
  summary: 'List the newest audit events, oldest first',
  request: { query: auditQuerySchema },
  responses: { 200: listResponse('At most `limit` events.', z.array(auditEventSchema)) },
  searchable: true,
  costly: true,
});

const postExport = defineRoute('audit.read', {
  method: 'post',
  path: '/audit/export',
  summary: 'Create a signed URL of the matching events as CSV, valid for one minute',
  request: { query: auditExportSchema },
  responses: { 200: jsonResponse('The signed URL.', auditExportUrlSchema) },
  limit: { name: 'export', by: 'caller' },
});

const getCsv = defineRoute('signature', {
  method: 'get',
  path: '/audit.csv',
  summary: 'Download the events as CSV by a signed URL',
  request: { query: auditExportSchema.extend(signatureFields) },
  responses: csvResponse,
  errors: [400],
});

const toSubject = ({ q, state }: AuditExport) => JSON.stringify(['audit', state ?? '', q ?? '']);

/** The audit log, for owners. `urlKey` signs the URLs of exports. */
export const auditApi = (urlKey: string, getTimeZone: () => string) =>
  createApi()
    .openapi(getAudit, async (c) => sendList(c, await listAuditEvents(c.var.db, c.req.valid('query'), getTimeZone())))
    .openapi(postExport, async (c) => {
      const filters = c.req.valid('query');
      await recordAuditEvents(c.var.db, {
        by: c.var.caller,
        action: 'audit.exported',
        id: 'audit',
        name: 'Audit log',
        after: { search: filters.q ?? '', subjects: filters.state ?? 'all' },
      });
      return c.json({ address: signUrl(urlKey, toSubject(filters), '/api/audit.csv', { ...filters }) }, 200);
    })
    .openapi(getCsv, (c) => {
      const { until, signature, ...filters } = c.req.valid('query');
      if (!isUrlSigned(urlKey, toSubject(filters), { until, signature }))
        return sendFailure(c, fail('signature_invalid'));
      const timeZone = getTimeZone();
      const events = streamAuditEvents(c.var.db, filters, { batchSize: BATCH_SIZE, max: MAX_EXPORTED, timeZone });
      const name = `audit-${toDay(new Date(), timeZone)}.csv`;
      return c.body(toAuditCsv(events, timeZone), 200, toCsvHeaders(name));
    });

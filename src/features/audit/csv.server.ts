import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { AuditEvent } from './contract.ts';
import { auditCopy } from './copy.ts';

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

/**
 * The events as CSV with a header line, for spreadsheets: UTF-8 with a byte order mark. A cell that a spreadsheet would
 * run as a formula gets an apostrophe before it.
 */
export function toCsv(batches: AsyncIterable<AuditEvent[]>): ReadableStream<Uint8Array> {
  const csv = stringify({
    header: true,
    columns: [...COLUMNS],
    bom: true,
    quoted: true,
    record_delimiter: 'windows',
    escape_formulas: true,
  });
  const rows = Readable.from(toRows(batches));
  rows.on('error', (error) => csv.destroy(error));
  return Readable.toWeb(rows.pipe(csv)) as ReadableStream<Uint8Array>;
}

async function* toRows(batches: AsyncIterable<AuditEvent[]>): AsyncGenerator<(string | null)[]> {
  for await (const events of batches) {
    for (const event of events) {
      yield [
        event.createdAt,
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
      ];
    }
  }
}

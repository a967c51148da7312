import { type Cell, toCsv } from '#src/platform/csv.server.ts';
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

/** The events as CSV with a header line. */
export const toAuditCsv = (batches: AsyncIterable<AuditEvent[]>) => toCsv(COLUMNS, toRows(batches));

async function* toRows(batches: AsyncIterable<AuditEvent[]>): AsyncGenerator<Cell[][]> {
  for await (const events of batches) {
    yield events.map((event) => [
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
    ]);
  }
}

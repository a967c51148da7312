import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller, Reader } from '#src/platform/caller.ts';
import type { Db, Tx } from '#src/platform/database.server.ts';
import { createFairLimiter } from '#src/platform/fair-queue.server.ts';
import type { ReceivedFile } from '#src/platform/http/received-file.server.ts';
import type { ImageProcess, Uploader } from '#src/platform/image-process/image-process.server.ts';
import { PIECE_BYTES, refusePdf, streamPieces } from '#src/platform/stored-pdfs.server.ts';
import { checkVersion } from '#src/platform/version-check.server.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import type { ExemptionChange, NewExemption } from './contract.ts';
import { exemptionCopy as copy } from './copy.ts';
import {
  countExemptions,
  deleteExemption,
  type ExemptionRow,
  getExemption,
  insertExemption,
  lockExemption,
  lockExemptionsOf,
  readCertificatePiece,
  toWireExemption,
  updateExemption,
} from './queries.server.ts';
import { canBecome, getState, MAX_CERTIFICATE_BYTES, MAX_EXEMPTIONS, MAX_PENDING, nameCertificate } from './rules.ts';

const NOT_FOUND = fail('not_found', { detail: copy.notFound });

/** Only two files of up to 4 MB at a time are in memory on their way into the database. */
const storing = createFairLimiter({
  maxConcurrent: 2,
  maxConcurrentPerClient: 1,
  maxPlaces: 24,
  maxPlacesPerClient: 4,
});

/** Stores a buyer's certificate, which then waits for a decision. Returns its id. */
export async function addExemption(
  db: Db,
  imageProcess: ImageProcess,
  owner: { userId: string; from: Uploader },
  upload: Pick<ReceivedFile, 'bytes' | 'read'>,
  exemption: NewExemption,
  today: string,
): Promise<Outcome<string>> {
  const { userId, from } = owner;
  if (exemption.validUntil !== null && exemption.validUntil < today)
    return fail('invalid', { fields: { validUntil: copy.errors.expired } });
  if (upload.bytes > MAX_CERTIFICATE_BYTES) return fail('invalid', { fields: { certificate: copy.errors.tooLarge } });
  // Before the file costs anything. The counts are compared again under the lock.
  const isFull = await refuseMore(db, userId);
  if (isFull) return isFull;
  const refused = await refusePdf(imageProcess, from, upload, 'certificate');
  if (refused) return refused;
  const stored = await storing.run(from.network, async () => {
    const content = await upload.read();
    return db.transaction(async (tx): Promise<Outcome<string>> => {
      await lockExemptionsOf(tx, userId);
      return (await refuseMore(tx, userId)) ?? ok(await insertExemption(tx, userId, exemption, content));
    });
  });
  return stored ?? fail('busy');
}

async function refuseMore(db: Db | Tx, userId: string) {
  const { all, pending } = await countExemptions(db, userId);
  if (all >= MAX_EXEMPTIONS) return fail('exemptions_full', { detail: copy.errors.full(MAX_EXEMPTIONS) });
  if (pending >= MAX_PENDING) return fail('exemptions_full', { detail: copy.errors.pending(MAX_PENDING) });
  return null;
}

/** What becomes of a certificate once it was decided about, in the same transaction. */
type OnDecided = (tx: Tx, row: ExemptionRow) => Promise<void>;

/** Approves, rejects or withdraws a certificate. Its owner withdraws it; the shop decides about the rest. */
export async function changeExemption(
  db: Db,
  caller: Caller,
  { id, reader, today }: { id: string; reader: Reader; today: string },
  { state, reason, version }: ExemptionChange,
  onDecided: OnDecided,
): Promise<Outcome<{ modified: number; version: number }>> {
  const by = reader === 'shop' ? 'staff' : 'owner';
  if (state === 'rejected' && reason === '') return fail('invalid', { fields: { reason: copy.errors.reason } });
  return db.transaction(async (tx) => {
    const row = await lockExemption(tx, id, reader);
    if (!row) return NOT_FOUND;
    const nextReason = state === 'rejected' ? reason : '';
    // The same request was sent again because its first response was lost.
    if (row.state === state && row.reason === nextReason) return ok({ modified: 0, version: row.version });
    const conflict = await checkVersion('exemption', { read: version, now: row.version }, () => ({
      exemption: toWireExemption(row, today),
    }));
    if (conflict) return conflict;
    if (!canBecome(by, row.state, state))
      return fail('invalid', { fields: { state: copy.errors.transition(by, state) } });
    if (state === 'approved' && row.validUntil !== null && row.validUntil < today)
      return fail('invalid', { fields: { state: copy.errors.approveExpired } });
    const decided = by === 'staff' ? { decidedAt: new Date() } : {};
    const changes = {
      ...decided,
      state,
      reason: nextReason,
      version: row.version + 1,
      approvedAt: row.approvedAt ?? (state === 'approved' ? new Date() : null),
    };
    await updateExemption(tx, id, changes);
    await recordAuditEvents(tx, {
      by: caller,
      action: `exemption.${state}`,
      id,
      name: nameCertificate(row),
      before: { state: getState(row, today) },
      after: { state, ...(nextReason ? { reason: nextReason } : {}) },
    });
    if (by === 'staff') await onDecided(tx, { ...row, ...changes });
    return ok({ modified: 1, version: row.version + 1 });
  });
}

/** Deletes a certificate that never was approved, with its file. */
export async function removeExemption(db: Db, userId: string, id: string): Promise<Outcome<null>> {
  return db.transaction(async (tx) => {
    const row = await lockExemption(tx, id, { userId });
    if (!row) return NOT_FOUND;
    if (row.approvedAt) return fail('exemption_kept');
    await deleteExemption(tx, id);
    return ok(null);
  });
}

const reading = createFairLimiter({
  maxConcurrent: 2,
  maxConcurrentPerClient: 1,
  maxPlaces: 60,
  maxPlacesPerClient: 6,
});

/** The file of a certificate for whoever may read it, piece by piece. Null if there is none for them. */
export async function openCertificate(db: Db, id: string, reader: Reader, client: string) {
  const row = await getExemption(db, id, reader);
  if (!row) return null;
  const readPiece = (offset: number) => readCertificatePiece(db, id, offset, PIECE_BYTES);
  return { bytes: row.bytes, stream: streamPieces({ bytes: row.bytes, client, reading, readPiece }) };
}

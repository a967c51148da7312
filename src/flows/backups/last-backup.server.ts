import { readLastBackups, recordBackup } from '#src/features/backups/queries.server.ts';
import { queueMail, wasMailedWithin } from '#src/features/mail/outbox.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import { PROBE_SKIPPED } from '#src/platform/health-registry.server.ts';
import type { WalArchiver, WalArchiverState } from '#src/platform/wal-archive/wal-archiver.server.ts';

const HOUR_MS = 3_600_000;
/** A day, and two hours for a large shop. */
const MAX_AGE_HOURS = 26;
/** A backup that fails every hour is mailed once a day. */
const MAIL_INTERVAL = '20 hours';

/** Told of the newest backup. */
export interface BackupMetrics {
  /** When the log of the database was last archived as far as it had been handed over. */
  archived(at: Date): void;
  made(madeAt: Date, bytes: number): void;
}

/** Throws with the reason if the newest backup failed or is too old. Whether any is due yet is unknown at first. */
export async function checkLastBackup(db: Db, metrics: BackupMetrics, now = Date.now()): Promise<unknown> {
  const { made, error } = await readLastBackups(db);
  if (made) metrics.made(made.madeAt, made.bytes);
  if (error) throw new Error(error);
  if (!made) return PROBE_SKIPPED;
  const hours = Math.floor((now - made.madeAt.getTime()) / HOUR_MS);
  if (hours >= MAX_AGE_HOURS) throw new Error(`The newest backup is ${hours} hours old.`);
  return 'recent';
}

/** Archiving takes seconds. After this time, in ms, more is missing than a disk that breaks may take along. */
const MAX_SILENCE_MS = 300_000;

/** As `checkLastBackup`, and throws with the reason if the log of the built-in database is not archived. */
export async function checkBackups(
  db: Db,
  archiver: Pick<WalArchiver, 'state'> | null,
  metrics: BackupMetrics,
  now = Date.now(),
): Promise<unknown> {
  const isArchived = archiver !== null && (await checkArchive(db, archiver.state(), metrics, now));
  const result = await checkLastBackup(db, metrics, now);
  return result === PROBE_SKIPPED && isArchived ? 'archived' : result;
}

async function checkArchive(
  db: Db,
  { problem, archivedAt, needsBase }: WalArchiverState,
  metrics: BackupMetrics,
  now: number,
): Promise<boolean> {
  if (archivedAt) metrics.archived(archivedAt);
  if (problem) throw new Error(`The log of the database cannot be archived: ${problem}`);
  // The server hands it over by itself, and only says here that it could not.
  const { rows } = await db.execute<{ failed: boolean }>(
    `select last_failed_time > coalesce(last_archived_time, '-infinity') as failed from pg_stat_archiver`,
  );
  if (rows[0]?.failed) throw new Error('PostgreSQL cannot hand over its log to be archived (see postgres.log).');
  if (!archivedAt) return false;
  const minutes = Math.floor((now - archivedAt.getTime()) / 60_000);
  if (now - archivedAt.getTime() > MAX_SILENCE_MS)
    throw new Error(`The log of the database was last archived ${minutes} minutes ago.`);
  if (needsBase) throw new Error('The archived log continues no base backup yet. One is being made.');
  return true;
}

/** Records that a scheduled backup failed, and mails the shop so. `reason` is a sentence without secrets. */
export async function reportFailedBackup(
  context: Pick<AppContext, 'db' | 'initialMailState' | 'notify' | 'getCompany' | 'shopSettings'>,
  { reason, place }: { reason: string; place: string },
): Promise<void> {
  const { noticeEmail } = context.shopSettings.get().settings;
  const { made } = await readLastBackups(context.db);
  await context.db.transaction(async (tx) => {
    await recordBackup(tx, { madeAt: new Date(), place, error: reason });
    if (!noticeEmail || (await wasMailedWithin(tx, 'backup_failed', MAIL_INTERVAL))) return;
    const lastMadeAt = made ? { lastMadeAt: made.madeAt.toISOString() } : {};
    await queueMail(tx, context, {
      kind: 'backup_failed',
      data: { reason, place, ...lastMadeAt },
      recipient: noticeEmail,
    });
  });
}

import { readLastBackups, recordBackup } from '#src/features/backups/queries.server.ts';
import { queueMail, wasMailedWithin } from '#src/features/mail/outbox.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import { PROBE_SKIPPED } from '#src/platform/health-registry.server.ts';

const HOUR_MS = 3_600_000;
/** A day, and two hours for a large shop. */
const MAX_AGE_HOURS = 26;
/** A backup that fails every hour is mailed once a day. */
const MAIL_INTERVAL = '20 hours';

/** Told of the newest backup. */
export interface BackupMetrics {
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

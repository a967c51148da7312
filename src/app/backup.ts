import { setPriority } from 'node:os';
import { join } from 'node:path';
import { recordBackup } from '#src/features/backups/queries.server.ts';
import { type BackupProgress, createBackup } from '#src/flows/backups/create-backup.server.ts';
import { openAdvisoryLocks } from '#src/platform/advisory-locks.server.ts';
import { removeOldBackups } from '#src/platform/backup/backup-place.server.ts';
import { openBackupPlace } from '#src/platform/backup/open-backup-place.server.ts';
import { openDatabase } from '#src/platform/database.server.ts';
import type { Env } from '#src/platform/env/env.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import { VERSION } from '#src/platform/version.server.ts';
import { createBaseBackup } from '#src/platform/wal-archive/base-backup.server.ts';
import { pruneWalArchive } from '#src/platform/wal-archive/prune-archive.server.ts';
import { openWalArchive } from '#src/platform/wal-archive/wal-archive.server.ts';
import { formatBytes } from '#src/shared/format-bytes.ts';
import { openConsoleDatabase } from './console-database.server.ts';
import { runConsoleProgram, showProgress } from './console-program.server.ts';

// The program of `npm run backup`, which the shop itself also runs by its schedule. Visitors come first.
setPriority(10);

const USAGE = `npm run backup [-- --to PLACE]
  stores one file with everything of the shop, which may be running meanwhile. PLACE is a folder or
  s3://BUCKET/PREFIX; without it, BACKUP_TO or DATA_DIR/backups.
  With BACKUP_WAL=on and without --to, it also makes a base backup of the database, from which any
  moment after it can be restored.
npm run backup -- --base
  makes only the base backup.`;

await runConsoleProgram(USAGE, async (args, env, stopped) => {
  const isBaseOnly = args[0] === '--base';
  const [option, to, ...others] = isBaseOnly ? args.slice(1) : args;
  if ((option && option !== '--to') || (option && !to) || others.length > 0 || (isBaseOnly && option)) return 'usage';
  const { key } = env.backup;
  if (key?.startsWith('AGE-SECRET-KEY-')) {
    throw new StartupError(
      'BACKUP_KEY is the secret half of a key pair, which only a restore needs. Set the other half, which begins with age1.',
    );
  }
  const target = await openConsoleDatabase(env);
  try {
    if (!isBaseOnly) await makeBackup(target.url, to, env, stopped);
    if (isBaseOnly || (env.backup.wal && !to)) await makeBase(target.url, env, stopped);
    return 0;
  } finally {
    await target.close();
  }
});

async function makeBackup(url: string, to: string | undefined, env: Env, stopped: AbortSignal): Promise<void> {
  const { key, keepDays, s3 } = env.backup;
  const place = await openBackupPlace(to ?? env.backup.to ?? join(env.dataDir, 'backups'), s3);
  const show = showProgress<BackupProgress>(
    ({ tables, tablesDone, images, imagesDone, bytes }) =>
      `${tablesDone} of ${tables} tables, ${imagesDone} of ${images} image files, ${formatBytes(bytes)}`,
  );
  const options = { place, key, stopped, dataDir: env.dataDir, version: VERSION, onProgress: show.update };
  const made = await createBackup({ url, ...options }).finally(show.end);
  await record(url, { ...made, place: place.title });
  const { removed, problem } = await removeOldBackups(place, keepDays);
  const note = key ? '' : ' It is not encrypted, since BACKUP_KEY is not set.';
  process.stdout.write(`${place.title}: ${made.name}, ${formatBytes(made.bytes)}, read again and compared.${note}\n`);
  if (removed.length > 0) process.stdout.write(`Removed as older than ${keepDays} days: ${removed.join(', ')}\n`);
  if (problem) process.stderr.write(`Backups older than ${keepDays} days were not removed: ${problem}\n`);
}

async function makeBase(url: string, env: Env, stopped: AbortSignal): Promise<void> {
  const { to, wal, keepDays, key, s3 } = env.backup;
  if (!wal || !to) throw new StartupError('A base backup needs the log that follows it: set BACKUP_WAL=on.');
  const locks = openAdvisoryLocks(url);
  try {
    if (!(await locks.tryAcquire('base backup'))) throw new StartupError('Another base backup is being made.');
    const archive = await openWalArchive(to, env.dataDir, { key, s3 });
    const made = await createBaseBackup({ url, dataDir: env.dataDir, archive, key, version: VERSION, stopped });
    process.stdout.write(`${archive.title}: ${made.name}, ${formatBytes(made.bytes)}\n`);
    const { removed, problem } = await pruneWalArchive(archive, keepDays);
    if (removed > 0) process.stdout.write(`Removed as older than ${keepDays} days: ${removed} files\n`);
    if (problem) process.stderr.write(`What is older than ${keepDays} days was not removed: ${problem}\n`);
  } finally {
    await locks.close();
  }
}

async function record(url: string, made: Parameters<typeof recordBackup>[1]): Promise<void> {
  const database = openDatabase(url, 1, createLog('silent'));
  await recordBackup(database.db, made).finally(() => database.close());
}

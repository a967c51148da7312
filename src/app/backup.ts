import { setPriority } from 'node:os';
import { join } from 'node:path';
import { recordBackup } from '#src/features/backups/queries.server.ts';
import { type BackupProgress, createBackup } from '#src/flows/backups/create-backup.server.ts';
import { removeOldBackups } from '#src/platform/backup/backup-place.server.ts';
import { openBackupPlace } from '#src/platform/backup/open-backup-place.server.ts';
import { openDatabase } from '#src/platform/database.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import { VERSION } from '#src/platform/version.server.ts';
import { formatBytes } from '#src/shared/numbers.ts';
import { openConsoleDatabase } from './console-database.server.ts';
import { runConsoleProgram, showProgress } from './console-program.server.ts';

// The program of `npm run backup`, which the shop itself also runs by its schedule. Visitors come first.
setPriority(10);

const USAGE = `npm run backup [-- --to PLACE]
  stores one file with everything of the shop, which may be running meanwhile. PLACE is a folder or
  s3://BUCKET/PREFIX; without it, BACKUP_TO or DATA_DIR/backups.`;

await runConsoleProgram(USAGE, async (args, env, stopped) => {
  const [option, to, ...others] = args;
  if ((option && option !== '--to') || (option && !to) || others.length > 0) return 'usage';
  const { key, keepDays, s3 } = env.backup;
  if (key?.startsWith('AGE-SECRET-KEY-')) {
    throw new StartupError(
      'BACKUP_KEY is the secret half of a key pair, which only a restore needs. Set the other half, which begins with age1.',
    );
  }
  const place = await openBackupPlace(to ?? env.backup.to ?? join(env.dataDir, 'backups'), s3);
  const target = await openConsoleDatabase(env);
  const show = showProgress<BackupProgress>(
    ({ tables, tablesDone, images, imagesDone, bytes }) =>
      `${tablesDone} of ${tables} tables, ${imagesDone} of ${images} image files, ${formatBytes(bytes)}`,
  );
  const options = { place, key, stopped, dataDir: env.dataDir, version: VERSION, onProgress: show.update };
  try {
    const made = await createBackup({ url: target.url, ...options }).finally(show.end);
    await record(target.url, { ...made, place: place.title });
    const { removed, problem } = await removeOldBackups(place, keepDays);
    const note = key ? '' : ' It is not encrypted, since BACKUP_KEY is not set.';
    process.stdout.write(`${place.title}: ${made.name}, ${formatBytes(made.bytes)}, read again and compared.${note}\n`);
    if (removed.length > 0) process.stdout.write(`Removed as older than ${keepDays} days: ${removed.join(', ')}\n`);
    if (problem) process.stderr.write(`Backups older than ${keepDays} days were not removed: ${problem}\n`);
    return 0;
  } finally {
    await target.close();
  }
});

async function record(url: string, made: Parameters<typeof recordBackup>[1]): Promise<void> {
  const database = openDatabase(url, 1, createLog('silent'));
  await recordBackup(database.db, made).finally(() => database.close());
}

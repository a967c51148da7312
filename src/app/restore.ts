import { existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BackupManifest } from '#src/flows/backups/manifest.ts';
import { restoreBackup } from '#src/flows/backups/restore-backup.server.ts';
import { openBackupPlace } from '#src/platform/backup/open-backup-place.server.ts';
import type { ExternalDatabase } from '#src/platform/env/database-env.server.ts';
import type { Env } from '#src/platform/env/env.server.ts';
import { tryInstanceLock } from '#src/platform/instance-lock.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { startEmbeddedPostgres } from '#src/platform/postgres/embedded.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import { runConsoleProgram, showProgress } from './console-program.server.ts';
import { openConsoleTarget } from './console-target.server.ts';
import { prepareDatabase } from './prepare-database.server.ts';
import { verifyDatabase } from './verify.server.ts';
import { createTextReporter } from './verify-report.server.ts';

// The program of `npm run restore`.

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
/** Where a folder is restored before its parts move to their places. */
const WORK_FOLDER = 'restoring';
const PARTS = ['secret', 'images', 'postgres'];

const USAGE = `npm run restore -- FROM
  restores a backup into an empty DATA_DIR, or into an empty database at DATABASE_URL. FROM is a file, a folder,
  s3://BUCKET/FILE or s3://BUCKET/PREFIX/; the newest backup of a folder or prefix is taken.`;

await runConsoleProgram(USAGE, async (args, env, stopped) => {
  const [from, ...others] = args;
  if (!from || others.length > 0) return 'usage';
  const { bytes, key, title } = await openBackup(from, env);
  process.stdout.write(`Restoring ${title}\n`);
  const show = showProgress<{ entry: string; images: number }>(({ entry, images }) =>
    images > 0 ? `${images} image files` : entry,
  );
  const options = { bytes, key, migrations: MIGRATIONS, stopped, onProgress: show.update };
  const manifest = await (env.database.kind === 'postgres'
    ? restoreInto(env.database, env, options)
    : restoreFolder(env, options)
  ).finally(show.end);
  return verify(manifest, env, stopped);
});

type Options = Omit<Parameters<typeof restoreBackup>[0], 'url' | 'folder'>;

/** A path that ends in a file's name is that file; every other one is a folder. */
async function openBackup(from: string, { backup }: Pick<Env, 'backup'>) {
  const isBucket = from.startsWith('s3:');
  const path = isBucket ? from : resolve(from);
  const isFile = /\.tar\.zst(?:\.age)?$/.test(path);
  const place = await openBackupPlace(isFile ? dirname(path) : path, backup.s3);
  const name = isFile ? basename(path) : (await place.list())[0]?.name;
  if (!name) throw new StartupError(`There is no backup in ${place.title}.`);
  if (name.endsWith('.age') && !backup.key)
    throw new StartupError(
      'The backup is encrypted. Set BACKUP_KEY to its passphrase, or to the secret half of its key.',
    );
  const key = name.endsWith('.age') ? backup.key : undefined;
  return { bytes: await place.read(name), key, title: `${name} of ${place.title}` };
}

/** Everything is restored beside its final place first, so that a killed run leaves no half of a shop. */
async function restoreFolder({ dataDir }: Pick<Env, 'dataDir'>, options: Options): Promise<BackupManifest> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = tryInstanceLock(dataDir);
  if (!lock) throw new StartupError(`A shop is running in ${dataDir}. Restore into an empty folder.`);
  const work = join(realpathSync(dataDir), WORK_FOLDER);
  try {
    const existing = PARTS.filter((part) => existsSync(join(dataDir, part)));
    if (existing.length > 0) {
      throw new StartupError(
        `There is already a shop in ${dataDir} (${existing.join(', ')}). Move it away, or set DATA_DIR to an empty folder.`,
      );
    }
    rmSync(work, { recursive: true, force: true });
    const postgres = await startEmbeddedPostgres({ dataDir: work, log: createLog('warn') });
    const manifest = await restoreBackup({ ...options, url: postgres.url, folder: work }).finally(() =>
      postgres.stop(),
    );
    // The database last: without it, there is no shop yet.
    for (const part of PARTS) if (existsSync(join(work, part))) renameSync(join(work, part), join(dataDir, part));
    return manifest;
  } finally {
    rmSync(work, { recursive: true, force: true });
    lock.release();
  }
}

async function restoreInto(
  database: ExternalDatabase,
  { dataDir }: Pick<Env, 'dataDir'>,
  options: Options,
): Promise<BackupManifest> {
  const existing = PARTS.filter((part) => existsSync(join(dataDir, part)));
  if (existing.length > 0) {
    throw new StartupError(
      `There is already something of a shop in ${dataDir} (${existing.join(', ')}). Move it away, or set DATA_DIR to an empty folder.`,
    );
  }
  const work = join(dataDir, WORK_FOLDER);
  const url = database.migrationUrl ?? database.directUrl ?? database.url;
  try {
    rmSync(work, { recursive: true, force: true });
    mkdirSync(work, { recursive: true, mode: 0o700 });
    const manifest = await restoreBackup({ ...options, url, folder: work });
    await prepareDatabase(database, MIGRATIONS, createLog('warn'));
    for (const part of PARTS) if (existsSync(join(work, part))) renameSync(join(work, part), join(dataDir, part));
    return manifest;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** A restored shop that breaks a rule is reported, but kept: whoever restores has nothing better. */
async function verify({ madeAt, version }: BackupManifest, env: Env, stopped: AbortSignal): Promise<number> {
  const target = await openConsoleTarget(env);
  try {
    const options = { migrations: MIGRATIONS, ledger: env.payments.kind === 'sandbox' };
    const { failed } = await verifyDatabase(target, options, createTextReporter(process.stdout), stopped);
    process.stdout.write(
      failed === 0
        ? `Restored: the shop of ${madeAt} (version ${version}). It can be started now.\n`
        : `Restored the shop of ${madeAt}, but it breaks rules of the shop (docs/operations/backups.md).\n`,
    );
    return failed === 0 ? 0 : 1;
  } finally {
    await target.close();
  }
}

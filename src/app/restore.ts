import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BackupManifest } from '#src/flows/backups/manifest.ts';
import { restoreBackup } from '#src/flows/backups/restore-backup.server.ts';
import { openBackupPlace } from '#src/platform/backup/open-backup-place.server.ts';
import type { ExternalDatabase } from '#src/platform/env/database-env.server.ts';
import type { Env } from '#src/platform/env/env.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { startEmbeddedPostgres } from '#src/platform/postgres/embedded.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import { runConsoleProgram, showProgress } from './console-program.server.ts';
import { prepareDatabase } from './prepare-database.server.ts';
import { PARTS, restoreAside, verifyRestored, WORK_FOLDER } from './restore-aside.server.ts';
import { restoreAt } from './restore-at.server.ts';

// The program of `npm run restore`.

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

const USAGE = `npm run restore -- FROM
       npm run restore -- --at TIME [FROM]
  restores a backup into an empty DATA_DIR, or into an empty database at DATABASE_URL. FROM is a file, a folder,
  s3://BUCKET/FILE or s3://BUCKET/PREFIX/; the newest backup of a folder or prefix is taken.
  With --at, it restores the built-in database of a moment, such as 2026-11-28T10:15:00Z, or of the latest one that
  was archived (--at latest). FROM is the place of BACKUP_TO, or that place if it is not named.`;

await runConsoleProgram(USAGE, async (args, env, stopped) => {
  if (args[0] === '--at') return restoreAt(args.slice(1), env, stopped);
  const [from, ...others] = args;
  if (!from || from.startsWith('-') || others.length > 0) return 'usage';
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
  return verifyRestored(`${manifest.madeAt} (version ${manifest.version})`, env, stopped);
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
function restoreFolder({ dataDir }: Pick<Env, 'dataDir'>, options: Options): Promise<BackupManifest> {
  return restoreAside(dataDir, async (work) => {
    const postgres = await startEmbeddedPostgres({ dataDir: work, log: createLog('warn') });
    return restoreBackup({ ...options, url: postgres.url, folder: work }).finally(() => postgres.stop());
  });
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

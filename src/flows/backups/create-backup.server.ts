import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type HeldLock, openAdvisoryLocks } from '#src/platform/advisory-locks.server.ts';
import { type ArchiveWriter, createArchive } from '#src/platform/backup/archive.server.ts';
import { type BackupPlace, toBackupName } from '#src/platform/backup/backup-place.server.ts';
import { dumpTable, readDatabaseManifest } from '#src/platform/backup/dump-database.server.ts';
import { unlessMissing } from '#src/platform/backup/unless-missing.server.ts';
import { withSnapshot } from '#src/platform/snapshot.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import { CLEAN_UP_JOB, toJobLock } from '#src/platform/worker/job-locks.ts';
import { keepKnownImages } from './known-images.server.ts';
import { BACKUP_FORMAT, type BackupManifest, IMAGES, MANIFEST, SECRET } from './manifest.ts';

export interface BackupOptions {
  /** The database, not a pooler in front of it. */
  url: string;
  /** The folder with `images/` and `secret`. What is not there is not in the backup. */
  dataDir: string;
  place: BackupPlace;
  /** A passphrase, or the recipient of a key pair of age. */
  key?: string | undefined;
  /** The version of this shop. */
  version: string;
  /** Called now and then, with what has been read so far. */
  onProgress?: (progress: BackupProgress) => void;
  /** Ends the backup. Nothing of it is left. */
  stopped?: AbortSignal;
}

export interface BackupProgress {
  tables: number;
  tablesDone: number;
  images: number;
  imagesDone: number;
  /** Before they are compressed. */
  bytes: number;
}

export interface MadeBackup {
  name: string;
  madeAt: Date;
  /** Of the archive. */
  bytes: number;
}

/** How long a backup waits for a cleanup to end, in ms. */
const CLEAN_UP_PATIENCE_MS = 600_000;
/** Files are looked up in batches of this many. */
const IMAGE_BATCH = 500;

/**
 * Makes a backup of a shop that may be running: its database at one moment, and each file that belonged to it then.
 * Files are stored before their row is, and only the cleanup deletes them, which waits meanwhile. Throws a StartupError
 * if it cannot work, or if another backup of this shop is being made.
 */
export async function createBackup(options: BackupOptions): Promise<MadeBackup> {
  const locks = openAdvisoryLocks(options.url);
  try {
    const alone = await locks.tryAcquire('backup');
    if (!alone) throw new StartupError('Another backup of this shop is being made. Try again when it has ended.');
    const keepsFiles = await waitFor(() => locks.tryAcquire(toJobLock(CLEAN_UP_JOB)), options.stopped);
    return await withSnapshot(options.url, (client) => writeBackup(client, keepsFiles, options), {
      stopped: options.stopped,
      name: 'ironmonger-backup',
    });
  } finally {
    await locks.close();
  }
}

async function waitFor(acquire: () => Promise<HeldLock | null>, stopped: AbortSignal | undefined): Promise<HeldLock> {
  const deadline = performance.now() + CLEAN_UP_PATIENCE_MS;
  while (performance.now() < deadline && !stopped?.aborted) {
    const held = await acquire();
    if (held) return held;
    await pause(500);
  }
  throw new StartupError(
    stopped?.aborted ? 'Stopped before it was done.' : 'The hourly cleanup takes too long. Try again later.',
  );
}

async function writeBackup(
  client: pg.ClientBase,
  keepsFiles: HeldLock,
  { dataDir, place, key, version, stopped, onProgress }: BackupOptions,
): Promise<MadeBackup> {
  const database = await readDatabaseManifest(client);
  const { rows } = await client.query<{ now: Date }>('select now()');
  const madeAt = rows[0]?.now ?? new Date();
  const manifest: BackupManifest = {
    shop: 'ironmonger',
    format: BACKUP_FORMAT,
    version,
    madeAt: madeAt.toISOString(),
    database,
  };
  const archive = await createArchive(key);
  const name = toBackupName(madeAt, key !== undefined);
  const stop = () => archive.fail(new StartupError('Stopped before it was done.'));
  stopped?.addEventListener('abort', stop);

  async function fill(): Promise<void> {
    const progress = { tables: database.tables.length, tablesDone: 0, images: 0, imagesDone: 0, bytes: 0 };
    const add: ArchiveWriter['add'] = async (entry, body) => {
      await archive.add(entry, body);
      progress.bytes += body.length;
      onProgress?.({ ...progress });
    };
    await add(MANIFEST, Buffer.from(JSON.stringify(manifest)));
    const secret = await unlessMissing(readFile(join(dataDir, SECRET)));
    if (secret) await add(SECRET, secret);
    for (const table of database.tables) {
      await dumpTable(client, table, { add });
      progress.tablesDone += 1;
    }
    const folder = join(dataDir, 'images');
    const names = (await unlessMissing(readdir(folder))) ?? [];
    progress.images = names.length;
    for (let at = 0; at < names.length; at += IMAGE_BATCH) {
      const batch = names.slice(at, at + IMAGE_BATCH);
      // Files of uploads that began after the snapshot are left out.
      for (const file of await keepKnownImages(client, batch))
        await add(`${IMAGES}${file}`, await readFile(join(folder, file)));
      progress.imagesDone = at + batch.length;
    }
    // Otherwise a cleanup may have deleted files meanwhile.
    await keepsFiles.fence.pass(client).catch(() => {
      throw new StartupError('The connection to the database was lost meanwhile. Try again.');
    });
    await archive.finish();
  }

  const writing = place.write(name, archive.bytes);
  try {
    // Whoever fails first ends both: without its reader, the archive would wait for ever.
    const [bytes] = await Promise.all([writing, fill()]);
    return { name, madeAt, bytes };
  } catch (error) {
    archive.fail(error);
    await writing.catch(() => {});
    throw error;
  } finally {
    stopped?.removeEventListener('abort', stop);
  }
}

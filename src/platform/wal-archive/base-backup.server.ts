import { type FileHandle, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { type ArchiveWriter, createArchive } from '../backup/archive.server.ts';
import { unlessMissing } from '../backup/unless-missing.server.ts';
import { liftLimits } from '../session-limits.server.ts';
import { withConnection } from '../single-connection.server.ts';
import { StartupError } from '../startup-error.server.ts';
import { parseImageName, toBaseName } from './archive-names.ts';
import type { WalArchive } from './wal-archive.server.ts';

export interface BaseBackupOptions {
  /** The built-in database, which must be running and hand over its log. */
  url: string;
  dataDir: string;
  archive: WalArchive;
  key?: string | undefined;
  version: string;
  stopped?: AbortSignal;
}

/** What a server that starts makes anew, as PostgreSQL's own `pg_basebackup` knows. Their folders must exist. */
const EMPTY_FOLDERS = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'pg_internal.init',
  'recovery.signal',
  'standby.signal',
]);
const isTemporary = (name: string) => name.startsWith('pgsql_tmp') || name.endsWith('.new');

const CHUNK_BYTES = 1024 * 1024;
/** How long the server may take to hand over the end of the log that the backup needs, in ms. */
const HAND_OVER_MS = 120_000;

/** The first entry of a base backup: all folders, also empty ones. */
export const FOLDERS = 'folders.json';
/** Where its entries of the database are. */
export const CLUSTER = 'postgres/';

/**
 * Makes a base backup: the files of the database while it runs, each at another moment. With the log from its start to
 * its end, which the archive gets, they are the database of one moment. Throws a StartupError if it cannot work.
 */
export function createBaseBackup(
  options: BaseBackupOptions,
): Promise<{ name: string; startedAt: Date; bytes: number }> {
  const config = {
    connectionString: options.url,
    application_name: 'ironmonger-base',
    keepAlive: true,
    query_timeout: 0,
  };
  return withConnection(config, async (client) => {
    await liftLimits(client);
    return write(client, options);
  });
}

async function write(client: pg.Client, options: BaseBackupOptions) {
  const { archive, dataDir, key, version, stopped } = options;
  const { rows: settings } = await client.query<{ mode: string }>(`select current_setting('archive_mode') as mode`);
  if (settings[0]?.mode !== 'on')
    throw new StartupError('PostgreSQL does not hand over its log. Start the shop with BACKUP_WAL=on first.');
  const removedImages = await listRemovedImages(archive, dataDir);
  const { rows } = await client
    .query<{ firstSegment: string; startedAt: Date }>(
      `select pg_walfile_name(pg_backup_start('ironmonger', true)) as "firstSegment", now() as "startedAt"`,
    )
    .catch((error: unknown) => {
      throw explainStart(error);
    });
  const [started] = rows;
  if (!started) throw new StartupError('PostgreSQL did not begin the base backup.');
  const { firstSegment, startedAt } = started;
  const name = toBaseName(startedAt);
  const tar = await createArchive(key);
  const file = `${name}.tar.zst${key ? '.age' : ''}`;
  const writing = archive.write(file, tar.bytes);
  try {
    const [bytes, stoppedAt] = await Promise.all([writing, fill(client, tar, dataDir, stopped)]);
    const base = { name, version, firstSegment, isEncrypted: key !== undefined, removedImages };
    await archive.writeBase({ ...base, startedAt: startedAt.toISOString(), stoppedAt: stoppedAt.toISOString() });
    return { name, startedAt, bytes };
  } catch (error) {
    tar.fail(error);
    await writing.catch(() => {});
    throw error;
  }
}

function explainStart(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === '42501')) return error;
  return new StartupError('The shop may not make base backups yet. Start it once with BACKUP_WAL=on.', {
    cause: error,
  });
}

async function fill(client: pg.Client, tar: ArchiveWriter, dataDir: string, stopped: AbortSignal | undefined) {
  const cluster = join(dataDir, 'postgres');
  const { files, folders } = await listFiles(cluster);
  await tar.add(FOLDERS, Buffer.from(JSON.stringify(folders)));
  const secret = await unlessMissing(readFile(join(dataDir, 'secret')));
  if (secret) await tar.add('secret', secret);
  for (const path of files) {
    if (stopped?.aborted) throw new StartupError('Stopped before it was done.');
    await addFile(tar, join(cluster, path), `${CLUSTER}${path}`);
  }
  await client.query(`set statement_timeout = ${HAND_OVER_MS}`);
  const { rows } = await client
    .query<{ labelfile: string; spcmapfile: string; stoppedAt: Date }>(
      `select labelfile, spcmapfile, clock_timestamp() as "stoppedAt" from pg_backup_stop(true)`,
    )
    .catch((error: unknown) => {
      throw new StartupError('PostgreSQL could not hand over its log (see postgres.log).', { cause: error });
    });
  const [ended] = rows;
  if (ended?.spcmapfile.trim() !== '')
    throw new StartupError('The database has tablespaces of its own, which a base backup does not contain.');
  await tar.add(`${CLUSTER}backup_label`, Buffer.from(ended.labelfile));
  await tar.finish();
  return ended.stoppedAt;
}

/** All files of the cluster that a base backup contains, and all folders, as paths with slashes. */
async function listFiles(cluster: string): Promise<{ files: string[]; folders: string[] }> {
  const files: string[] = [];
  const folders: string[] = [];
  async function walk(path: string): Promise<void> {
    for (const entry of await readdir(join(cluster, path), { withFileTypes: true })) {
      const inner = path ? `${path}/${entry.name}` : entry.name;
      if (LEFT_OUT.has(entry.name) || isTemporary(entry.name)) continue;
      if (entry.isDirectory()) {
        folders.push(inner);
        if (!EMPTY_FOLDERS.has(inner)) await walk(inner);
      } else if (entry.isFile()) files.push(inner);
    }
  }
  await walk('');
  return { files, folders: [...folders, 'pg_wal/archive_status', 'pg_wal/summaries'] };
}

/** A file that was deleted meanwhile is left out, since the log knows. */
async function addFile(tar: ArchiveWriter, path: string, name: string): Promise<void> {
  const file = await unlessMissing(open(path, 'r'));
  if (!file) return;
  try {
    const { size } = await file.stat();
    await tar.addStream(name, size, readExactly(file, size));
  } finally {
    await file.close();
  }
}

/** The server may lengthen or cut the file meanwhile. The log repeats what it did. */
async function* readExactly(file: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - at));
    // What is missing at the end stays zero.
    await file.read(chunk, 0, chunk.length, at);
    yield chunk;
    at += chunk.length;
  }
}

async function listRemovedImages(archive: WalArchive, dataDir: string): Promise<string[]> {
  const present = new Set(await unlessMissing(readdir(join(dataDir, 'images'))));
  return (await archive.names()).filter((name) => {
    const image = parseImageName(name);
    return image !== null && !present.has(image);
  });
}

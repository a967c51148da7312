import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { type ArchiveEntry, readArchive } from '#src/platform/backup/archive.server.ts';
import {
  type DatabaseManifest,
  readDatabaseManifest,
  readTableName,
  SCHEMAS,
} from '#src/platform/backup/dump-database.server.ts';
import { beginRestore } from '#src/platform/backup/restore-tables.server.ts';
import { copyMigrations, migrateDatabase } from '#src/platform/migrate.server.ts';
import { liftLimits } from '#src/platform/session-limits.server.ts';
import { withConnection } from '#src/platform/single-connection.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import { parseUploadName } from '#src/shared/image-url.ts';
import { BACKUP_FORMAT, type BackupManifest, IMAGES, MANIFEST, manifestSchema, SECRET } from './manifest.ts';

export interface RestoreOptions {
  bytes: ReadableStream<Uint8Array>;
  /** The passphrase, or the secret half of the key pair. */
  key?: string | undefined;
  /** An empty database, as the role that is to own the tables. */
  url: string;
  /** Gets `images/` and `secret`. It should have neither. */
  folder: string;
  /** The folder with this version's migrations. */
  migrations: string;
  onProgress?: (progress: { entry: string; images: number }) => void;
  /** Ends it before the next entry. No row is kept. */
  stopped?: AbortSignal;
}

/**
 * Restores a backup into an empty database and folder. The database gets the tables of the version that made the
 * backup, then its rows, then the later migrations. Until the last row is checked, nothing is committed but empty
 * tables. Throws a StartupError that says what is wrong with the backup or the database.
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupManifest> {
  const { url, migrations, key, bytes } = options;
  await requireEmpty(url);
  const entries = readArchive(bytes, key);
  const first = await entries.next();
  const manifest = await readManifest(first.done ? undefined : first.value);
  await migrateTo(manifest.database.migrations, url, migrations, manifest.version);
  await restoreEntries(entries, manifest, options);
  await migrateDatabase(url, migrations);
  return manifest;
}

/** Statements on all rows of a table take as long as they take. */
function withOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const config = { connectionString: url, application_name: 'ironmonger-restore', keepAlive: true, query_timeout: 0 };
  return withConnection(config, async (client) => {
    await liftLimits(client);
    return work(client);
  });
}

function requireEmpty(url: string): Promise<void> {
  return withOwner(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select format($2, schemaname, tablename) as name from pg_tables where schemaname = any($1) limit 1',
      [[...SCHEMAS, 'drizzle'], '%I.%I'],
    );
    if (!rows[0]) return;
    throw new StartupError(
      `The database is not empty: it has ${rows[0].name}. A backup is restored into a new database, which createdb makes.`,
    );
  });
}

async function readManifest(entry: ArchiveEntry | undefined): Promise<BackupManifest> {
  if (entry?.name !== MANIFEST) throw new StartupError('This is not a backup of a shop.');
  const text = await new Response(entry.body).text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new StartupError('The backup is damaged: it does not say what it contains.');
  }
  const format = (json as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > BACKUP_FORMAT)
    throw newerVersion(String((json as BackupManifest).version));
  const manifest = manifestSchema.safeParse(json);
  if (!manifest.success) throw new StartupError('The backup is damaged: it does not say what it contains.');
  return manifest.data;
}

const newerVersion = (version: string) =>
  new StartupError(
    `The backup was made by a newer version of the shop (${version}). Restore it with that version, or a later one.`,
  );

/** Gives an empty database the tables that the backup was made from, by leaving out the later migrations. */
async function migrateTo(applied: readonly number[], url: string, migrations: string, version: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ironmonger-restore-'));
  try {
    const known = copyMigrations(migrations, folder, ({ when }) => applied.includes(when));
    if (known.length < applied.length) throw newerVersion(version);
    await migrateDatabase(url, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function restoreEntries(
  entries: AsyncIterable<ArchiveEntry>,
  { database }: BackupManifest,
  { url, folder, stopped, onProgress }: RestoreOptions,
): Promise<void> {
  return withOwner(url, async (client) => {
    const own = selectOwn(database, await readDatabaseManifest(client));
    const ownNames = new Set(own.tables.map(({ name }) => name));
    const tables = await beginRestore(client, own);
    const imageFolder = join(folder, IMAGES);
    await mkdir(imageFolder, { recursive: true, mode: 0o700 });
    const toFile = (path: string, body: ArchiveEntry['body']) => writeFile(path, body, { mode: 0o600, flush: true });
    let images = 0;
    for await (const { name, body } of entries) {
      if (stopped?.aborted) throw new StartupError('Stopped before it was done.');
      const table = readTableName(name);
      const image = name.startsWith(IMAGES) ? name.slice(IMAGES.length) : null;
      if (table && ownNames.has(table)) await tables.add(table, body);
      else if (table) await body.pipeTo(new WritableStream());
      else if (name === SECRET) await toFile(join(folder, SECRET), body);
      else if (image && parseUploadName(image)) {
        await toFile(join(imageFolder, image), body);
        images += 1;
      } else throw new StartupError(`The backup is damaged: it has an entry ${name.slice(0, 100)}.`);
      onProgress?.({ entry: name, images });
    }
    await tables.finish();
  });
}

/**
 * The part of a backup that migrations have made: an operator's own tables are left out. Its names become part of
 * statements, so they must be those of the migrated database.
 */
function selectOwn(backup: DatabaseManifest, database: DatabaseManifest): DatabaseManifest {
  const tables = database.tables.map(({ name, columns }) => {
    const stored = backup.tables.find((table) => table.name === name);
    if (!stored || String([...stored.columns].sort()) !== String([...columns].sort()))
      throw new StartupError(`The backup has not all columns of ${name}, or columns that no migration has made.`);
    return stored;
  });
  const known = new Set(database.sequences.map(({ name }) => name));
  const sequences = backup.sequences.filter(({ name }) => known.has(name));
  return { ...backup, tables, sequences };
}

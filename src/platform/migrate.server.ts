import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { findDatabaseError } from './database-faults.server.ts';
import { liftLimits } from './session-limits.server.ts';
import { StartupError } from './startup-error.server.ts';

/** Any constant works; every process of the shop uses the same one. */
const MIGRATION_LOCK = 7_214_001;

/**
 * Migrates the database to this version. All pending migrations run in one transaction, so a killed run leaves nothing
 * half done; a second process waits for the first. A database of a newer version is a `StartupError`, since this
 * version does not know its columns. `url` must lead to a session of its own, not to a transaction pooler, which would
 * keep the lock after the client has gone. `onMigrated` gets the same connection, still under the lock.
 */
export async function migrateDatabase(
  url: string,
  folder: string,
  onMigrated: (client: pg.Client) => Promise<void> = async () => {},
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'ironmonger-migrate' });
  await client.connect();
  try {
    await liftLimits(client);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    // The migrator always creates its schema, which a role that only reads and writes rows may not do.
    const isBehind = await hasPendingMigrations(client, folder);
    if (isBehind) await runMigrations(drizzle({ client }), { migrationsFolder: folder });
    await onMigrated(client);
    if (isBehind) await vacuumRewritten(client);
  } catch (error) {
    throw explainLackingPrivilege(client, error) ?? error;
  } finally {
    await client.end();
  }
}

/**
 * A migration that rewrites a table leaves it without a visibility map. Index-only counts then read the rows, and
 * autovacuum does not notice.
 */
async function vacuumRewritten(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relkind = 'r' and c.relallvisible = 0 and c.reltuples > 1000
       and pg_has_role(c.relowner, 'USAGE')`,
  );
  // Without it, counts are slower, which is no reason to fail the start.
  for (const { name } of rows) await client.query(`vacuum (analyze) ${name}`).catch(() => {});
}

async function hasPendingMigrations(client: pg.Client, folder: string): Promise<boolean> {
  const schema = await compareSchema(client, folder);
  if (schema === 'newer') {
    throw new StartupError(
      'The database was upgraded by a newer version of the shop. Start that version, or restore an earlier backup.',
    );
  }
  return schema !== 'same';
}

/**
 * Compares the database's schema with this version's, without changing anything. A migration is identified by its
 * creation time, which the journal in the migrations folder records.
 */
export async function compareSchema(
  client: Pick<pg.ClientBase, 'query'>,
  folder: string,
): Promise<'same' | 'older' | 'newer' | 'none'> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  );
  if (!tables[0]?.exists) return 'none';
  const { rows } = await client.query<{ created_at: string }>('select created_at from drizzle.__drizzle_migrations');
  const applied = new Set(rows.map(({ created_at }) => Number(created_at)));
  const known = new Set(readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis));
  if ([...applied].some((time) => !known.has(time))) return 'newer';
  return [...known].some((time) => !applied.has(time)) ? 'older' : 'same';
}

/** An entry of the journal in a migrations folder. */
interface JournalEntry {
  /** Its number, from 0. */
  idx: number;
  /** Its creation time in ms since 1970, which identifies it. */
  when: number;
  tag: string;
}

/**
 * Copies some of the migrations into a new folder, as an earlier version had them. Returns their creation times. The
 * migrator itself always runs all of a folder.
 */
export function copyMigrations(from: string, to: string, isWanted: (entry: JournalEntry) => boolean): number[] {
  const journal = JSON.parse(readFileSync(join(from, 'meta', '_journal.json'), 'utf8')) as { entries: JournalEntry[] };
  const entries = journal.entries.filter(isWanted);
  mkdirSync(join(to, 'meta'), { recursive: true });
  writeFileSync(join(to, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries) copyFileSync(join(from, `${tag}.sql`), join(to, `${tag}.sql`));
  return entries.map(({ when }) => when);
}

function explainLackingPrivilege({ user }: pg.Client, error: unknown): StartupError | null {
  const { code, message } = findDatabaseError(error) ?? {};
  if (code !== '42501') return null;
  return new StartupError(
    `The database cannot be brought up to date: ${message}. The role "${user}" must own the shop's tables and have ` +
      'CREATE on the database. DATABASE_MIGRATION_URL can name another role for this (docs/operations/many-machines.md).',
    { cause: error },
  );
}

import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { StartupError } from './startup-error.server.ts';

/** Any constant will do; every process of the shop takes the same one. */
const MIGRATION_LOCK = 7_214_001;

/**
 * Brings the database to this version. All pending migrations run in one transaction, so a killed run leaves
 * nothing half done; a second process waits for the first. A database of a newer version is a `StartupError`: this one
 * does not know its columns.
 */
export async function migrateDatabase(url: string, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'ironmonger-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await rejectNewerSchema(client, folder);
    await runMigrations(drizzle({ client }), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}

/** A migration is known by the time of its making, which the journal of the migrations folder records. */
async function rejectNewerSchema(client: pg.Client, folder: string): Promise<void> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  );
  if (!tables[0]?.exists) return;
  const { rows: applied } = await client.query<{ created_at: string }>(
    'select created_at from drizzle.__drizzle_migrations',
  );
  const known = new Set(readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis));
  if (applied.some(({ created_at }) => !known.has(Number(created_at)))) {
    throw new StartupError(
      'The database was brought up to date by a newer version of the shop. Start that version, or restore a backup from before.',
    );
  }
}

import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

/** Any constant will do; every process of the shop takes the same one. */
const MIGRATION_LOCK = 7_214_001;

/**
 * Brings the database to this version. All pending migrations run in one transaction, so a killed run leaves
 * nothing half done; a second process waits for the first.
 */
export async function migrateDatabase(url: string, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'ironmonger-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await runMigrations(drizzle({ client }), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}

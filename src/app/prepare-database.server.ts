import { getTableName } from 'drizzle-orm';
import pg from 'pg';
import { priceChanges, stockAdjustments } from '#src/features/catalogue/tool/tables.server.ts';
import { auditEvents } from '#src/platform/audit/tables.server.ts';
import {
  checkPrivileges,
  getRole,
  grantPrivileges,
  type RestrictedTables,
} from '#src/platform/database-privileges.server.ts';
import type { ExternalDatabase } from '#src/platform/env/database-env.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import { migrateDatabase } from '#src/platform/migrate.server.ts';
import { limitRole } from '#src/platform/session-limits.server.ts';

/** Records that the shop only adds to. If its role is not the tables' owner, it cannot change them. */
const RESTRICTED_TABLES: RestrictedTables = {
  [getTableName(stockAdjustments)]: ['SELECT', 'INSERT'],
  [getTableName(priceChanges)]: ['SELECT', 'INSERT'],
  // Visitors' addresses are erased after a while.
  [getTableName(auditEvents)]: ['SELECT', 'INSERT', 'UPDATE (address)'],
};

/** Migrates a database that the operator provides, and makes sure that the shop's role can work in it. */
export async function prepareDatabase(
  { url: poolUrl, directUrl, migrationUrl }: Pick<ExternalDatabase, 'url' | 'directUrl' | 'migrationUrl'>,
  migrations: string,
  log: Log,
): Promise<void> {
  const url = directUrl ?? poolUrl;
  await migrateDatabase(migrationUrl ?? url, migrations, async (owner) => {
    // Under the lock, since PostgreSQL rejects two such changes of a role at once.
    if (directUrl && (await limitRole(directUrl))) {
      log.warn(
        'the role of DATABASE_URL got its time limits in this database; connections that the pooler has already opened ' +
          'have none until it reopens them (RECONNECT in the console of pgbouncer)',
      );
    }
    if (!migrationUrl) return;
    const role = await findRuntimeRole(url);
    const { ownsTables } = await grantPrivileges(owner, role, migrations, RESTRICTED_TABLES);
    if (ownsTables) {
      log.warn(
        { role },
        'the role of DATABASE_URL owns the tables, so DATABASE_MIGRATION_URL does not separate any privileges',
      );
    }
  });
  await checkPrivileges(url, migrations, RESTRICTED_TABLES);
}

async function findRuntimeRole(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await getRole(client);
  } finally {
    await client.end();
  }
}

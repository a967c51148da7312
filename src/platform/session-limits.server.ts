import pg from 'pg';

/** Time limits of one session, in ms. The server itself ends a statement that exceeds its limit. */
export const SESSION_LIMITS = {
  statement_timeout: 10_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
} as const;

/** How long to wait for a server that has gone silent, in ms. Longer than any statement may take. */
export const QUERY_TIMEOUT_MS = 12_000;

const NAMES = Object.keys(SESSION_LIMITS);

/**
 * Gives every future session of this role in this database the time limits, so that connections which a pooler opens
 * have them, too. Resolves to whether they were missing: sessions that are already open do not get them. Throws the
 * driver's errors.
 */
export async function limitRole(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'ironmonger-migrate' });
  await client.connect();
  try {
    const { rows } = await client.query<{ database: string; settings: string[] | null }>(
      `select current_database() as database, (select setconfig from pg_db_role_setting where setrole = current_user::regrole
         and setdatabase = (select oid from pg_database where datname = current_database())) as settings`,
    );
    const { database = '', settings } = rows[0] ?? {};
    const missing = Object.entries(SESSION_LIMITS).filter(([name, ms]) => !settings?.includes(`${name}=${ms}`));
    for (const [name, ms] of missing)
      await client.query(`alter role current_user in database ${pg.escapeIdentifier(database)} set ${name} = ${ms}`);
    return missing.length > 0;
  } finally {
    await client.end();
  }
}

/** Lifts the limits that the role may have, for work that may take long. The session must be the client's own. */
export async function liftLimits(client: pg.Client): Promise<void> {
  await client.query(NAMES.map((name) => `set ${name} = 0`).join(';'));
}

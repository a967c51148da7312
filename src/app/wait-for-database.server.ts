import { setTimeout as pause } from 'node:timers/promises';
import { findDatabaseFault } from '#src/platform/database-faults.server.ts';
import type { ExternalDatabase } from '#src/platform/env/database-env.server.ts';
import { withConnection } from '#src/platform/single-connection.server.ts';

type Urls = Pick<ExternalDatabase, 'url' | 'directUrl' | 'migrationUrl'>;

/** In ms. A process manager starts the shop again afterward. */
export const DATABASE_PATIENCE_MS = 60_000;
const INTERVAL_MS = 500;

/**
 * Waits while the database is away, as after a power failure that both machines have had. It does not wait for what
 * somebody has to correct, such as a wrong password; the checks after it name that, and a database that stays away.
 * `onWait` is called once, with the reason, which contains no password.
 */
export async function waitForDatabase(
  urls: Urls,
  onWait: (reason: string) => void,
  patienceMs = DATABASE_PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  let hasTold = false;
  for (const [key, url] of listAddresses(urls)) {
    for (;;) {
      const reason = await findOutage(url);
      if (reason === null || performance.now() >= deadline) break;
      if (!hasTold) onWait(`${key} cannot be used yet: ${reason}.`);
      hasTold = true;
      await pause(INTERVAL_MS);
    }
  }
}

/** In one sentence, which of the addresses accepts no writes, if any. Throws the driver's errors. */
export async function findReadOnlyAddress(urls: Urls): Promise<string | null> {
  for (const [key, url] of listAddresses(urls)) {
    const isReadOnly = await withConnection({ connectionString: url }, async (client) => {
      const { rows } = await client.query<{ readOnly: boolean }>(
        `select current_setting('transaction_read_only') = 'on' as "readOnly"`,
      );
      return rows[0]?.readOnly === true;
    });
    if (isReadOnly)
      return (
        `${key} leads to a database that accepts no writes: a standby, or a primary that was demoted. ` +
        'Set it to the address of the primary, or promote this one.'
      );
  }
  return null;
}

function listAddresses({ url, directUrl, migrationUrl }: Urls): [key: string, url: string][] {
  const keys = { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_MIGRATION_URL: migrationUrl };
  return Object.entries(keys).flatMap(([key, address]) => (address ? [[key, address]] : []));
}

/** Why nobody can work with the database at the moment; null if somebody can, or if waiting does not help. */
async function findOutage(url: string): Promise<string | null> {
  try {
    await withConnection({ connectionString: url }, async (client) => {
      await client.query('select 1');
    });
    return null;
  } catch (error) {
    return isOutage(error) ? (error instanceof Error && error.message) || 'no connection' : null;
  }
}

/** Whether a server could not be reached, which passes. Also a name that is not known yet, as where containers start in any order. */
export function isOutage(error: unknown): boolean {
  if (findDatabaseFault(error) !== null) return true;
  if (!(error instanceof Error)) return false;
  if ('code' in error && (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')) return true;
  return /timeout expired/.test(error.message);
}

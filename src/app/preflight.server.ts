import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Env } from '#src/platform/env/env.server.ts';
import { checkDatabaseUrls } from './check-database-urls.server.ts';
import { checkReplicaUrl } from './check-replica-url.server.ts';
import { findReadOnlyAddress, waitForDatabase } from './wait-for-database.server.ts';

interface PreflightOptions {
  /** Called once if the start waits for the database, with the reason. */
  onWait: (reason: string) => void;
  /** How long it waits, in ms. */
  patienceMs?: number;
}

/**
 * Everything that would keep the shop from starting, in one sentence each, not only the first problem. Waits for a
 * database that is away, unless somebody has to correct something else anyway.
 */
export async function runPreflightChecks(
  { dataDir, database }: Pick<Env, 'dataDir' | 'database'>,
  { onWait, patienceMs }: PreflightOptions,
): Promise<string[]> {
  const errors = [checkDataDir(dataDir)].filter((error) => error !== null);
  if (database.kind !== 'postgres') return errors;
  if (errors.length === 0) await waitForDatabase(database, onWait, patienceMs);
  errors.push(...(await checkDatabaseUrls(database)));
  if (errors.length > 0) return errors;
  const readOnly = await findReadOnlyAddress(database);
  const replica = readOnly ? null : await checkReplicaUrl(database);
  return [readOnly, replica].filter((error) => error !== null);
}

function checkDataDir(folder: string): string | null {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
    writeFileSync(probe, '');
    rmSync(probe);
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return `DATA_DIR ${folder} cannot be written to${code}. Make it writable for this user, or choose another DATA_DIR.`;
  }
}

/** Creates the folder level by level: if a level can never be created, Node's recursive option tries forever. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

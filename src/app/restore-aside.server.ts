import { existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Env } from '#src/platform/env/env.server.ts';
import { tryInstanceLock } from '#src/platform/instance-lock.server.ts';
import { killOrphans } from '#src/platform/postgres/processes.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import { openConsoleTarget } from './console-target.server.ts';
import { verifyDatabase } from './verify.server.ts';
import { createTextReporter } from './verify-report.server.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Where a folder is restored before its parts move to their places. */
export const WORK_FOLDER = 'restoring';
/** The database last: without it, there is no shop yet. */
export const PARTS = ['secret', 'images', 'postgres'];

/**
 * Restores a shop beside its final place, and moves it there when `build` has made its parts in the work folder. A
 * killed run leaves no half of a shop. Throws a StartupError if there is a shop already, or one is running.
 */
export async function restoreAside<T>(dataDir: string, build: (work: string) => Promise<T>): Promise<T> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = tryInstanceLock(dataDir);
  if (!lock) throw new StartupError(`A shop is running in ${dataDir}. Restore into an empty folder.`);
  const work = join(realpathSync(dataDir), WORK_FOLDER);
  try {
    const existing = PARTS.filter((part) => existsSync(join(dataDir, part)));
    if (existing.length > 0) {
      throw new StartupError(
        `There is already a shop in ${dataDir} (${existing.join(', ')}). Move it away, or set DATA_DIR to an empty folder.`,
      );
    }
    // A killed run may have left its server, too.
    await killOrphans(join(work, 'postgres'));
    rmSync(work, { recursive: true, force: true });
    // If root restores, PostgreSQL runs as another user, who must be able to enter the folder.
    mkdirSync(work, { mode: process.geteuid?.() === 0 ? 0o711 : 0o700 });
    const built = await build(work);
    for (const part of PARTS) if (existsSync(join(work, part))) renameSync(join(work, part), join(dataDir, part));
    return built;
  } finally {
    rmSync(work, { recursive: true, force: true });
    lock.release();
  }
}

/**
 * Verifies a restored shop and says how it is; resolves to the exit code. `title` says of when it is. A shop that breaks
 * a rule is reported, but kept: whoever restores has nothing better.
 */
export async function verifyRestored(title: string, env: Env, stopped: AbortSignal): Promise<number> {
  const target = await openConsoleTarget(env);
  try {
    const options = { migrations: MIGRATIONS, ledger: env.payments.kind === 'sandbox' };
    const { failed } = await verifyDatabase(target, options, createTextReporter(process.stdout), stopped);
    process.stdout.write(
      failed === 0
        ? `Restored: the shop of ${title}. It can be started now.\n`
        : `Restored the shop of ${title}, but it breaks rules of the shop (docs/operations/backups.md).\n`,
    );
    return failed === 0 ? 0 : 1;
  } finally {
    await target.close();
  }
}

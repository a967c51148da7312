import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import {
  chooseBase,
  type PointOptions,
  type RestoreTarget,
  restoreImages,
  restorePoint,
} from '#src/flows/backups/restore-point.server.ts';
import type { Env } from '#src/platform/env/env.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { compareSchema, migrateDatabase } from '#src/platform/migrate.server.ts';
import { startEmbeddedPostgres } from '#src/platform/postgres/embedded.server.ts';
import { withConnection } from '#src/platform/single-connection.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import { findWalArchive } from '#src/platform/wal-archive/wal-archive.server.ts';
import { showProgress } from './console-program.server.ts';
import { restoreAside, verifyRestored } from './restore-aside.server.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

/** `npm run restore -- --at TIME [FROM]`. Throws a StartupError that says why this moment cannot be restored. */
export async function restoreAt(args: readonly string[], env: Env, stopped: AbortSignal): Promise<number | 'usage'> {
  const [time, from = env.backup.to, ...others] = args;
  if (!time || others.length > 0) return 'usage';
  const target = parseTarget(time);
  if (env.database.kind === 'postgres') {
    throw new StartupError(
      'Only the built-in database is restored with --at. With DATABASE_URL, the tool that archives its log restores it (docs/operations/backups.md).',
    );
  }
  if (!from) throw new StartupError('Name the place of the archive, or set BACKUP_TO.');
  const { key, s3 } = env.backup;
  const archive = await findWalArchive(from.startsWith('s3:') ? from : resolve(from), { key, s3 });
  const base = await chooseBase(archive, target);
  if (base.isEncrypted && !key?.startsWith('AGE-SECRET-KEY-'))
    throw new StartupError('The archive is encrypted. Set BACKUP_KEY to the secret half of its key.');
  process.stdout.write(`Restoring ${toTitle(target)} from ${base.name} of ${archive.title} and the log after it\n`);
  const show = showProgress<string>((what) => what);
  const options = { archive, key, base, target, stopped, onProgress: show.update };
  const lastChange = await restoreAside(env.dataDir, (folder) => restore({ ...options, folder })).finally(show.end);
  const last = lastChange
    ? `its last change is of ${lastChange.toISOString()}`
    : 'nothing changed after its base backup';
  return verifyRestored(`${toTitle(target)} (${last})`, env, stopped);
}

const toTitle = (target: RestoreTarget) => (target === 'latest' ? 'the latest moment' : target.toISOString());

function parseTarget(time: string): RestoreTarget {
  if (time === 'latest') return time;
  const parsed = z.iso.datetime({ offset: true }).safeParse(time);
  if (parsed.success) return new Date(parsed.data);
  throw new StartupError(
    `${time} is not a time such as 2026-11-28T10:15:00Z or 2026-11-28T11:15:00+01:00, with its time zone, or latest.`,
  );
}

/** The recovery has ended before the first connection. From here on, it is a stopped shop like any other. */
async function restore(options: PointOptions): Promise<Date | null> {
  const lastChange = await restorePoint(options);
  const postgres = await startEmbeddedPostgres({ dataDir: options.folder, log: createLog('warn') });
  try {
    await requireKnownVersion(postgres.url, options.base.version);
    await migrateDatabase(postgres.url, MIGRATIONS);
    await restoreImages(postgres.url, options);
  } finally {
    await postgres.stop();
  }
  return lastChange;
}

async function requireKnownVersion(url: string, version: string): Promise<void> {
  const schema = await withConnection({ connectionString: url }, (client) => compareSchema(client, MIGRATIONS));
  if (schema !== 'newer') return;
  throw new StartupError(
    `The archive was made by a newer version of the shop (${version}). Restore it with that version, or a later one.`,
  );
}

import type { Env } from '#src/platform/env/env.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import { openWalArchive } from '#src/platform/wal-archive/wal-archive.server.ts';
import { createWalArchiver, type WalArchiver } from '#src/platform/wal-archive/wal-archiver.server.ts';
import { parseUploadName } from '#src/shared/image-url.ts';

/** Archives the log of the built-in database in BACKUP_TO; null unless that is configured. */
export function createConfiguredArchiver(
  { backup, dataDir }: Pick<Env, 'backup' | 'dataDir'>,
  log: Log,
): WalArchiver | null {
  const { to, wal, key, s3 } = backup;
  if (!wal || !to) return null;
  return createWalArchiver({
    openArchive: () => openWalArchive(to, dataDir, { key, s3 }),
    dataDir,
    key,
    isImage: (name) => parseUploadName(name) !== null,
    log,
  });
}

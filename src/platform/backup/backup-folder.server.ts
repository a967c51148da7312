import { createReadStream } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { StartupError } from '../startup-error.server.ts';
import { syncFolder } from '../sync-folder.server.ts';
import { type BackupPlace, listBackups } from './backup-place.server.ts';
import { createSum } from './stream-sum.server.ts';

/** A folder on this machine, or one that is mounted there. */
export function openFolder(path: string): BackupPlace {
  const folder = resolve(path);

  return {
    title: folder,
    async write(name, bytes) {
      const partial = join(folder, `${name}.part`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        if (isBackup(name)) await removeAbandoned(folder);
        const file = await open(partial, 'wx', 0o600);
        const written = createSum();
        await writeTo(file, written.count(bytes)).finally(() => file.close());
        const stored = createSum();
        for await (const _chunk of stored.count(createReadStream(partial)));
        if (stored.result().sum !== written.result().sum)
          throw new StartupError(`The disk of ${folder} did not keep what was written to it.`);
        await rename(partial, join(folder, name));
        await syncFolder(folder);
        return written.result().size;
      } catch (error) {
        await rm(partial, { force: true }).catch(() => {});
        throw explain(error, folder);
      }
    },
    async read(name) {
      const path = join(folder, name);
      await access(path).catch((error: unknown) => {
        throw explain(error, path);
      });
      return Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
    },
    names: () => readNames(folder),
    list: async () => listBackups(await readdir(folder).catch(() => [])),
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

/** A folder that does not exist yet has nothing in it. One that cannot be read must not count as empty. */
async function readNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw explain(error, folder);
  }
}

/** In ms. Other shops may be writing to the same folder. */
const MAX_WRITE_MS = 86_400_000;

const isBackup = (name: string) => listBackups([name]).length > 0;

/** Removes what a backup has left whose process was killed. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.part') || !isBackup(name.slice(0, -'.part'.length))) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > MAX_WRITE_MS) await rm(join(folder, name), { force: true });
  }
}

async function writeTo(file: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of chunks) await file.writeFile(chunk);
  await file.sync();
}

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  EROFS: 'the disk is read-only',
  ENOENT: 'it does not exist',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'a file with this name is there already',
};

function explain(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const reason = REASONS[String(error.code)];
  return reason ? new StartupError(`${path} cannot be used: ${reason}.`, { cause: error }) : error;
}

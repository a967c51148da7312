import { createWriteStream } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readArchive } from '#src/platform/backup/archive.server.ts';
import { recoverCluster } from '#src/platform/postgres/recover.server.ts';
import { withConnection } from '#src/platform/single-connection.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import {
  getTimeline,
  isHistory,
  listBases,
  listChain,
  parseArchivedName,
  parseImageName,
} from '#src/platform/wal-archive/archive-names.ts';
import { CLUSTER, FOLDERS } from '#src/platform/wal-archive/base-backup.server.ts';
import type { BaseBackup, WalArchive } from '#src/platform/wal-archive/wal-archive.server.ts';
import { keepKnownImages } from './known-images.server.ts';

/** 'latest': everything that was archived. */
export type RestoreTarget = Date | 'latest';

export interface PointOptions {
  archive: WalArchive;
  key?: string | undefined;
  /** An empty folder, which gets `postgres`, `images` and `secret`. */
  folder: string;
  base: BaseBackup;
  target: RestoreTarget;
  stopped?: AbortSignal;
  onProgress?: (progress: string) => void;
}

/**
 * The base backup from which this moment is restored: the newest one before it. Throws a StartupError with the moments
 * that can be restored if there is none. Reads no more than the archive's list.
 */
export async function chooseBase(archive: WalArchive, target: RestoreTarget, now = Date.now()): Promise<BaseBackup> {
  const bases = listBases(await archive.names());
  const oldest = bases.at(-1);
  if (!oldest) throw new StartupError(`There is no complete base backup in ${archive.title}.`);
  if (target !== 'latest' && target.getTime() > now)
    throw new StartupError(`${target.toISOString()} is in the future.`);
  for (const name of bases) {
    const base = await archive.readBase(name);
    if (target === 'latest' || Date.parse(base.stoppedAt) <= target.getTime()) return base;
  }
  const { stoppedAt } = await archive.readBase(oldest);
  throw new StartupError(
    `The archive in ${archive.title} begins at ${stoppedAt}; no earlier moment can be restored from it.`,
  );
}

/**
 * Restores the database of one moment into a folder, from a base backup and the log after it. Resolves to when the last
 * change in it was committed; null if there was none since the base backup. Throws a StartupError that says why it
 * cannot be restored.
 */
export async function restorePoint(options: PointOptions): Promise<Date | null> {
  const { folder, target, stopped } = options;
  await extractBase(options);
  await fetchLog(options);
  options.onProgress?.('replaying the log');
  return recoverCluster({ dataDir: folder, target: target === 'latest' ? null : target, stopped });
}

async function extractBase({ archive, key, folder, base, stopped, onProgress }: PointOptions): Promise<void> {
  const name = `${base.name}.tar.zst${base.isEncrypted ? '.age' : ''}`;
  const cluster = join(folder, CLUSTER);
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  for await (const entry of readArchive(await archive.place.read(name), base.isEncrypted ? key : undefined)) {
    if (stopped?.aborted) throw new StartupError('Stopped before it was done.');
    const body = Readable.fromWeb(entry.body as Parameters<typeof Readable.fromWeb>[0]);
    if (entry.name === FOLDERS) {
      const folders: unknown = JSON.parse(Buffer.concat(await body.toArray()).toString());
      for (const path of Array.isArray(folders) ? folders.map(String) : [])
        await mkdir(join(cluster, requireInner(path)), { recursive: true, mode: 0o700 });
      continue;
    }
    const path = join(folder, requireInner(entry.name));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(body, createWriteStream(path, { mode: 0o600, flush: true }));
    onProgress?.(entry.name);
  }
}

/** An archive that somebody has changed must not write elsewhere. */
function requireInner(path: string): string {
  if (path.split(/[/\\]/).every((part) => part !== '' && part !== '.' && part !== '..')) return path;
  throw new StartupError(`The backup is damaged: it has an entry ${path.slice(0, 100)}.`);
}

/** Unpacks the log from the base backup on, as far as it goes, and the histories of all timelines. */
async function fetchLog({ archive, folder, base, stopped, onProgress }: PointOptions): Promise<void> {
  const wal = join(folder, 'wal');
  await mkdir(wal, { mode: 0o700 });
  const byFile = new Map<string, string>();
  for (const name of await archive.names()) {
    const file = parseArchivedName(name)?.file;
    // With its history, a timeline that another restore began gets another number than the next one.
    if (file && (isHistory(file) || getTimeline(file) === getTimeline(base.firstSegment))) byFile.set(file, name);
  }
  const files = [...byFile.keys()].filter(isHistory);
  files.push(...listChain(base.firstSegment, (segment) => byFile.has(segment)));
  for (const file of files) {
    if (stopped?.aborted) throw new StartupError('Stopped before it was done.');
    await writeSparse(join(wal, file), await archive.read(byFile.get(file) ?? ''));
    onProgress?.(file);
  }
}

/** A segment that was ended early is zero to its end, which needs no space on the disk. */
async function writeSparse(path: string, bytes: ReadableStream<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    let at = 0;
    for await (const chunk of bytes) {
      const isEmpty = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).equals(Buffer.alloc(chunk.length));
      if (!isEmpty) await file.write(chunk, 0, chunk.length, at);
      at += chunk.length;
    }
    await file.truncate(at);
  } finally {
    await file.close();
  }
}

const IMAGE_BATCH = 500;

/** Restores the image files that the rows of this database name. Resolves to how many. */
export async function restoreImages(url: string, { archive, folder, onProgress }: PointOptions): Promise<number> {
  const images = join(folder, 'images');
  await mkdir(images, { recursive: true, mode: 0o700 });
  const stored = new Map<string, string>();
  for (const name of await archive.names()) {
    const image = parseImageName(name);
    if (image) stored.set(image, name);
  }
  const names = [...stored.keys()];
  const config = { connectionString: url, application_name: 'ironmonger-restore', keepAlive: true };
  return withConnection(config, async (client) => {
    let done = 0;
    for (let at = 0; at < names.length; at += IMAGE_BATCH) {
      for (const image of await keepKnownImages(client, names.slice(at, at + IMAGE_BATCH))) {
        await writeFile(join(images, image), await archive.read(stored.get(image) ?? ''), { mode: 0o600, flush: true });
        done += 1;
        onProgress?.(`${done} image files`);
      }
    }
    return done;
  });
}

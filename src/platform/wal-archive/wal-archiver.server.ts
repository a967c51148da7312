import { createReadStream } from 'node:fs';
import { copyFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { packBytes } from '../backup/archive.server.ts';
import { openFolder } from '../backup/backup-folder.server.ts';
import { createSum } from '../backup/stream-sum.server.ts';
import { unlessMissing } from '../backup/unless-missing.server.ts';
import { getWalSpool } from '../postgres/wal-spool.server.ts';
import { StartupError } from '../startup-error.server.ts';
import {
  getPosition,
  getTimeline,
  isHistory,
  isSegment,
  isSurplus,
  listBases,
  listChain,
  parseArchivedName,
  toArchivedName,
  toImageName,
} from './archive-names.ts';
import { createSharedState } from './archiver-state.server.ts';
import type { WalArchive } from './wal-archive.server.ts';

/** In bytes. What cannot be archived waits on the disk of the shop, which must not become full of it. */
const MAX_SPOOL_BYTES = 2 * 1024 ** 3;
/** How long the list of the archive is trusted, in ms. The daily base backup removes what is old. */
const LIST_MS = 3_600_000;

export interface WalArchiverOptions {
  openArchive: () => Promise<WalArchive>;
  /** With `postgres`, `postgres-wal` and `images`. */
  dataDir: string;
  /** Whose other half a restore needs: `age1…`. */
  key?: string | undefined;
  isImage: (name: string) => boolean;
  log: { error(fields: object, message: string): void };
  maxSpoolBytes?: number;
}

export interface WalArchiverState {
  /** Null before the first run; otherwise why the last run failed, or what it lacks. */
  problem: string | null | undefined;
  /** When everything was last archived that the server had handed over. */
  archivedAt: Date | null;
  /** Whether no base backup is followed by the whole log. */
  needsBase: boolean;
}

export interface WalArchiver {
  /** Archives what the server has handed over. Returns how many files. Throws with the reason if it cannot. */
  run(stopping?: AbortSignal): Promise<number>;
  /** Reads the archive again at the next run, since it has got a base backup. */
  forget(): void;
  /** Call it when another process archives: what this one knows is then out of date. */
  resign(): void;
  /** Of this process, or until it has run, of the one that archives on this machine. */
  state(): WalArchiverState;
}

/**
 * Moves the log from the folder where PostgreSQL hands it over into the archive, compressed and encrypted. Images come
 * first, so that the archive has the files of every row that its log creates.
 */
export function createWalArchiver(options: WalArchiverOptions): WalArchiver {
  const { openArchive, dataDir, key, isImage, log, maxSpoolBytes = MAX_SPOOL_BYTES } = options;
  const cluster = join(dataDir, 'postgres');
  const spool = getWalSpool(cluster);
  const waiting = openFolder(spool);
  const isEncrypted = key !== undefined;
  const pack = (path: string) => packBytes(Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>, key);
  const state: WalArchiverState = { problem: undefined, archivedAt: null, needsBase: false };
  const shared = createSharedState(dataDir);
  let opened: { archive: WalArchive; known: Set<string>; until: number } | null = null;

  /** What is known of the archive. Only this process writes segments to it; a killed one may have left a part. */
  async function open() {
    if (opened && performance.now() < opened.until) return opened;
    const archive = await openArchive();
    const names = await archive.names();
    const abandoned = names.filter((name) => name.endsWith('.part') && !name.startsWith('base-'));
    for (const name of abandoned) await archive.remove(name);
    opened = { archive, known: new Set(names), until: performance.now() + LIST_MS };
    await judgeBases(opened);
    return opened;
  }

  async function judgeBases({ archive, known }: { archive: WalArchive; known: Set<string> }): Promise<void> {
    const segments = new Set([...known].flatMap((name) => parseArchivedName(name)?.file ?? []).filter(isSegment));
    const newest = [...segments].sort().at(-1);
    const [name] = listBases(known);
    if (!name) {
      state.needsBase = true;
      return;
    }
    const { firstSegment } = await archive.readBase(name);
    const timeline = await readTimeline();
    if (timeline && timeline !== getTimeline(firstSegment)) {
      state.needsBase = true;
      return;
    }
    const last = listChain(firstSegment, (segment) => segments.has(segment)).at(-1);
    // Before its own log is archived, only older segments are there.
    state.needsBase =
      newest !== undefined &&
      last !== newest &&
      (getTimeline(newest) !== getTimeline(firstSegment) || getPosition(newest) >= getPosition(firstSegment));
  }

  /** The timeline that a restore has begun, before its first segment is archived; undefined for the first one. */
  async function readTimeline(): Promise<string | undefined> {
    const histories = (await readdir(join(cluster, 'pg_wal'))).filter(isHistory);
    return histories.sort().at(-1)?.slice(0, 8);
  }

  /** Compresses what the server has handed over, so that an outage of the place takes little of the shop's disk. */
  async function packSpool(stopping: AbortSignal | undefined): Promise<void> {
    const names = await readdir(spool);
    for (const name of names.filter(isSurplus)) await rm(join(spool, name));
    const files = names.filter((name) => isSegment(name) || isHistory(name)).sort();
    for (const file of files) {
      if (stopping?.aborted) return;
      const path = join(spool, file);
      const sum = createSum();
      for await (const _chunk of sum.count(createReadStream(path)));
      const name = toArchivedName(file, sum.result().sum, isEncrypted);
      await rm(join(spool, `${name}.part`), { force: true });
      await waiting.write(name, await pack(path));
      await rm(path);
    }
  }

  /** The server archives histories of timelines only if it was asked to when they began. */
  async function addHistories(known: Set<string>): Promise<void> {
    const archived = new Set([...known].map((name) => parseArchivedName(name)?.file));
    for (const name of (await readdir(join(cluster, 'pg_wal'))).filter(isHistory))
      if (!archived.has(name)) await copyFile(join(cluster, 'pg_wal', name), join(spool, name));
  }

  async function archiveImages(archive: WalArchive, known: Set<string>): Promise<number> {
    const folder = join(dataDir, 'images');
    const files = (await unlessMissing(readdir(folder))) ?? [];
    let done = 0;
    for (const file of files.filter(isImage)) {
      const name = toImageName(file, isEncrypted);
      // The shop may delete it meanwhile.
      if (known.has(name) || !(await stat(join(folder, file)).catch(() => null))) continue;
      await archive.write(name, await pack(join(folder, file)));
      known.add(name);
      done += 1;
    }
    return done;
  }

  async function archiveLog(archive: WalArchive, known: Set<string>, names: string[], stopping?: AbortSignal) {
    const archived = new Map(
      [...known].flatMap((name) => {
        const parsed = parseArchivedName(name);
        return parsed ? [[parsed.file, parsed.sum] as const] : [];
      }),
    );
    let done = 0;
    for (const name of names) {
      if (stopping?.aborted) break;
      const { file = '', sum } = parseArchivedName(name) ?? {};
      const existing = archived.get(file);
      if (existing && existing !== sum) {
        throw new StartupError(
          `${archive.title} already has another ${file}: a copy of this shop archives there, too. Set another BACKUP_TO.`,
        );
      }
      if (!existing) await archive.write(name, await waiting.read(name));
      known.add(name);
      await rm(join(spool, name));
      done += 1;
    }
    return done;
  }

  const listWaiting = async () => (await readdir(spool)).filter((name) => parseArchivedName(name)).sort();

  /** Gives up the oldest part of the log. The archive then has a gap, after which it needs another base backup. */
  async function boundSpool(): Promise<void> {
    const names = (await readdir(spool)).filter((name) => isSegment(name) || parseArchivedName(name)).sort();
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(spool, name))).size));
    let bytes = sizes.reduce((sum, size) => sum + size, 0);
    for (const [at, name] of names.entries()) {
      if (bytes <= maxSpoolBytes) return;
      await rm(join(spool, name), { force: true });
      bytes -= sizes[at] ?? 0;
      log.error({ file: name }, 'a part of the log was given up, since it could not be archived for too long');
    }
  }

  async function archiveAll(stopping: AbortSignal | undefined): Promise<number> {
    await boundSpool();
    await packSpool(stopping);
    const names = await listWaiting();
    const { archive, known } = await open();
    await addHistories(known);
    let done = await archiveImages(archive, known);
    if (names.length > 0) {
      const archived = await archiveLog(archive, known, names, stopping);
      done += archived;
      if (archived > 0) await judgeBases({ archive, known });
    }
    return done;
  }

  return {
    async run(stopping) {
      try {
        const done = await archiveAll(stopping);
        state.problem = null;
        state.archivedAt = new Date();
        return done;
      } catch (error) {
        opened = null;
        state.problem = error instanceof Error ? error.message : String(error);
        throw error;
      } finally {
        shared.write({ ...state, problem: state.problem ?? null });
      }
    },
    forget() {
      opened = null;
      state.needsBase = false;
    },
    resign() {
      opened = null;
      shared.forget();
      Object.assign(state, { problem: undefined, archivedAt: null, needsBase: false });
    },
    state: () => (state.problem === undefined ? { ...state, ...shared.read() } : { ...state }),
  };
}

import { join } from 'node:path';
import * as z from 'zod';
import { unpackBytes } from '../backup/archive.server.ts';
import type { BackupPlace } from '../backup/backup-place.server.ts';
import { openBackupPlace } from '../backup/open-backup-place.server.ts';
import type { BackupS3 } from '../env/backup-env.server.ts';
import { readSystemId } from '../postgres/control-file.server.ts';
import { StartupError } from '../startup-error.server.ts';

/** What is known of a base backup without its key. It is written last, so that a base backup without it is not one. */
const baseSchema = z.object({
  /** Of the shop that made it. */
  version: z.string(),
  startedAt: z.iso.datetime(),
  /** The first moment that can be restored from it. */
  stoppedAt: z.iso.datetime(),
  /** The first segment of the log that its recovery needs. */
  firstSegment: z.string().regex(/^[0-9A-F]{24}$/),
  isEncrypted: z.boolean(),
  /** Image files in the archive that the shop no longer had at its start. */
  removedImages: z.array(z.string()),
});

export type BaseBackup = z.output<typeof baseSchema> & { name: string };

const ARCHIVE = /^wal-\d{1,20}$/;

/** The archive of one database in a place of backups: its base backups, its log, and its image files. */
export interface WalArchive {
  title: string;
  place: BackupPlace;
  names(): Promise<string[]>;
  write(name: string, bytes: ReadableStream<Uint8Array>): Promise<number>;
  remove(name: string): Promise<void>;
  /** Unpacks a file of the log or an image. Names of encrypted ones end in `.age`. */
  read(name: string): Promise<ReadableStream<Uint8Array>>;
  readBase(name: string): Promise<BaseBackup>;
  writeBase(base: BaseBackup): Promise<void>;
}

/** Reading needs the secret half of the key pair. */
export interface ArchiveAccess {
  key?: string | undefined;
  s3?: BackupS3 | undefined;
}

/** Opens the archive of the database in this folder, which need not exist yet. */
export function openWalArchive(to: string, dataDir: string, access: ArchiveAccess): Promise<WalArchive> {
  return openArchive(joinAddress(to, `wal-${readSystemId(join(dataDir, 'postgres'))}`), access);
}

/**
 * Finds the archive in a place of backups, or takes `from` if it is one itself. Throws a StartupError if there is none,
 * or if there are several.
 */
export async function findWalArchive(from: string, access: ArchiveAccess): Promise<WalArchive> {
  const last = from.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  if (ARCHIVE.test(last)) return openArchive(from, access);
  const place = await openBackupPlace(from, access.s3);
  const found = [...new Set((await place.names()).map((name) => name.split('/')[0] ?? ''))].filter((name) =>
    ARCHIVE.test(name),
  );
  if (!found[0]) throw new StartupError(`There is no archive of a database's log in ${place.title} (BACKUP_WAL).`);
  if (found.length > 1) {
    throw new StartupError(
      `${place.title} has the archives of several databases. Name one: ${found.map((name) => joinAddress(from, name)).join(', ')}.`,
    );
  }
  return openArchive(joinAddress(from, found[0]), access);
}

async function openArchive(address: string, { key, s3 }: ArchiveAccess): Promise<WalArchive> {
  const place = await openBackupPlace(address, s3);

  async function readBase(name: string): Promise<BaseBackup> {
    const text = await new Response(await place.read(`${name}.json`)).text();
    const parsed = baseSchema.safeParse(parseJson(text));
    if (!parsed.success) throw new StartupError(`The base backup ${name} in ${place.title} is damaged.`);
    return { ...parsed.data, name };
  }

  return {
    title: place.title,
    place,
    names: () => place.names(),
    remove: (name) => place.remove(name),
    write: (name, bytes) => place.write(name, bytes),
    read: async (name) => unpackBytes(await place.read(name), name.endsWith('.age') ? key : undefined),
    readBase,
    async writeBase({ name, ...base }) {
      const body = new Blob([JSON.stringify(base)]).stream() as ReadableStream<Uint8Array>;
      await place.write(`${name}.json`, body);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const joinAddress = (to: string, name: string): string => `${to.endsWith('/') ? to.slice(0, -1) : to}/${name}`;

import type { BackupS3 } from '../env/backup-env.server.ts';
import { StartupError } from '../startup-error.server.ts';
import { openFolder } from './backup-folder.server.ts';

export interface StoredBackup {
  name: string;
  madeAt: Date;
}

/** Where backups are stored. Every error that an operator can do something about is a StartupError. */
export interface BackupPlace {
  /** For people, without keys. */
  title: string;
  /**
   * Stores a backup under this name, which must be new. It appears there complete, after it was read again and compared,
   * or not at all. Returns its size in bytes.
   */
  write(name: string, bytes: ReadableStream<Uint8Array>): Promise<number>;
  read(name: string): Promise<ReadableStream<Uint8Array>>;
  /** The backups there, newest first. Other files are left out. */
  list(): Promise<StoredBackup[]>;
  remove(name: string): Promise<void>;
}

const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;

/** Opens a folder, or a bucket such as `s3://BUCKET/PREFIX`, whose SDK is loaded only then. */
export async function openBackupPlace(address: string, s3: BackupS3 | undefined): Promise<BackupPlace> {
  if (!address.startsWith('s3:')) return openFolder(address);
  const [, bucket, prefix = ''] = S3_ADDRESS.exec(address) ?? [];
  if (!bucket) throw new StartupError(`${address} is not the address of a bucket, such as s3://my-backups/shop.`);
  if (!s3) {
    throw new StartupError(
      'Set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY to keys that may write to that bucket.',
    );
  }
  const { openBucket } = await import('./backup-bucket.server.ts');
  return openBucket({ ...s3, bucket, prefix: prefix && !prefix.endsWith('/') ? `${prefix}/` : prefix });
}

const NAME = /^ironmonger-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.zst(?:\.age)?$/;

/** The name of a backup. Names sort by time. */
export function toBackupName(madeAt: Date, isEncrypted: boolean): string {
  const time = madeAt.toISOString().slice(0, 19).replaceAll(':', '-');
  return `ironmonger-${time}Z.tar.zst${isEncrypted ? '.age' : ''}`;
}

/** The backups among these names, newest first. */
export function listBackups(names: readonly string[]): StoredBackup[] {
  return names
    .flatMap((name) => {
      const [, day, hour, minute, second] = NAME.exec(name) ?? [];
      return day ? [{ name, madeAt: new Date(`${day}T${hour}:${minute}:${second}Z`) }] : [];
    })
    .sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

const DAY_MS = 86_400_000;

/**
 * Removes backups that are older than this many days. The newest one always stays, however old it is. Returns the names
 * of those that were removed.
 */
export async function removeOldBackups(place: BackupPlace, keepDays: number, now = Date.now()): Promise<string[]> {
  const [, ...older] = await place.list();
  const outdated = older.filter(({ madeAt }) => madeAt.getTime() < now - keepDays * DAY_MS);
  for (const { name } of outdated) await place.remove(name);
  return outdated.map(({ name }) => name);
}

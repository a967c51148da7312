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
  /** Everything there, in no order: files, and folders or what is in them. */
  names(): Promise<string[]>;
  /** The backups there, newest first. Other files are left out. */
  list(): Promise<StoredBackup[]>;
  remove(name: string): Promise<void>;
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
 * of those that were removed, and why others were not: keys that may not delete keep backups safe from whoever gets
 * into the shop, so that is no failure.
 */
export async function removeOldBackups(
  place: BackupPlace,
  keepDays: number,
  now = Date.now(),
): Promise<{ removed: string[]; problem: string | null }> {
  const removed: string[] = [];
  try {
    const [, ...older] = await place.list();
    for (const { name } of older.filter(({ madeAt }) => madeAt.getTime() < now - keepDays * DAY_MS)) {
      await place.remove(name);
      removed.push(name);
    }
    return { removed, problem: null };
  } catch (error) {
    return { removed, problem: error instanceof Error ? error.message : String(error) };
  }
}

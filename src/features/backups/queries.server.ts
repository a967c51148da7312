import { desc, isNull, lt } from 'drizzle-orm';
import type { Db, Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { backups } from './tables.server.ts';

const KEEP_MS = 400 * 86_400_000;

type NewBackup = Omit<typeof backups.$inferInsert, 'id'>;

/** Records a backup that was made, or one that failed. Forgets records of more than a year. */
export async function recordBackup(db: Queryable, backup: NewBackup): Promise<void> {
  await db.insert(backups).values({ id: newIdentifier(), ...backup });
  await db.delete(backups).where(lt(backups.madeAt, new Date(Date.now() - KEEP_MS)));
}

export interface LastBackups {
  /** The newest backup that was made. */
  made: { madeAt: Date; place: string; bytes: number } | null;
  /** Why the newest one failed; null if it did not. */
  error: string | null;
}

/** The newest backup that was made, as JSON; null if there is none. */
export async function readLastBackup(db: Db): Promise<{ madeAt: string; place: string; bytes: number } | null> {
  const { made } = await readLastBackups(db);
  return made && { ...made, madeAt: made.madeAt.toISOString() };
}

/** The newest backup, and the newest that did not fail. */
export async function readLastBackups(db: Db): Promise<LastBackups> {
  const newest = db.select().from(backups).orderBy(desc(backups.madeAt)).limit(1);
  const newestMade = db.select().from(backups).where(isNull(backups.error)).orderBy(desc(backups.madeAt)).limit(1);
  const [[last], [made]] = await Promise.all([newest, newestMade]);
  return {
    made: made ? { madeAt: made.madeAt, place: made.place, bytes: made.bytes ?? 0 } : null,
    error: last?.error ?? null,
  };
}

import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { FORGOTTEN_AFTER_DAYS, isFresh, PAUSE_S, type VatCheck } from './rules.ts';
import { vatChecks } from './tables.server.ts';
import type { RegisterAnswer } from './vat-register.ts';

/** After this time, whoever began to ask has ended without an answer. Longer than the port waits. */
const ASKING_S = 15;

/** The stored answer, if it still counts, and whether asking failed so recently that nobody asks again. */
export async function getVatCheck(
  db: Queryable,
  vatId: string,
): Promise<{ check: VatCheck | null; isPaused: boolean }> {
  const [row] = await db.select().from(vatChecks).where(eq(vatChecks.vatId, vatId)).limit(1);
  const { isValid = null, checkedAt = null, consultationNumber = '', failedAt = null } = row ?? {};
  const isKnown = isValid !== null && checkedAt !== null && isFresh(isValid, checkedAt);
  const check: VatCheck | null = isKnown
    ? { vatId, state: isValid ? 'valid' : 'invalid', checkedAt: checkedAt.toISOString(), consultationNumber }
    : null;
  return { check, isPaused: failedAt !== null && Date.now() - failedAt.getTime() < PAUSE_S * 1_000 };
}

/** Whether the caller may ask now. Of all processes only one does, and after a failure nobody for a while. */
export async function claimVatCheck(db: Queryable, vatId: string): Promise<boolean> {
  const { askedAt, failedAt } = vatChecks;
  const isOver = sql`${askedAt} < now() - make_interval(secs => ${ASKING_S})`;
  const claimed = await db
    .insert(vatChecks)
    .values({ vatId })
    .onConflictDoUpdate({
      target: vatChecks.vatId,
      set: { askedAt: sql`now()`, failedAt: null },
      setWhere: sql`case when ${failedAt} is null then ${isOver} or ${vatChecks.checkedAt} > ${askedAt}
        else ${failedAt} < now() - make_interval(secs => ${PAUSE_S}) end`,
    })
    .returning({ vatId: vatChecks.vatId });
  return claimed.length > 0;
}

export async function storeAnswer(db: Queryable, vatId: string, answer: RegisterAnswer): Promise<void> {
  await db
    .update(vatChecks)
    .set({ ...answer, checkedAt: sql`now()`, failedAt: null })
    .where(eq(vatChecks.vatId, vatId));
}

/** Lets others ask, since nobody has. */
export async function releaseVatCheck(db: Queryable, vatId: string): Promise<void> {
  await db
    .update(vatChecks)
    .set({ askedAt: sql`coalesce(${vatChecks.checkedAt}, 'epoch')` })
    .where(eq(vatChecks.vatId, vatId));
}

export async function storeFailure(db: Queryable, vatId: string): Promise<void> {
  await db.update(vatChecks).set({ failedAt: sql`now()` }).where(eq(vatChecks.vatId, vatId));
}

const BATCH_SIZE = 1_000;

/** Deletes what nobody has asked about for two months, at most a thousand at a time. Returns how many. */
export async function deleteOldVatChecks(db: Queryable): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from ${vatChecks} where vat_id in (
    select vat_id from ${vatChecks} where asked_at < now() - make_interval(days => ${FORGOTTEN_AFTER_DAYS})
    order by asked_at limit ${BATCH_SIZE})`);
  return rowCount ?? 0;
}

import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { FORGOTTEN_AFTER_DAYS, isFresh, PAUSE_S, type VatCheck } from './rules.ts';
import { vatChecks } from './tables.server.ts';
import type { RegisterAnswer } from './vat-register.ts';

/** After this time, whoever began to ask has ended without an answer. Longer than the port waits. */
const ASKING_S = 15;

/** Somebody is asking, unless they have taken too long. */
const isAskedNow = sql<boolean>`${vatChecks.failedAt} is null
  and ${vatChecks.askedAt} >= now() - make_interval(secs => ${ASKING_S})
  and (${vatChecks.checkedAt} is null or ${vatChecks.checkedAt} <= ${vatChecks.askedAt})`;

/**
 * The stored answer, if it still counts, whether asking failed so recently that nobody asks again, and whether somebody
 * is asking.
 */
export async function getVatCheck(
  db: Queryable,
  vatId: string,
): Promise<{ check: VatCheck | null; isPaused: boolean; isAsked: boolean }> {
  const [found] = await db
    .select({ row: vatChecks, isAsked: isAskedNow })
    .from(vatChecks)
    .where(eq(vatChecks.vatId, vatId))
    .limit(1);
  if (!found) return { check: null, isPaused: false, isAsked: false };
  const { isValid, checkedAt, failedAt } = found.row;
  const isKnown = isValid !== null && checkedAt !== null && isFresh(isValid, checkedAt);
  return {
    check: isKnown ? toVatCheck(found.row) : null,
    isPaused: failedAt !== null && Date.now() - failedAt.getTime() < PAUSE_S * 1_000,
    isAsked: found.isAsked,
  };
}

function toVatCheck({ vatId, isValid, checkedAt, consultationNumber }: typeof vatChecks.$inferSelect): VatCheck {
  return {
    vatId,
    state: isValid ? 'valid' : 'invalid',
    checkedAt: checkedAt?.toISOString() ?? null,
    consultationNumber,
  };
}

/** Whether the caller may ask now. Of all processes only one does, and after a failure nobody for a while. */
export async function claimVatCheck(db: Queryable, vatId: string): Promise<boolean> {
  const { failedAt } = vatChecks;
  const claimed = await db
    .insert(vatChecks)
    .values({ vatId })
    .onConflictDoUpdate({
      target: vatChecks.vatId,
      set: { askedAt: sql`now()`, failedAt: null },
      setWhere: sql`case when ${failedAt} is null then not (${isAskedNow})
        else ${failedAt} < now() - make_interval(secs => ${PAUSE_S}) end`,
    })
    .returning({ vatId: vatChecks.vatId });
  return claimed.length > 0;
}

/** Stores an answer, also if the row has been erased meanwhile, and returns it. */
export async function storeAnswer(db: Queryable, vatId: string, answer: RegisterAnswer): Promise<VatCheck> {
  const values = { ...answer, checkedAt: sql`now()`, failedAt: null };
  const [row] = await db
    .insert(vatChecks)
    .values({ vatId, ...values })
    .onConflictDoUpdate({ target: vatChecks.vatId, set: values })
    .returning();
  if (!row) throw new Error('the answer of the register was not stored');
  return toVatCheck(row);
}

export async function storeFailure(db: Queryable, vatId: string): Promise<void> {
  const values = { failedAt: sql`now()` };
  await db
    .insert(vatChecks)
    .values({ vatId, ...values })
    .onConflictDoUpdate({ target: vatChecks.vatId, set: values });
}

const BATCH_SIZE = 1_000;

/** Deletes what nobody has asked about for two months, at most a thousand at a time. Returns how many. */
export async function deleteOldVatChecks(db: Queryable): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from ${vatChecks} where vat_id in (
    select vat_id from ${vatChecks} where asked_at < now() - make_interval(days => ${FORGOTTEN_AFTER_DAYS})
    order by asked_at limit ${BATCH_SIZE})`);
  return rowCount ?? 0;
}

import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Queryable } from '#src/platform/database.server.ts';
import { backoff } from '#src/platform/worker/backoff.ts';
import { claimRows } from '#src/platform/worker/claim.server.ts';
import { withoutSecretLinks } from './email-data.ts';
import type { MailRow } from './outbox.server.ts';
import { EXPIRING_LINKS, linkExpiresAt } from './rules.ts';
import type { SendResult } from './smtp-errors.server.ts';
import { mails } from './tables.server.ts';

/** Longer than sending takes. A mail whose process died is due again after it. */
const LEASE = '150 seconds';
/** A mail that could not be sent for this long has failed. */
const GIVE_UP_AFTER = '2 days';

/** Claims the mails that have been due longest. */
export function claimMails(db: Queryable, limit: number): Promise<MailRow[]> {
  return claimRows(db, mails, {
    where: and(eq(mails.state, 'waiting'), sql`${mails.nextAttemptAt} <= now()`),
    orderBy: [mails.nextAttemptAt],
    limit,
    set: { attempts: sql`${mails.attempts} + 1`, nextAttemptAt: sql`now() + ${LEASE}::interval` },
  });
}

/** Sent, and without the links that are its reader's alone: whoever reads the outbox could use them. */
export async function markSent(db: Db, { id, data, text }: MailRow): Promise<void> {
  await db
    .update(mails)
    .set({
      state: 'sent',
      sentAt: sql`now()`,
      lastError: null,
      ...withoutLinks({ data, text }),
    })
    .where(eq(mails.id, id));
}

const withoutLinks = ({ data, text }: Pick<MailRow, 'data' | 'text'>) => ({
  ...(data ? { data: withoutSecretLinks(data) } : {}),
  ...(text ? { text: text.replaceAll(/https?:\/\/\S+/g, '[link]') } : {}),
});

/** What is left over has its turn an hour later. */
const BATCH_SIZE = 5_000;

/**
 * Takes the links that have ended out of mails that were never sent: nobody should find one, or send it. How many mails.
 * A link to leave the newsletter does not end.
 */
export async function eraseExpiredLinks(db: Db): Promise<number> {
  let erased = 0;
  for (const [kind, hours] of EXPIRING_LINKS) {
    const expired = and(
      eq(mails.kind, kind),
      inArray(mails.state, ['stored', 'failed']),
      sql`${mails.createdAt} < now() - make_interval(hours => ${hours})`,
      sql`(${mails.data}::text ~ 'https?://' or ${mails.text} ~ 'https?://')`,
    );
    const rows = await db.select().from(mails).where(expired).limit(BATCH_SIZE);
    for (const row of rows) await db.update(mails).set(withoutLinks(row)).where(eq(mails.id, row.id));
    erased += rows.length;
  }
  return erased;
}

/** Due again after a pause, or given up, with the reason. */
export async function markFailed(
  db: Db,
  { id, attempts, kind, createdAt, ...content }: MailRow,
  attempt: Exclude<SendResult, { result: 'sent' }>,
): Promise<void> {
  const delay = retryDelaySeconds(attempt.result, attempts);
  const isFinal =
    attempt.result === 'rejected' ? sql`true` : sql`${mails.queuedAt} < now() - ${GIVE_UP_AFTER}::interval`;
  await db
    .update(mails)
    .set({
      lastError: attempt.reason,
      ...(linkExpiresAt(kind, createdAt) < Date.now() ? withoutLinks(content) : {}),
      state: sql`case when ${isFinal} then 'failed' else 'waiting' end`,
      nextAttemptAt: sql`now() + make_interval(secs => ${delay})`,
    })
    .where(and(eq(mails.id, id), eq(mails.state, 'waiting')));
}

/** Mails that were given up for what turned out to be no fault of theirs wait again. */
export async function requeue(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(mails)
    .set({
      state: 'waiting',
      nextAttemptAt: sql`now() + make_interval(secs => ${retryDelaySeconds('unavailable', 1)})`,
    })
    .where(and(inArray(mails.id, [...ids]), eq(mails.state, 'failed')));
}

/** Shorter where the mail is not to blame: all mails wait for the same server. */
function retryDelaySeconds(result: SendResult['result'], attempts: number): number {
  return backoff(attempts, result === 'unavailable' ? { first: 30, max: 900 } : { first: 60, max: 4 * 3600 });
}

/**
 * Stores mails that still wait although the shop has no mail server, so that none is sent by surprise one day. Only after
 * an hour: other processes may have got their mail server already.
 */
export async function holdUnsent(db: Db): Promise<number> {
  const { rowCount } = await db
    .update(mails)
    .set({ state: 'stored' })
    .where(and(eq(mails.state, 'waiting'), sql`${mails.queuedAt} < now() - interval '1 hour'`));
  return rowCount ?? 0;
}

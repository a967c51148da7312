import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Queryable } from '#src/platform/database.server.ts';
import { backoff } from '#src/platform/worker/backoff.ts';
import { claimRows } from '#src/platform/worker/claim.server.ts';
import { MAIL_KINDS } from './mail-kinds.ts';
import type { MailRow } from './outbox.server.ts';
import { EXPIRING_LINKS, linkExpiresAt, withoutSecretLinks } from './rules.ts';
import type { SendResult } from './smtp-errors.server.ts';
import { mails } from './tables.server.ts';

/** Longer than one attempt takes. After it, the mail of a dead process is due again. */
const LEASE = '150 seconds';
/** A mail that could not be sent for this long counts as failed. */
const GIVE_UP_AFTER = '2 days';

/** Mails of kinds that this process cannot write are left to newer processes. */
export const DUE_MAILS = and(
  eq(mails.state, 'waiting'),
  sql`${mails.nextAttemptAt} <= now()`,
  inArray(mails.kind, MAIL_KINDS),
);

/** Claims the mails that have been due for the longest time. */
export function claimMails(db: Queryable, limit: number): Promise<MailRow[]> {
  return claimRows(db, mails, {
    where: DUE_MAILS,
    orderBy: [mails.nextAttemptAt],
    limit,
    set: { attempts: sql`${mails.attempts} + 1`, nextAttemptAt: sql`now() + ${LEASE}::interval` },
  });
}

/** Marks a mail sent and erases its secret links, which readers of the outbox could use. */
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

/** The next hourly run takes the rest. */
const BATCH_SIZE = 5_000;

/**
 * Erases expired links from mails that were never sent, so that nobody reads or sends them. Returns the number of
 * mails. Unsubscribe links do not expire.
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

/** Records a failed attempt with its reason: the mail is due again after a delay, or has finally failed. */
export async function recordFailedAttempt(
  db: Db,
  { id, attempts, kind, createdAt, ...content }: MailRow,
  attempt: Exclude<SendResult, { result: 'sent' }>,
): Promise<void> {
  const delay = mailRetryDelaySeconds(attempt.result, attempts);
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

/** Makes failed mails due again when the mail server caused their failure. */
export async function requeue(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(mails)
    .set({
      state: 'waiting',
      nextAttemptAt: sql`now() + make_interval(secs => ${mailRetryDelaySeconds('unavailable', 1)})`,
    })
    .where(and(inArray(mails.id, [...ids]), eq(mails.state, 'failed')));
}

/** The delay is shorter while the mail server is unavailable, because then all mails wait for it. */
function mailRetryDelaySeconds(result: SendResult['result'], attempts: number): number {
  return backoff(attempts, result === 'unavailable' ? { first: 30, max: 900 } : { first: 60, max: 4 * 3600 });
}

/**
 * Marks waiting mails as `stored` in a shop without a mail server. If one is configured later, old mails are not sent.
 * Waits for an hour, because other processes may already have a mail server.
 */
export async function storeUnsentMails(db: Db): Promise<number> {
  const { rowCount } = await db
    .update(mails)
    .set({ state: 'stored' })
    .where(and(eq(mails.state, 'waiting'), sql`${mails.queuedAt} < now() - interval '1 hour'`));
  return rowCount ?? 0;
}

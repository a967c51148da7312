import { and, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import type { Company } from '#src/shared/company.ts';
import { type Email, getSubject, type MailKind } from './mail-kinds.ts';
import type { MailState } from './rules.ts';
import { mails } from './tables.server.ts';

export type MailRow = typeof mails.$inferSelect;

export type NewMail = Email & {
  recipient: string;
  purchaseId?: string;
  /** Distinguishes events that a purchase can have more than once. */
  dedupeKey?: string;
  /** The delay before it is sent, in which it can be taken back. */
  delaySeconds?: number;
};

/** What writing a mail needs to know about the shop. */
export interface MailContext {
  /** `waiting` to be sent, or `stored` for reading where no mail server is configured. */
  initialMailState: Extract<MailState, 'waiting' | 'stored'>;
  notify(worker: 'mail'): void;
  getCompany(): Company;
}

/**
 * Writes a mail into the outbox, in the caller's transaction. A second mail with the same purchase, kind and
 * `dedupeKey` is ignored.
 */
export async function queueMail(db: Queryable, context: MailContext, mail: NewMail): Promise<void> {
  await queueMails(db, context, [mail]);
}

/**
 * Writes mails with one statement, as `queueMail` does. Returns their ids in the same order. There must be at least one
 * mail.
 */
export async function queueMails(
  db: Queryable,
  { initialMailState, notify, getCompany }: MailContext,
  newMails: readonly NewMail[],
): Promise<string[]> {
  const { name } = getCompany();
  const rows = newMails.map(({ delaySeconds, ...mail }) => ({
    id: newIdentifier(),
    ...mail,
    subject: getSubject(mail, name),
    state: initialMailState,
    ...(delaySeconds ? { nextAttemptAt: sql`clock_timestamp() + make_interval(secs => ${delaySeconds})` } : {}),
  }));
  await db.insert(mails).values(rows).onConflictDoNothing();
  notify('mail');
  return rows.map(({ id }) => id);
}

/** Whether at least `count` mails could be sent now. Reads no more of them. */
export async function hasDueMails(db: Queryable, count: number): Promise<boolean> {
  const [last] = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.state, 'waiting'), lte(mails.nextAttemptAt, sql`now()`)))
    // The order of the index.
    .orderBy(mails.nextAttemptAt)
    .offset(count - 1)
    .limit(1);
  return last !== undefined;
}

/** Whether the purchase got a mail of this kind within 24 hours. The caller holds its lock. */
export async function wasMailedToday(db: Queryable, purchaseId: string, kind: NewMail['kind']): Promise<boolean> {
  const today = gt(mails.createdAt, sql`now() - interval '1 day'`);
  return (await db.$count(mails, and(eq(mails.purchaseId, purchaseId), eq(mails.kind, kind), today))) > 0;
}

/** Whether a mail of this kind was written to anybody within this time. Reads the newest one in an index. */
export async function wasMailedWithin(db: Queryable, kind: NewMail['kind'], interval: string): Promise<boolean> {
  const [last] = await db
    .select({ isRecent: sql<boolean>`${mails.createdAt} > now() - ${interval}::interval` })
    .from(mails)
    .where(eq(mails.kind, kind))
    .orderBy(desc(mails.seq))
    .limit(1);
  return last?.isRecent === true;
}

/** Deletes the newsletter's mails to these addresses, including their links. */
export async function deleteNewsletterMails(tx: Queryable, recipients: readonly string[]): Promise<void> {
  if (recipients.length === 0) return;
  await tx
    .delete(mails)
    .where(
      and(inArray(mails.recipient, [...recipients]), inArray(mails.kind, ['newsletter_confirm', 'newsletter_welcome'])),
    );
}

/**
 * Deletes a purchase's mail unless an attempt to send it has begun. False if one has, or if there is no mail: then its
 * reader may know about it.
 */
export async function deleteUnsentMail(
  tx: Queryable,
  { purchaseId, kind, dedupeKey }: { purchaseId: string; kind: MailKind; dedupeKey: string },
): Promise<boolean> {
  const isThis = and(eq(mails.purchaseId, purchaseId), eq(mails.kind, kind), eq(mails.dedupeKey, dedupeKey));
  const unsent = and(inArray(mails.state, ['waiting', 'stored']), eq(mails.attempts, 0));
  const { rowCount } = await tx.delete(mails).where(and(isThis, unsent));
  return rowCount === 1;
}

/** Deletes mails, including their links. */
export async function deleteMails(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(mails).where(inArray(mails.id, [...ids]));
}

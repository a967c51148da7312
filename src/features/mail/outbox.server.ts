import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { among, contains, createdBefore, inOrderOf, searchText, selectPageOfIds } from '#src/platform/paging.server.ts';
import type { Found } from '#src/shared/listing.ts';
import type { PageQuery } from '#src/shared/paging.ts';
import type { Mail, MailList } from './contract.ts';
import { mails } from './tables.server.ts';

export interface NewMail {
  kind: typeof mails.$inferInsert.kind;
  recipient: string;
  subject: string;
  text: string;
  orderId?: string;
  /** What of its order it tells of, where there can be several. */
  about?: string;
}

/** Writes a mail into the outbox, in the caller's transaction. One per order, kind and `about`: a second is not written. */
export async function queueMail(db: Queryable, mail: NewMail): Promise<void> {
  await db
    .insert(mails)
    .values({ id: newIdentifier(), ...mail })
    .onConflictDoNothing();
}

/** Whether an order was written a mail of this kind within a day. The caller holds the order's lock. */
export async function wroteToday(db: Queryable, orderId: string, kind: NewMail['kind']): Promise<boolean> {
  const today = gt(mails.createdAt, sql`now() - interval '1 day'`);
  return (await db.$count(mails, and(eq(mails.orderId, orderId), eq(mails.kind, kind), today))) > 0;
}

/** A page of the outbox in ascending order. */
export async function listMails(db: Queryable, { limit, before }: PageQuery): Promise<Mail[]> {
  const rows = await db.select().from(mails).where(createdBefore(mails, before)).orderBy(desc(mails.seq)).limit(limit);
  return rows.reverse().map(toWireMail);
}

const searched = searchText(mails.recipient, mails.subject, mails.text);

/** A listing of the outbox. */
export async function findMails(db: Queryable, query: MailList): Promise<Found<Mail>> {
  const where = and(query.state && eq(mails.kind, query.state), contains(searched, query.q));
  const { ids, total } = await selectPageOfIds(db, mails, { where, keys: {} }, query);
  const rows = await db.select().from(mails).where(among(mails, ids));
  return { rows: inOrderOf(ids, rows, (row) => row.id).map(toWireMail), total };
}

function toWireMail(row: typeof mails.$inferSelect): Mail {
  return {
    _id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    subject: row.subject,
    text: row.text,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Takes the newsletter's letters to these addresses, and the links in them, out of the outbox. */
export async function eraseNewsletterLetters(tx: Queryable, recipients: readonly string[]): Promise<void> {
  if (recipients.length === 0) return;
  await tx
    .delete(mails)
    .where(
      and(inArray(mails.recipient, [...recipients]), inArray(mails.kind, ['newsletter_confirm', 'newsletter_welcome'])),
    );
}

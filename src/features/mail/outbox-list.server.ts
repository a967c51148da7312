import { setImmediate as turn } from 'node:timers/promises';
import { and, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm';
import type { Caller } from '#src/platform/caller.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { listPageIdsWith } from '#src/platform/folded-search.server.ts';
import { readList, readRows } from '#src/platform/lists.server.ts';
import { listPageIds, type PageIds } from '#src/platform/pagination.server.ts';
import { claimRows } from '#src/platform/worker/claim.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { readPurchaseNumber } from '#src/shared/purchase-number.ts';
import { purchases } from '../purchases/tables.server.ts';
import { type Mail, type MailListQuery, TO_WIRE_STATE } from './contract.ts';
import type { MailKind } from './mail-kinds.ts';
import { mailText } from './mail-search.server.ts';
import type { MailContext, MailRow } from './outbox.server.ts';
import { readMailText } from './render-mail.server.ts';
import { EXPIRING_LINKS, hasSecretLinks, hideSecretLinks, linkExpiresAt, MAIL_STATES } from './rules.ts';
import { openSecretLinks } from './secret-links.server.ts';
import { mails } from './tables.server.ts';

/** What showing a mail needs to know about the shop. */
export interface RenderContext extends Pick<MailContext, 'initialMailState' | 'getCompany'> {
  publicUrl: string;
}

/** The emails of the outbox, as far as this reader may see them. */
export function listMails(db: Queryable, renderContext: RenderContext, reader: Caller, query: MailListQuery) {
  return readList(db, query, {
    table: mails,
    search: (source) => listMailIds(source, query),
    read: async (source, ids) => toWireMails(source, await readRows(source, mails, ids), renderContext, reader),
  });
}

/** A number of a purchase finds its mails. Anything else is searched for in the text of mails. */
async function listMailIds(db: Queryable, query: MailListQuery): Promise<PageIds> {
  const { q, state } = query;
  const narrow = filterByStateOrKind(state);
  const number = readPurchaseNumber(q ?? '');
  const [purchase] = number
    ? await db.select({ id: purchases.id }).from(purchases).where(eq(purchases.number, number))
    : [];
  if (!purchase) return listPageIdsWith(db, mails, mailText, { narrow, keys: {}, inOrder: state === 'kept' }, query);
  return listPageIds(db, mails, { where: and(narrow, eq(mails.purchaseId, purchase.id)), keys: {} }, query);
}

/** The filter's value is a state or a kind. */
function filterByStateOrKind(choice: MailListQuery['state']): SQL | undefined {
  if (choice === undefined) return undefined;
  const state = MAIL_STATES.find((one) => TO_WIRE_STATE[one] === choice);
  return state ? eq(mails.state, state) : eq(mails.kind, choice as MailKind);
}

export async function getMail(db: Queryable, id: string): Promise<MailRow | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await db.select().from(mails).where(eq(mails.id, id));
  return row ?? null;
}

/** Queues a stored or failed mail. Returns the number of queued mails: 0 if it is already waiting or was sent. */
export async function requeueMail(
  db: Queryable,
  { initialMailState, notify }: MailContext,
  id: string,
): Promise<Outcome<number>> {
  const mail = await getMail(db, id);
  if (!mail) return fail('not_found', { detail: 'This email does not exist.' });
  if (initialMailState === 'stored') return fail('mail_not_sent');
  const now = new Date();
  if (linkExpiresAt(mail.kind, mail.createdAt) < now.getTime())
    return fail('link_expired', {
      detail: 'The link in this email has expired. The person who requested it can request a new one.',
    });
  const queued = await db
    .update(mails)
    .set({ state: 'waiting', attempts: 0, nextAttemptAt: now, queuedAt: now, lastError: null })
    .where(and(eq(mails.id, mail.id), inArray(mails.state, ['stored', 'failed'])))
    .returning({ id: mails.id });
  notify('mail');
  return ok(queued.length);
}

const MAX_REQUEUED = 500;

/** Queues failed mails, the oldest first, without those whose link has expired. Returns how many, at most 500. */
export async function requeueFailedMails(
  db: Queryable,
  { initialMailState, notify }: MailContext,
): Promise<Outcome<number>> {
  if (initialMailState === 'stored') return fail('mail_not_sent');
  const expired = EXPIRING_LINKS.map(([kind, hours]) =>
    and(eq(mails.kind, kind), sql`${mails.createdAt} < now() - make_interval(hours => ${hours})`),
  );
  const now = new Date();
  const queued = await claimRows(db, mails, {
    where: and(eq(mails.state, 'failed'), not(or(...expired) as SQL)),
    orderBy: [mails.seq],
    limit: MAX_REQUEUED,
    set: { state: 'waiting', attempts: 0, nextAttemptAt: now, queuedAt: now, lastError: null },
  });
  notify('mail');
  return ok(queued.length);
}

async function toWireMails(
  db: Queryable,
  rows: readonly MailRow[],
  renderContext: RenderContext,
  reader: Caller,
): Promise<Mail[]> {
  const opened = await openSecretLinks(db, reader, rows);
  const wire: Mail[] = [];
  for (const row of rows) {
    wire.push(await toWireMail(row, opened.has(row.id), renderContext));
    // Rendering a hundred mails takes a fifth of a second, in which others would wait.
    await turn();
  }
  return wire;
}

async function toWireMail(
  row: MailRow,
  isOpened: boolean,
  { publicUrl, initialMailState, getCompany }: RenderContext,
): Promise<Mail> {
  const text = await readMailText(isOpened ? row : hideSecretLinks(row), publicUrl, getCompany());
  const unsent = row.state === 'stored' || row.state === 'failed';
  const linkEnded = unsent && linkExpiresAt(row.kind, row.createdAt) < Date.now();
  return {
    _id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    subject: row.subject,
    text,
    createdAt: row.createdAt.toISOString(),
    state: TO_WIRE_STATE[row.state],
    sentAt: row.sentAt?.toISOString() ?? null,
    attempts: row.attempts,
    nextAttemptAt: row.state === 'waiting' ? row.nextAttemptAt.toISOString() : null,
    trouble: row.lastError,
    secretLink: isOpened ? 'shown' : hasSecretLinks(row) ? 'hidden' : 'none',
    linkEnded,
    sendable: initialMailState === 'waiting' && unsent && !linkEnded,
  };
}

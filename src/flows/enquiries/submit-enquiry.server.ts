import { listToolIdsByName } from '#src/features/catalogue/tool/queries.server.ts';
import { getTool } from '#src/features/catalogue/tool/service.server.ts';
import type { NewMessage, NewQuote } from '#src/features/enquiries/contract.ts';
import { addMessage, addQuote } from '#src/features/enquiries/queries.server.ts';
import { mayAnswerForm } from '#src/features/mail/automatic-mails.server.ts';
import { queueMail } from '#src/features/mail/outbox.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';

type EnquiryContext = Pick<AppContext, 'db' | 'limits' | 'initialMailState' | 'notify' | 'getCompany' | 'shopSettings'>;

/**
 * Stores a quote request and mails its sender. A duplicate is not stored again, without an error. `askedToolId` is the
 * tool whose page led here.
 */
export async function submitQuote(
  context: EnquiryContext,
  quote: NewQuote,
  clientAddress: string,
  askedToolId: string | null = null,
): Promise<void> {
  const { db, limits } = context;
  const mayMail = await mayAnswerForm(limits, 'quote', { email: quote.email, clientAddress });
  const noticeEmail = await getNoticeAddress(context);
  await db.transaction(async (tx) => {
    const toolId = await getQuotedToolId(tx, quote.product, askedToolId);
    const id = await addQuote(tx, { ...quote, toolId });
    if (id && mayMail) await queueMail(tx, context, { kind: 'quote_received', data: {}, recipient: quote.email });
    if (id && noticeEmail)
      await queueMail(tx, context, { kind: 'enquiry_notice', data: { kind: 'quote' }, recipient: noticeEmail });
  });
}

/** The tool that was asked for if it has this name, or else the only one on sale with this name. */
export async function getQuotedToolId(db: Queryable, name: string, askedToolId: string | null): Promise<string | null> {
  const asked = askedToolId === null ? null : await getTool(db, askedToolId);
  if (asked?.ok && asked.value.itemName === name) return asked.value._id;
  const named = await listToolIdsByName(db, name);
  return (named.length === 1 && named[0]) || null;
}

/** Stores a message and mails its sender. A duplicate is not stored again. */
export async function submitMessage(
  context: EnquiryContext,
  message: NewMessage,
  clientAddress: string,
): Promise<void> {
  const { db, limits } = context;
  const mayMail = await mayAnswerForm(limits, 'message', { email: message.email, clientAddress });
  const noticeEmail = await getNoticeAddress(context);
  await db.transaction(async (tx) => {
    const id = await addMessage(tx, message);
    if (id && mayMail) await queueMail(tx, context, { kind: 'contact_received', data: {}, recipient: message.email });
    if (id && noticeEmail)
      await queueMail(tx, context, { kind: 'enquiry_notice', data: { kind: 'message' }, recipient: noticeEmail });
  });
}

/**
 * The address to notify of a new enquiry. Null for nobody, or if the shop was notified often enough within this hour.
 */
async function getNoticeAddress({ shopSettings, limits }: EnquiryContext): Promise<string | null> {
  const { noticeEmail } = shopSettings.get().settings;
  return noticeEmail && (await limits.consume('notice', noticeEmail)) === null ? noticeEmail : null;
}

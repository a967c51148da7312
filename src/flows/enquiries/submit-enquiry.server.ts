import { listToolIdsByName } from '#src/features/catalogue/queries.server.ts';
import type { NewMessage, NewQuote } from '#src/features/enquiries/contract.ts';
import { addMessage, addQuote } from '#src/features/enquiries/queries.server.ts';
import { mayAnswerForm } from '#src/features/mail/automatic-mails.server.ts';
import { queueMail } from '#src/features/mail/outbox.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';

type EnquiryContext = Pick<AppContext, 'db' | 'limits' | 'initialMailState' | 'notify'>;

/** Stores a quote request and mails its sender. A duplicate is not stored again, without an error. */
export async function submitQuote(context: EnquiryContext, quote: NewQuote, clientAddress: string): Promise<void> {
  const { db, limits } = context;
  const mayMail = await mayAnswerForm(limits, 'quote', { email: quote.email, clientAddress });
  await db.transaction(async (tx) => {
    const named = await listToolIdsByName(tx, quote.product);
    const id = await addQuote(tx, { ...quote, toolId: (named.length === 1 && named[0]) || null });
    if (id && mayMail) await queueMail(tx, context, { kind: 'quote_received', data: {}, recipient: quote.email });
  });
}

/** Stores a message and mails its sender. A duplicate is not stored again. */
export async function submitMessage(
  context: EnquiryContext,
  message: NewMessage,
  clientAddress: string,
): Promise<void> {
  const { db, limits } = context;
  const mayMail = await mayAnswerForm(limits, 'message', { email: message.email, clientAddress });
  await db.transaction(async (tx) => {
    const id = await addMessage(tx, message);
    if (id && mayMail) await queueMail(tx, context, { kind: 'contact_received', data: {}, recipient: message.email });
  });
}

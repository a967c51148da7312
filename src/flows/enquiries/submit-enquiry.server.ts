import { listToolIdsByName } from '#src/features/catalogue/queries.server.ts';
import type { NewMessage, NewQuote } from '#src/features/enquiries/contract.ts';
import { addMessage, addQuote } from '#src/features/enquiries/queries.server.ts';
import { queueMail } from '#src/features/mail/outbox.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';

type EnquiryContext = Pick<AppContext, 'db' | 'limits' | 'initialMailState' | 'notify'>;

/** Stores a quote request and mails its sender. A duplicate is not stored again, without an error. */
export async function submitQuote(context: EnquiryContext, quote: NewQuote): Promise<void> {
  const { db, limits } = context;
  const mayMail = (await limits.consume('automaticMail', `quote:${quote.email}`)) === null;
  await db.transaction(async (tx) => {
    const named = await listToolIdsByName(tx, quote.product);
    const id = await addQuote(tx, { ...quote, toolId: (named.length === 1 && named[0]) || null });
    if (id && mayMail) await queueMail(tx, context, { kind: 'quote_received', data: {}, recipient: quote.email });
  });
}

/** Stores a message and mails its sender. A duplicate is not stored again. */
export async function submitMessage(context: EnquiryContext, message: NewMessage): Promise<void> {
  const { db, limits } = context;
  const mayMail = (await limits.consume('automaticMail', `message:${message.email}`)) === null;
  await db.transaction(async (tx) => {
    const id = await addMessage(tx, message);
    if (id && mayMail) await queueMail(tx, context, { kind: 'contact_received', data: {}, recipient: message.email });
  });
}

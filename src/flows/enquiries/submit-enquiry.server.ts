import { listToolIdsByName } from '#src/features/catalogue/queries.server.ts';
import type { NewMessage, NewQuote } from '#src/features/enquiries/contract.ts';
import { addMessage, addQuote } from '#src/features/enquiries/queries.server.ts';
import { queueMail } from '#src/features/mail/outbox.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { RateLimits } from '#src/platform/rate-limits.server.ts';

/** What is needed to take in what visitors send. */
export type EnquiryDeps = Pick<AppContext, 'db' | 'publicUrl' | 'delivery'> & { limits: RateLimits };

/** Stores a quote request and tells its sender. The same one sent twice is one; whoever sent it need not know. */
export async function submitQuote({ db, delivery, limits }: EnquiryDeps, quote: NewQuote): Promise<void> {
  const mayWrite = (await limits.consume('letter', `quote:${quote.email}`)) === null;
  await db.transaction(async (tx) => {
    const named = await listToolIdsByName(tx, quote.product);
    const id = await addQuote(tx, { ...quote, toolId: (named.length === 1 && named[0]) || null });
    if (id && mayWrite) await queueMail(tx, delivery, { kind: 'quote_received', data: {}, recipient: quote.email });
  });
}

/** Stores a message and tells its sender. The same one sent twice is one. */
export async function submitMessage({ db, delivery, limits }: EnquiryDeps, message: NewMessage): Promise<void> {
  const mayWrite = (await limits.consume('letter', `message:${message.email}`)) === null;
  await db.transaction(async (tx) => {
    const id = await addMessage(tx, message);
    if (id && mayWrite) await queueMail(tx, delivery, { kind: 'contact_received', data: {}, recipient: message.email });
  });
}

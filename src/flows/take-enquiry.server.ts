import { selectToolIdsByName } from '#src/features/catalogue/queries.server.ts';
import type { NewMessage, NewQuote } from '#src/features/enquiries/contract.ts';
import { addMessage, addQuote } from '#src/features/enquiries/queries.server.ts';
import { queueMail } from '#src/features/mail/outbox.server.ts';
import type { RateLimits } from '#src/platform/limits.server.ts';
import type { Shop } from './shop.server.ts';

/** What is needed to take in what visitors send. */
export type Reception = Pick<Shop, 'db' | 'publicUrl' | 'delivery'> & { limits: RateLimits };

/** Stores a quote request and tells its sender. The same one sent twice is one; whoever sent it need not know. */
export async function takeQuote({ db, delivery, limits }: Reception, quote: NewQuote): Promise<void> {
  const mayWrite = (await limits.take('letter', `quote:${quote.email}`)) === null;
  await db.transaction(async (tx) => {
    const named = await selectToolIdsByName(tx, quote.product);
    const id = await addQuote(tx, { ...quote, toolId: (named.length === 1 && named[0]) || null });
    if (id && mayWrite) await queueMail(tx, delivery, { kind: 'quote_received', data: {}, recipient: quote.email });
  });
}

/** Stores a message and tells its sender. The same one sent twice is one. */
export async function takeMessage({ db, delivery, limits }: Reception, message: NewMessage): Promise<void> {
  const mayWrite = (await limits.take('letter', `message:${message.email}`)) === null;
  await db.transaction(async (tx) => {
    const id = await addMessage(tx, message);
    if (id && mayWrite) await queueMail(tx, delivery, { kind: 'contact_received', data: {}, recipient: message.email });
  });
}

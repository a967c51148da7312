import { and, eq, inArray, isNull, notInArray } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { MAIL_ENTRIES, MAIL_KINDS } from './mail-kinds.ts';
import { mailHas } from './mail-search.server.ts';
import { mails } from './tables.server.ts';

const KINDS_TO_SHOP = MAIL_KINDS.filter((kind) => MAIL_ENTRIES[kind].toShop);

/** Deletes the mails to an address that are not about a purchase. */
export async function deleteMailsTo(tx: Queryable, email: string): Promise<void> {
  // The search text has an index, but the recipient alone has none.
  const sentTo = and(mailHas(email), eq(mails.recipient, email));
  await tx.delete(mails).where(and(sentTo, isNull(mails.purchaseId), notInArray(mails.kind, KINDS_TO_SHOP)));
}

export async function deleteMailsOfPurchases(tx: Queryable, purchaseIds: string[]): Promise<void> {
  if (purchaseIds.length > 0) await tx.delete(mails).where(inArray(mails.purchaseId, purchaseIds));
}

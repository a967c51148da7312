import { type SQL, sql } from 'drizzle-orm';
import { containsWords, searchText } from '#src/platform/pagination.server.ts';
import { readPurchaseNumber } from '#src/shared/purchase-number.ts';
import { purchases } from '../purchases/tables.server.ts';
import { mails } from './tables.server.ts';

/** The columns that a search of mails reads. */
export const mailSearch = searchText(mails.recipient, mails.subject, mails.text, mails.purchaseId);

/** A whole number finds the mails of its purchase; anything else is searched for in what a mail says. */
export function matchesMailWords(q: string | undefined): SQL | undefined {
  const number = readPurchaseNumber(q ?? '');
  if (!number) return containsWords(mailSearch, q);
  return sql`${mails.purchaseId} = (select ${purchases.id} from ${purchases} where ${purchases.number} = ${number})`;
}

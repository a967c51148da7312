import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from './database.server.ts';
import {
  createOneTimeToken,
  isOneTimeToken,
  type OneTimeTokenTable,
  whereOpenToken,
  whereToken,
} from './one-time-tokens.server.ts';

/** What a link in an email is for: to confirm that the recipient wants such emails, or to end them. */
export type ConsentPurpose = 'confirm' | 'leave';

/** A new token, and the columns of its row. A confirming token expires after seven days, a leaving token never. */
export function createConsentToken(purpose: ConsentPurpose): {
  token: string;
  row: { tokenHash: string; purpose: ConsentPurpose; expiresAt?: SQL };
} {
  const { token, tokenHash } = createOneTimeToken();
  const expiry = purpose === 'confirm' ? { expiresAt: sql`now() + interval '7 days'` } : {};
  return { token, row: { tokenHash, purpose, ...expiry } };
}

/** Uses up the tokens of a table. Each token belongs to a row of `owners`, whose id is in the column `ownerId`. */
export function createConsentLinks(
  links: OneTimeTokenTable,
  ownerId: PgColumn,
  owners: PgTable & { id: PgColumn },
): {
  /**
   * Locks the token's owner until the transaction ends, so that confirming, leaving and asking again happen one after
   * another. Call it before anything else that changes a token.
   */
  lockOwner(tx: Queryable, purpose: ConsentPurpose, token: string): Promise<void>;
  /** Uses up a confirming token. Returns its owner's id, or null if the token cannot be used or no longer can. */
  consumeConfirm(tx: Queryable, token: string): Promise<string | null>;
  /** The id of the owner for whom this token may end the emails, or null. Revokes the owner's confirming tokens. */
  consumeLeave(tx: Queryable, token: string): Promise<string | null>;
} {
  async function use(tx: Queryable, where: SQL | undefined): Promise<string | null> {
    const [row] = await tx
      .update(links)
      .set({ usedAt: sql`now()` } as never)
      .where(where)
      .returning({ ownerId });
    return (row?.ownerId as string | undefined) ?? null;
  }

  return {
    async lockOwner(tx, purpose, token) {
      if (!isOneTimeToken(token)) return;
      const owner = tx
        .select({ id: ownerId })
        .from(links)
        .where(whereToken(links, purpose, token));
      await tx.select({ id: owners.id }).from(owners).where(inArray(owners.id, owner)).for('update');
    },
    async consumeConfirm(tx, token) {
      return isOneTimeToken(token) ? use(tx, whereOpenToken(links, 'confirm', token)) : null;
    },
    async consumeLeave(tx, token) {
      const id = isOneTimeToken(token) ? await use(tx, whereToken(links, 'leave', token)) : null;
      if (id) await tx.delete(links).where(and(eq(ownerId, id), eq(links.purpose, 'confirm'), isNull(links.usedAt)));
      return id;
    },
  };
}

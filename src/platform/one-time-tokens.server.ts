import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/**
 * What a token in an emailed link is good for: `open` to be used, `used` before, `expired`, or `unknown`. A token that
 * a newer one replaced is unknown.
 */
export type OneTimeTokenState = 'open' | 'used' | 'expired' | 'unknown';

/** A table of tokens: each stored as its hash alone, for one purpose. A token without an end never expires. */
export type OneTimeTokenTable = PgTable & {
  tokenHash: PgColumn;
  purpose: PgColumn;
  expiresAt: PgColumn;
  usedAt: PgColumn;
};

/** A new token of 256 random bits. It stands in the email alone; the database stores the hash. */
export function createOneTimeToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOneTimeToken(token) };
}

export function hashOneTimeToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Whether a text has the form of a token, so that looking it up makes sense. */
export function isOneTimeToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The row of a token, whatever it is still good for. */
export function whereToken(table: OneTimeTokenTable, purpose: string, token: string): SQL | undefined {
  return and(eq(table.tokenHash, hashOneTimeToken(token)), eq(table.purpose, purpose));
}

/** The row of a token that may still be used; an update with this condition uses it up once, whoever else tries. */
export function whereOpenToken(table: OneTimeTokenTable, purpose: string, token: string): SQL | undefined {
  const isInTime = or(isNull(table.expiresAt), sql`${table.expiresAt} > now()`);
  return and(whereToken(table, purpose, token), isNull(table.usedAt), isInTime);
}

/** Selects what `toTokenState` reads. Time is the database's. */
export function tokenStateColumns(table: OneTimeTokenTable) {
  return {
    isUsed: sql<boolean>`${table.usedAt} is not null`,
    isExpired: sql<boolean>`coalesce(${table.expiresAt} <= now(), false)`,
  };
}

/** The state of a token by its row, or by the lack of one. */
export function toTokenState(row: { isUsed: boolean; isExpired: boolean } | undefined): OneTimeTokenState {
  if (!row) return 'unknown';
  if (row.isUsed) return 'used';
  return row.isExpired ? 'expired' : 'open';
}

import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/**
 * The state of a token in an emailed link: `open` (usable), `used`, `expired` or `unknown`. A token that a newer one
 * replaced is unknown.
 */
export type OneTimeTokenState = 'open' | 'used' | 'expired' | 'unknown';

/** A table of tokens, each stored only as a hash and for one purpose. A token without an expiry time never expires. */
export type OneTimeTokenTable = PgTable & {
  tokenHash: PgColumn;
  purpose: PgColumn;
  expiresAt: PgColumn;
  usedAt: PgColumn;
};

/** A new token of 256 random bits. Only the email has it; the database stores its hash. */
export function createOneTimeToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOneTimeToken(token) };
}

export function hashOneTimeToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Whether a text has the form of a token and is worth looking up. */
export function isOneTimeToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The row of a token in any state. */
export function whereToken(table: OneTimeTokenTable, purpose: string, token: string): SQL | undefined {
  return and(eq(table.tokenHash, hashOneTimeToken(token)), eq(table.purpose, purpose));
}

/** The row of a token that can still be used. An update with this condition uses it up only once, however many try. */
export function whereOpenToken(table: OneTimeTokenTable, purpose: string, token: string): SQL | undefined {
  const isInTime = or(isNull(table.expiresAt), sql`${table.expiresAt} > now()`);
  return and(whereToken(table, purpose, token), isNull(table.usedAt), isInTime);
}

/** Selects what `toTokenState` reads, by the database's time. */
export function tokenStateColumns(table: OneTimeTokenTable) {
  return {
    isUsed: sql<boolean>`${table.usedAt} is not null`,
    isExpired: sql<boolean>`coalesce(${table.expiresAt} <= now(), false)`,
  };
}

/** The state of a token; undefined means that it has no row. */
export function toTokenState(row: { isUsed: boolean; isExpired: boolean } | undefined): OneTimeTokenState {
  if (!row) return 'unknown';
  if (row.isUsed) return 'used';
  return row.isExpired ? 'expired' : 'open';
}

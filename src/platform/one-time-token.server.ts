import { createHash, randomBytes } from 'node:crypto';

/** `open`: can be used. `used`: was used before. `unknown`: no such token, or a newer one replaced it. */
export type TokenState = 'open' | 'used' | 'expired' | 'unknown';

/** A new token for a link in an email. Store only its hash: whoever reads the database must not be able to use it. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The form in which a token is stored and found: SHA-256 as base64url. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Whether a text from a link can be a token at all, before the database is asked. */
export function isTokenFormat(token: string): boolean {
  return /^[\w-]{43}$/.test(token);
}

/** The state of a found token. */
export function getTokenState({ used, expired }: { used: boolean; expired: boolean }): TokenState {
  if (used) return 'used';
  return expired ? 'expired' : 'open';
}

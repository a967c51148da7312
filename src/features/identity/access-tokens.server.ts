import { createHash, randomBytes } from 'node:crypto';
import type { AuthenticatedUser } from '#src/platform/caller.ts';
import { type Db, isForeignKeyViolation, isUniqueViolation, type Queryable } from '#src/platform/database.server.ts';
import { hasPermission, toRole } from '#src/shared/permissions.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { lockSubject } from './account-ownership.server.ts';
import { type Claims, type IdentityIssuer, verifyIdToken } from './id-tokens.server.ts';
import {
  deleteSession,
  deleteSiblingTokens,
  endSignIn,
  getCallerByToken,
  getSessionOfToken,
  insertAccessToken,
  isExpiredSignInToken,
  lockSession,
  reassignUser,
  touchSignIn,
  type UserRow,
  upsertUser,
} from './queries.server.ts';
import { grantFirstAdmin } from './roles.server.ts';

/** Short-lived, because browsers store the token in local storage. They renew it in the background. */
const ACCESS_TOKEN_LIFETIME_MS = 15 * 60_000;

const BEARER_TOKEN_PATTERN = /^Bearer ([A-Za-z0-9_-]{43})$/i;

export interface AccessToken {
  token: string;
  expiresAt: Date;
}

/**
 * The user who makes a request. The role is read from the database each time, so that a change takes effect at once.
 */
export async function authenticate(
  db: Queryable,
  authorization: string | undefined,
): Promise<Outcome<AuthenticatedUser>> {
  if (!authorization) return fail('unauthenticated');
  const token = BEARER_TOKEN_PATTERN.exec(authorization)?.[1];
  if (!token) return fail('token_invalid');
  const caller = await getCallerByToken(db, hashToken(token));
  return caller ? ok(caller) : fail('token_invalid');
}

/**
 * Exchanges a verified ID token for the shop's own access token, and creates the user on first use. The token must be
 * of the address `email`.
 */
export async function exchangeIdToken(
  db: Db,
  issuer: IdentityIssuer,
  authorization: string | undefined,
  email: string,
): Promise<Outcome<AccessToken>> {
  if (!authorization) return fail('unauthenticated');
  const idToken = /^Bearer (\S{20,8192})$/i.exec(authorization)?.[1];
  if (!idToken) return fail('token_invalid');
  const verified = await verifyIdToken(issuer, idToken);
  if (!verified.ok) return verified;
  const claims = verified.value;
  if (claims.email !== email) return fail('not_your_email');
  const found = await db.transaction(async (tx) => {
    // The name in the ID token of a session that was ended must not come back.
    await lockSubject(tx, issuer.provider, claims.subject);
    if (claims.sessionId && !(await lockSession(tx, claims.sessionId, 'key share'))) return fail('token_invalid');
    return findOrCreateUser(tx, issuer, claims);
  });
  if (!found.ok) return found;
  const user = found.value;
  if (user.disabledAt) return fail('account_disabled');
  if (email === issuer.firstAdmin && claims.emailVerified && !hasPermission({ role: toRole(user) }, 'users.manage'))
    await grantFirstAdmin(db, user);
  const token = randomBytes(32).toString('base64url');
  const { signIn, sessionId } = claims;
  try {
    const stored = {
      tokenHash: hashToken(token),
      userId: user.id,
      sessionId,
      signIn,
      lifetimeMs: ACCESS_TOKEN_LIFETIME_MS,
    };
    const expiresAt = signIn
      ? await db.transaction(async (tx) =>
          // Locked until the token is stored: a concurrent sign-out either finds the token, or is found here.
          (await touchSignIn(tx, signIn)) ? insertAccessToken(tx, stored) : null,
        )
      : await insertAccessToken(db, stored);
    return expiresAt ? ok({ token, expiresAt }) : fail('token_invalid');
  } catch (error) {
    // The session of this ID token was signed out meanwhile, so the token is worthless although not expired.
    if (isForeignKeyViolation(error)) return fail('token_invalid');
    throw error;
  }
}

/**
 * The user of a verified token. If the account of that address belongs to another identity, it is reassigned to this
 * one, whose address is confirmed, and its sessions end. So a shop can change its identity service, and nobody gets
 * hold of an account by registering somebody else's address.
 */
async function findOrCreateUser(db: Queryable, issuer: IdentityIssuer, claims: Claims): Promise<Outcome<UserRow>> {
  const { email, displayName, emailVerified } = claims;
  const identity = {
    subject: `${issuer.provider}|${claims.subject}`,
    email,
    displayName,
    emailConfirmed: emailVerified,
  };
  try {
    const user = (await upsertUser(db, identity)) ?? (emailVerified ? await reassignUser(db, identity) : null);
    if (user) return ok(user);
    const detail = 'An account with this email address already exists. Please confirm the address, then sign in again.';
    return fail('not_your_email', emailVerified ? {} : { detail });
  } catch (error) {
    if (!isUniqueViolation(error, 'users_subject_unique')) throw error;
    return fail('not_your_email', {
      detail: 'Your account in this shop has a different email address. Please change it back, or contact us.',
    });
  }
}

/** Ends the sign-in of this access token, with all its tokens. No ID token of it is exchanged again. */
export async function endOwnSignIn(db: Db, authorization: string): Promise<number> {
  const hash = hashToken(BEARER_TOKEN_PATTERN.exec(authorization)?.[1] ?? '');
  return db.transaction(async (tx) => {
    const sessionId = await getSessionOfToken(tx, hash);
    if (sessionId) await lockSession(tx, sessionId, 'update');
    await endSignIn(tx, hash);
    const deleted = await deleteSiblingTokens(tx, hash);
    if (sessionId) await deleteSession(tx, sessionId);
    return deleted;
  });
}

/**
 * Ends the sign-in of an expired token, which is good for nothing else. Tokens expire while a machine sleeps or the
 * shop can't be reached. Null if it is not such a token.
 */
export async function endExpiredSignIn(db: Db, authorization: string): Promise<number | null> {
  const hash = hashToken(BEARER_TOKEN_PATTERN.exec(authorization)?.[1] ?? '');
  return db.transaction(async (tx) => {
    if (!(await isExpiredSignInToken(tx, hash))) return null;
    await endSignIn(tx, hash);
    return deleteSiblingTokens(tx, hash);
  });
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

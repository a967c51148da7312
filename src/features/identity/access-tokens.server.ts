import { createHash, randomBytes } from 'node:crypto';
import { type JWTPayload, type JWTVerifyGetKey, errors as joseErrors, jwtVerify, UnsecuredJWT } from 'jose';
import type { Caller } from '#src/platform/caller.ts';
import { type Db, isForeignKeyViolation, isUniqueViolation, type Queryable } from '#src/platform/database.server.ts';
import { emailSchema } from '#src/shared/field-schemas.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import { ProviderUnavailable } from './provider-errors.server.ts';
import {
  deleteSiblingTokens,
  endSignIn,
  getCallerByToken,
  getUserByEmail,
  grantAdmin,
  grantFirstAdmin,
  insertAccessToken,
  isExpiredSignInToken,
  reassignUser,
  touchSignIn,
  type UserRow,
  upsertUser,
} from './queries.server.ts';
import { toDisplayName } from './rules.ts';

/** How long an access token lives, in ms. Short, because it lies in local storage; renewed quietly. */
const ACCESS_TOKEN_LIFETIME_MS = 15 * 60_000;

const BEARER_TOKEN_PATTERN = /^Bearer ([A-Za-z0-9_-]{43})$/i;

/** What an ID token is checked against, whichever identity service issued it. */
export interface IdentityIssuer {
  /** Names the identity service in stored subjects. Stays when the shop's address, and with it the issuer, changes. */
  provider: string;
  issuer: string;
  audience: string;
  algorithms: string[];
  /** Null where tokens are not signed: with an emulator on this machine, nowhere else. */
  keys: JWTVerifyGetKey | null;
  unsigned?: true;
  /** How far its clock may be from ours, in seconds. */
  clockTolerance?: number;
  /** What it asks of its tokens beyond what every token must have. */
  rejectClaims?: (claims: JWTPayload) => Failure | null;
  /**
   * Names the sign-in a token comes from, where the service keeps no sessions in this database: all that came from it
   * ends with it.
   */
  getSignInKey?: (claims: JWTPayload) => string | null;
  /** Becomes admin by signing in with this address, confirmed, while the shop has no admin. */
  firstAdmin?: string;
}

export interface AccessToken {
  token: string;
  expiresAt: Date;
}

/** Who calls: the role and the right to be here are read from the database at each request. */
export async function authenticate(db: Queryable, authorization: string | undefined): Promise<Outcome<Caller>> {
  if (!authorization) return fail('unauthenticated');
  const token = BEARER_TOKEN_PATTERN.exec(authorization)?.[1];
  if (!token) return fail('token_invalid');
  const caller = await getCallerByToken(db, hashToken(token));
  return caller ? ok(caller) : fail('token_invalid');
}

/**
 * Exchanges a verified ID token for the shop's own access token, creating the user on first use. The token's
 * verified e-mail must be the one asked for.
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
  const found = await findOrCreateUser(db, issuer, claims);
  if (!found.ok) return found;
  const user = found.value;
  if (user.disabledAt) return fail('account_disabled');
  if (email === issuer.firstAdmin && claims.emailVerified && user.role !== 'admin') await grantFirstAdmin(db, user.id);
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
          // Held until the token is stored: a sign-out at this moment either finds it, or is found here.
          (await touchSignIn(tx, signIn)) ? insertAccessToken(tx, stored) : null,
        )
      : await insertAccessToken(db, stored);
    return expiresAt ? ok({ token, expiresAt }) : fail('token_invalid');
  } catch (error) {
    // The session behind this ID token has been signed out: the token may still be in time, but is worth nothing.
    if (isForeignKeyViolation(error)) return fail('token_invalid');
    throw error;
  }
}

/**
 * The user behind a verified token. An account of another identity goes over to whom the identity service in use now
 * says has the confirmed address, and whoever had it is signed out: so a shop moves from one service to another, and
 * nobody keeps an account by having registered somebody else's address first.
 */
async function findOrCreateUser(db: Db, issuer: IdentityIssuer, claims: Claims): Promise<Outcome<UserRow>> {
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
    const detail =
      'There is an account with this e-mail address already. Please confirm the address, then sign in again.';
    return fail('not_your_email', emailVerified ? {} : { detail });
  } catch (error) {
    if (!isUniqueViolation(error, 'users_subject_unique')) throw error;
    return fail('not_your_email', {
      detail: 'Your account in this shop has another e-mail address. Please change it back, or write to us.',
    });
  }
}

/** Ends the sign-in this access token came from, whatever other tokens came from it; no ID token of it opens one again. */
export async function endOwnSignIn(db: Db, authorization: string): Promise<number> {
  const hash = hashToken(BEARER_TOKEN_PATTERN.exec(authorization)?.[1] ?? '');
  return db.transaction(async (tx) => {
    await endSignIn(tx, hash);
    return deleteSiblingTokens(tx, hash);
  });
}

/**
 * The same by a token that has run out, as one does while a machine sleeps or the shop cannot be reached: it is good for
 * nothing else. Null when it is not such a token.
 */
export async function endExpiredSignIn(db: Db, authorization: string): Promise<number | null> {
  const hash = hashToken(BEARER_TOKEN_PATTERN.exec(authorization)?.[1] ?? '');
  return db.transaction(async (tx) => {
    if (!(await isExpiredSignInToken(tx, hash))) return null;
    await endSignIn(tx, hash);
    return deleteSiblingTokens(tx, hash);
  });
}

/** How many were changed by the grant: 1, or 0 when they were admin already. */
export async function makeAdmin(db: Queryable, email: string): Promise<Outcome<number>> {
  const changed = await grantAdmin(db, email);
  if (changed) return ok(changed);
  const user = await getUserByEmail(db, email);
  if (!user) return fail('not_found', { detail: 'There is no user with this e-mail address.' });
  return user.role === 'admin' ? ok(0) : fail('email_unconfirmed');
}

interface Claims {
  subject: string;
  email: string;
  displayName: string;
  emailVerified: boolean;
  sessionId: string | null;
  signIn: string | null;
}

async function verifyIdToken(issuer: IdentityIssuer, idToken: string): Promise<Outcome<Claims>> {
  try {
    const payload = await readClaims(issuer, idToken);
    const email = emailSchema.safeParse(payload.email);
    if (!email.success || !payload.sub) return fail('token_invalid');
    const refusal = issuer.rejectClaims?.(payload);
    if (refusal) return refusal;
    const signIn = issuer.getSignInKey?.(payload) ?? null;
    return ok({
      subject: payload.sub,
      email: email.data,
      displayName: toDisplayName(payload.name, email.data),
      emailVerified: payload.email_verified === true,
      sessionId: signIn === null && typeof payload.sid === 'string' ? payload.sid : null,
      signIn,
    });
  } catch (error) {
    if (error instanceof joseErrors.JOSEError) return fail('token_invalid');
    // Nobody is signed out because their identity service is away.
    if (error instanceof ProviderUnavailable) return fail('identity_unavailable', { extra: { retryAfter: 5 } });
    throw error;
  }
}

async function readClaims(issuer: IdentityIssuer, idToken: string): Promise<JWTPayload> {
  const { keys, algorithms, clockTolerance = 5, unsigned } = issuer;
  const expected = {
    issuer: issuer.issuer,
    audience: issuer.audience,
    requiredClaims: ['sub', 'exp', 'iat', 'email'],
    clockTolerance,
  };
  const { payload } =
    unsigned && !keys
      ? UnsecuredJWT.decode(idToken, expected)
      : await jwtVerify(idToken, keys ?? rejectUnknownKey, { ...expected, algorithms });
  if (Number(payload.iat) > Date.now() / 1000 + clockTolerance)
    throw new joseErrors.JWTClaimValidationFailed('issued in the future', payload, 'iat');
  return payload;
}

function rejectUnknownKey(): never {
  throw new joseErrors.JWKSNoMatchingKey();
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

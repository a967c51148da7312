import { createHash, randomBytes } from 'node:crypto';
import { type JWTVerifyGetKey, errors as joseErrors, jwtVerify } from 'jose';
import type { Caller } from '#src/platform/caller.ts';
import { type Db, isForeignKeyViolation, type Queryable } from '#src/platform/database.server.ts';
import { emailSchema } from '#src/shared/identifier.ts';
import { type Outcome, refuse, succeed } from '#src/shared/problem.ts';
import { grantAdmin, insertAccessToken, selectCaller, selectUserByEmail, upsertUser } from './queries.server.ts';
import { displayNameOf } from './rules.ts';

/** How long an access token lives, in ms. Short, because it lies in local storage; renewed quietly. */
const ACCESS_TOKEN_LIFE = 15 * 60_000;

const TOKEN_PATTERN = /^Bearer ([A-Za-z0-9_-]{43})$/i;

/** What an ID token is checked against, whichever identity service issued it. */
export interface IdentityIssuer {
  /** Names the identity service in stored subjects. Stays when the shop's address, and with it the issuer, changes. */
  realm: string;
  issuer: string;
  audience: string;
  algorithms: string[];
  keys: JWTVerifyGetKey;
}

export interface AccessToken {
  token: string;
  expiresAt: Date;
}

/** Who calls: the role and the right to be here are read from the database at each request. */
export async function authenticate(db: Queryable, authorization: string | undefined): Promise<Outcome<Caller>> {
  if (!authorization) return refuse('unauthenticated');
  const token = TOKEN_PATTERN.exec(authorization)?.[1];
  if (!token) return refuse('token_invalid');
  const caller = await selectCaller(db, hashToken(token));
  return caller ? succeed(caller) : refuse('token_invalid');
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
  if (!authorization) return refuse('unauthenticated');
  const idToken = /^Bearer (\S{20,8192})$/i.exec(authorization)?.[1];
  if (!idToken) return refuse('token_invalid');
  const claims = await verifyIdToken(issuer, idToken);
  if (!claims) return refuse('token_invalid');
  if (claims.email !== email) return refuse('not_your_email');
  const user = await upsertUser(db, {
    subject: `${issuer.realm}|${claims.subject}`,
    email,
    displayName: claims.displayName,
    emailConfirmed: claims.emailVerified,
  });
  if (!user) return refuse('not_your_email');
  if (user.disabledAt) return refuse('account_disabled');
  const token = randomBytes(32).toString('base64url');
  try {
    const expiresAt = await insertAccessToken(db, {
      tokenHash: hashToken(token),
      userId: user.id,
      sessionId: claims.sessionId,
      lifeMs: ACCESS_TOKEN_LIFE,
    });
    return succeed({ token, expiresAt });
  } catch (error) {
    // The session behind this ID token has been signed out: the token may still be in time, but is worth nothing.
    if (isForeignKeyViolation(error)) return refuse('token_invalid');
    throw error;
  }
}

/** How many were changed by the grant: 1, or 0 when they were admin already. */
export async function makeAdmin(db: Queryable, email: string): Promise<Outcome<number>> {
  const changed = await grantAdmin(db, email);
  if (changed) return succeed(changed);
  const user = await selectUserByEmail(db, email);
  if (!user) return refuse('not_found', { detail: 'There is no user with this e-mail address.' });
  return user.role === 'admin' ? succeed(0) : refuse('email_unconfirmed');
}

interface Claims {
  subject: string;
  email: string;
  displayName: string;
  emailVerified: boolean;
  sessionId: string | null;
}

async function verifyIdToken(issuer: IdentityIssuer, idToken: string): Promise<Claims | null> {
  try {
    const { payload } = await jwtVerify(idToken, issuer.keys, {
      issuer: issuer.issuer,
      audience: issuer.audience,
      algorithms: issuer.algorithms,
      requiredClaims: ['sub', 'exp', 'iat', 'email'],
      clockTolerance: 5,
    });
    const email = emailSchema.safeParse(payload.email);
    if (!email.success || !payload.sub) return null;
    return {
      subject: payload.sub,
      email: email.data,
      displayName: displayNameOf(payload.name, email.data),
      emailVerified: payload.email_verified === true,
      sessionId: typeof payload.sid === 'string' ? payload.sid : null,
    };
  } catch (error) {
    if (error instanceof joseErrors.JOSEError) return null;
    throw error;
  }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

import { type JWTPayload, type JWTVerifyGetKey, errors as joseErrors, jwtVerify, UnsecuredJWT } from 'jose';
import { emailSchema } from '#src/shared/field-schemas.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import { IdentityUnavailable } from './provider-errors.server.ts';
import { toDisplayName } from './rules.ts';

/** What an ID token is verified against, whichever identity service issued it. */
export interface IdentityIssuer {
  /** Names the identity service in stored subjects. It stays when the shop's address, and so `issuer`, changes. */
  provider: string;
  issuer: string;
  audience: string;
  algorithms: string[];
  /** Null where tokens are not signed: only with an emulator on this machine. */
  keys: JWTVerifyGetKey | null;
  unsigned?: true;
  /** How far its clock may differ from ours, in seconds. */
  clockTolerance?: number;
  /** Rejects claims for reasons of this issuer, beyond what every token must have. */
  rejectClaims?: (claims: JWTPayload) => Failure | null;
  /**
   * Names the sign-in a token comes from, if the service stores no sessions in this database. All access tokens of a
   * sign-in end with it.
   */
  getSignInKey?: (claims: JWTPayload) => string | null;
  /** The user who signs in with this address, confirmed, becomes admin while the shop has none. */
  firstAdmin?: string;
}

/** What the shop reads of a verified ID token. */
export interface Claims {
  subject: string;
  email: string;
  displayName: string;
  emailVerified: boolean;
  sessionId: string | null;
  /** The sign-in that the token came from, if it is tracked apart from sessions. */
  signIn: string | null;
}

/** Verifies an ID token of whichever identity service is in use. */
export async function verifyIdToken(issuer: IdentityIssuer, idToken: string): Promise<Outcome<Claims>> {
  try {
    const payload = await readClaims(issuer, idToken);
    const email = emailSchema.safeParse(payload.email);
    if (!email.success || !payload.sub) return fail('token_invalid');
    const rejection = issuer.rejectClaims?.(payload);
    if (rejection) return rejection;
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
    // An outage of the identity service signs nobody out.
    if (error instanceof IdentityUnavailable) return fail('identity_unavailable', { extra: { retryAfter: 5 } });
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

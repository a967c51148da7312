import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, isAPIError } from 'better-auth/api';
import { bearer, jwt } from 'better-auth/plugins';
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey, errors as joseErrors } from 'jose';
import type { Db } from '#src/platform/database.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import { emailSchema } from '#src/shared/field-schemas.ts';
import type { IdentityIssuer } from './access-tokens.server.ts';
import { EMBEDDED_PROVIDER } from './account.server.ts';
import type { GoogleSignIn } from './google-sign-in.server.ts';
import { hashPassword, verifyPassword } from './password.server.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, toDisplayName } from './rules.ts';
import {
  identityAccounts,
  identityKeys,
  identitySessions,
  identityUsers,
  identityVerifications,
} from './tables.server.ts';

export interface EmbeddedIdentity {
  /** Answers everything under `/api/auth`. */
  handler: (request: Request) => Promise<Response>;
  issuer: IdentityIssuer;
  /**
   * Makes sure this person can sign in with this password, with a confirmed address. Somebody else's earlier,
   * unconfirmed registration of the address is taken over and signed out. Answers the identity's id.
   */
  ensureUser(person: { email: string; password: string; displayName: string }): Promise<string>;
}

export interface EmbeddedIdentityOptions {
  db: Db;
  /** The shop's origin; also the issuer and audience of ID tokens. */
  publicUrl: string;
  secret: string;
  log: Log;
  /** Whether a newcomer is signed in at once, or only after having opened the link in the mail. */
  signUp: 'at_once' | 'confirmed';
  google: GoogleSignIn | null;
  /** Writes the mail with the link that confirms an address. */
  sendConfirmation: (account: { id: string; email: string }) => Promise<void>;
}

/** The identity service in the same process and database: e-mail and password, sessions, ID tokens. */
export function createEmbeddedIdentityService(options: EmbeddedIdentityOptions): EmbeddedIdentity {
  const { db, publicUrl, secret, log, google } = options;
  const auth = betterAuth({
    appName: 'Ironmonger',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: identityUsers,
        session: identitySessions,
        account: identityAccounts,
        verification: identityVerifications,
        jwks: identityKeys,
      },
    }),
    // Where links in mails may lead. Never the request's own Host: whoever asks for a mail to somebody else chooses it.
    trustedOrigins: [publicUrl],
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: { hash: hashPassword, verify: verifyPassword },
      requireEmailVerification: options.signUp === 'confirmed',
    },
    emailVerification: {
      sendOnSignUp: true,
      // The library's own link is a signed text that could be used again and again; ours is made once and spent.
      sendVerificationEmail: ({ user }) => options.sendConfirmation(user),
    },
    account: {
      // A person with a password gets Google as a second way in when Google has verified the address and they have
      // confirmed it here. Otherwise whoever registered somebody's address first would share the account with them.
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
      updateAccountOnSignIn: false,
    },
    databaseHooks: {
      user: {
        // A picture is the profile's; the identity service would keep whatever is sent, of any length.
        create: {
          before: async (user) => {
            if (!emailSchema.safeParse(user.email).success)
              throw new APIError('BAD_REQUEST', { message: 'This e-mail address cannot be used.' });
            return { data: { ...user, name: toDisplayName(user.name, user.email), image: null } };
          },
        },
        update: {
          before: async ({ image: _, ...user }) => ({
            data: user.name ? { ...user, name: toDisplayName(user.name, user.name) } : user,
          }),
        },
      },
      account: {
        create: {
          // Google is asked who somebody is, and nothing after that.
          before: async (account) => ({
            data: { ...account, accessToken: null, refreshToken: null, idToken: null, scope: null },
          }),
        },
      },
    },
    session: { expiresIn: 7 * 24 * 3600, updateAge: 24 * 3600 },
    plugins: [
      jwt({
        disableSettingJwtHeader: true,
        jwks: { keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' } },
        jwt: {
          issuer: publicUrl,
          audience: publicUrl,
          expirationTime: '10m',
          definePayload: ({ user, session }) => ({
            email: user.email,
            email_verified: user.emailVerified,
            name: user.name,
            sid: session.id,
          }),
        },
      }),
      // What the database holds of a session opens nothing without the signature that the shop's secret makes.
      bearer({ requireSignature: true }),
      ...(google ? [google.plugin] : []),
    ],
    // Counted by the shop's own limits, in PostgreSQL, by account as well as by address.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'ironmonger',
      useSecureCookies: publicUrl.startsWith('https:'),
      // The app refuses every write from a foreign page before it comes here, and every body that is not JSON; this
      // check would besides refuse programs, which send no Origin.
      disableCSRFCheck: true,
      // Where a link may lead is always checked; the library would leave that out in a test environment.
      disableOriginCheck: false,
    },
    logger: {
      level: 'warn',
      // The message only: arguments may hold what a person typed.
      log: (level, message) => log[level === 'error' ? 'error' : 'warn']({ part: 'identity' }, message),
    },
    onAPIError: {
      // Left to itself the library prints whatever failed on standard error, statement and parameters included.
      onError: (error) => {
        if (!isAPIError(error)) throw error;
        if (error.statusCode >= 500) log.error({ err: error, part: 'identity' }, 'identity call failed');
      },
    },
  });

  return {
    handler: auth.handler,
    issuer: {
      provider: EMBEDDED_PROVIDER,
      issuer: publicUrl,
      audience: publicUrl,
      algorithms: ['EdDSA'],
      keys: createLocalJwks(() => auth.api.getJwks() as Promise<JSONWebKeySet>),
    },
    async ensureUser({ email, password, displayName }) {
      const context = await auth.$context;
      const hash = await hashPassword(password);
      const found = await context.internalAdapter.findUserByEmail(email, { includeAccounts: true });
      if (!found) {
        const created = await context.internalAdapter.createUser(
          { email, name: displayName, emailVerified: true },
          { method: 'email-password' },
        );
        await context.internalAdapter.linkAccount({
          userId: created.id,
          providerId: 'credential',
          accountId: created.id,
          password: hash,
        });
        return created.id;
      }
      const { user, accounts } = found;
      await context.internalAdapter.deleteUserSessions(user.id);
      await context.internalAdapter.updateUser(user.id, { emailVerified: true, name: displayName });
      if (accounts.some((account) => account.providerId === 'credential'))
        await context.internalAdapter.updatePassword(user.id, hash);
      else
        await context.internalAdapter.linkAccount({
          userId: user.id,
          providerId: 'credential',
          accountId: user.id,
          password: hash,
        });
      return user.id;
    },
  };
}

/** The published keys, read again when a token names one that is not among them (keys rotate). */
function createLocalJwks(read: () => Promise<JSONWebKeySet>): JWTVerifyGetKey {
  let current: JWTVerifyGetKey | null = null;
  let readAt = 0;
  return async (header, token) => {
    current ??= await readKeys();
    try {
      return await current(header, token);
    } catch (error) {
      // At most once a second, so that forged key ids cannot make us read without end.
      if (!(error instanceof joseErrors.JWKSNoMatchingKey) || Date.now() - readAt < 1_000) throw error;
      current = await readKeys();
      return current(header, token);
    }
  };
  async function readKeys(): Promise<JWTVerifyGetKey> {
    readAt = Date.now();
    return createLocalJWKSet(await read());
  }
}

import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, isAPIError } from 'better-auth/api';
import { bearer, jwt } from 'better-auth/plugins';
import type { JSONWebKeySet } from 'jose';
import type { Db } from '#src/platform/database.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import { deriveKey } from '#src/platform/secret/secret.server.ts';
import { emailSchema } from '#src/shared/field-schemas.ts';
import { createDeviceCookies, type DeviceCookies } from './device-cookies.server.ts';
import type { GoogleSignIn } from './google-sign-in.server.ts';
import type { IdentityIssuer } from './id-tokens.server.ts';
import { createLocalJwks } from './local-jwks.server.ts';
import { hashPassword, verifyPassword } from './password.server.ts';
import { EMBEDDED_PROVIDER, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, toDisplayName } from './rules.ts';
import {
  identityAccounts,
  identitySessions,
  identitySigningKeys,
  identityUsers,
  identityVerifications,
} from './tables.server.ts';

export interface EmbeddedIdentity {
  /** Handles every request under `/api/auth`. */
  handler: (request: Request) => Promise<Response>;
  issuer: IdentityIssuer;
  /** Knows the browsers that signed in to an account before. */
  devices: DeviceCookies;
  /** The live session of a request, by its cookie or bearer token. */
  getSession(headers: Headers): Promise<{ id: string; userId: string; email: string } | null>;
  /** Signs in. Returns the `Set-Cookie` lines of the new session; none when it was rejected. */
  signIn(credentials: { email: string; password: string }): Promise<string[]>;
  /**
   * Makes sure that this user can sign in with this password, with a confirmed address. An earlier registration of the
   * address is taken over, and its sessions end. Returns the id of the identity.
   */
  ensureUser(user: { email: string; password: string; displayName: string }): Promise<string>;
}

export interface EmbeddedIdentityOptions {
  db: Db;
  /** The shop's origin; also the issuer and audience of ID tokens. */
  publicUrl: string;
  secret: string;
  log: Log;
  /** Whether a new user is signed in at once, or only after opening the link in the email. */
  signUp: 'at_once' | 'confirmed';
  google: GoogleSignIn | null;
  /** Writes the email with the link that confirms an address. */
  sendConfirmation: (account: { id: string; email: string }) => Promise<void>;
}

/** The identity service in the same process and database: email and password, sessions, ID tokens. */
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
        jwks: identitySigningKeys,
      },
    }),
    // Where links in emails may lead. Never the request's Host: whoever requests an email to somebody else chooses it.
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
      // The library's own link is a signed text that works repeatedly; ours works once.
      sendVerificationEmail: ({ user }) => options.sendConfirmation(user),
    },
    account: {
      // Google is linked to an account with a password only if both have confirmed the address. Otherwise whoever
      // registered somebody's address first would share the account with them.
      accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true },
      updateAccountOnSignIn: false,
    },
    databaseHooks: {
      user: {
        // The image belongs to the profile; the library would store whatever is sent, of any length.
        create: {
          before: async (user) => {
            if (!emailSchema.safeParse(user.email).success)
              throw new APIError('BAD_REQUEST', { message: 'This email address cannot be used.' });
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
          // Google says who the user is; its tokens are not needed after that.
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
      // A session token from the database is useless without the signature made with the shop's secret.
      bearer({ requireSignature: true }),
      ...(google ? [google.plugin] : []),
    ],
    // The shop's own limits, in PostgreSQL, count by account as well as by client address.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'ironmonger',
      useSecureCookies: publicUrl.startsWith('https:'),
      // The app itself rejects writes from foreign pages, and bodies that are not JSON. The library's check would also
      // reject programs, which send no Origin.
      disableCSRFCheck: true,
      // Set explicitly: in a test environment the library would skip the check of where a link may lead.
      disableOriginCheck: false,
    },
    logger: {
      level: 'warn',
      // The message only: arguments may contain what a user typed.
      log: (level, message) => log[level === 'error' ? 'error' : 'warn']({ component: 'identity' }, message),
    },
    onAPIError: {
      // By default the library prints failures to standard error, with statements and parameters.
      onError: (error) => {
        if (!isAPIError(error)) throw error;
        if (error.statusCode >= 500) log.error({ err: error, component: 'identity' }, 'identity call failed');
      },
    },
  });

  const jwks = createLocalJwks(() => auth.api.getJwks() as Promise<JSONWebKeySet>);
  return {
    async handler(request) {
      // The library makes the first key when one is needed: several sign-ins at once would make several.
      await jwks.prepare();
      return auth.handler(request);
    },
    issuer: {
      provider: EMBEDDED_PROVIDER,
      issuer: publicUrl,
      audience: publicUrl,
      algorithms: ['EdDSA'],
      keys: jwks.getKey,
    },
    devices: createDeviceCookies(deriveKey(secret, 'device-cookie'), publicUrl.startsWith('https:')),
    async getSession(headers) {
      const found = await auth.api.getSession({ headers, query: { disableRefresh: true } });
      return found && { id: found.session.id, userId: found.user.id, email: found.user.email };
    },
    async signIn(credentials) {
      const response = await auth.api.signInEmail({ body: credentials, asResponse: true });
      return response.ok ? response.headers.getSetCookie() : [];
    },
    async ensureUser({ email, password, displayName }) {
      const context = await auth.$context;
      const hash = await hashPassword(password);
      const found = await context.internalAdapter.findUserByEmail(email, { includeAccounts: true });
      const linkPassword = (userId: string) =>
        context.internalAdapter.linkAccount({ userId, providerId: 'credential', accountId: userId, password: hash });
      if (!found) {
        const created = await context.internalAdapter.createUser(
          { email, name: displayName, emailVerified: true },
          { method: 'email-password' },
        );
        await linkPassword(created.id);
        return created.id;
      }
      const { user, accounts } = found;
      await context.internalAdapter.deleteUserSessions(user.id);
      await context.internalAdapter.updateUser(user.id, { emailVerified: true, name: displayName });
      if (accounts.some((account) => account.providerId === 'credential'))
        await context.internalAdapter.updatePassword(user.id, hash);
      else await linkPassword(user.id);
      return user.id;
    },
  };
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { BetterAuthPlugin } from 'better-auth';
import type { JWTPayload } from 'jose';
import type { Log } from '#src/platform/log.server.ts';
import { emailSchema } from '#src/shared/field-schemas.ts';
import { createOpenIdProvider } from './openid-provider.server.ts';
import { IdentityUnavailable, VerificationFailed } from './provider-errors.server.ts';
import { type GoogleError, toDisplayName } from './rules.ts';

export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  discoveryUrl: string;
}

/** Reports how the last use of Google went. */
interface ProviderMonitor {
  up(): void;
  down(reason: string): void;
}

/** A user whose address Google has verified. */
export interface VerifiedGoogleUser {
  /** Names the user at Google. */
  subject: string;
  email: string;
  displayName: string;
}

export interface GoogleSignIn {
  /** Makes Google known to the identity library. */
  plugin: BetterAuthPlugin;
  /** Whether users can be sent to Google now. */
  isAvailable(): Promise<boolean>;
  /** Runs the return from Google. `error` is what went wrong beyond what the library reports. */
  handleReturn<T>(work: () => Promise<T>): Promise<{ result: T; error: GoogleError | null }>;
  probe(): Promise<void>;
}

/**
 * Signing in with Google. The library stores state, nonce and code verifier of each attempt, bound to the browser. The
 * ID token is verified here: the library checks less, and would need Google when the shop starts. `onVerified` runs
 * before the library looks for the account.
 */
export function createGoogleSignIn(
  settings: GoogleSettings,
  log: Log,
  monitor: ProviderMonitor,
  onVerified: (user: VerifiedGoogleUser) => Promise<void>,
): GoogleSignIn {
  const openId = createOpenIdProvider(settings);
  /** Google's last known state. While it is down, a cached discovery document is not a reason to send a user there. */
  let unavailable = false;
  const attempts = new AsyncLocalStorage<{ error: GoogleError | null }>();

  const describeError = (error: Error) => `Google: ${error.message} Signing in with email and password still works.`;

  /**
   * The result of `work`, or null when it failed; the failure is recorded for the returning user. `contacts`: the work
   * needs a request to Google, so that success means that Google is up.
   */
  async function track<T>(work: () => Promise<T>, contacts = true): Promise<T | null> {
    try {
      const value = await work();
      if (contacts) {
        unavailable = false;
        monitor.up();
      }
      return value;
    } catch (error) {
      const attempt = attempts.getStore();
      if (error instanceof IdentityUnavailable) {
        if (attempt) attempt.error = 'unreachable';
        unavailable = true;
        monitor.down(describeError(error));
        log.warn({ err: error }, 'Google cannot be reached');
        return null;
      }
      if (!(error instanceof VerificationFailed)) throw error;
      // Google is up; only this sign-in cannot be trusted.
      monitor.up();
      log.warn({ reason: error.message }, 'a sign-in with Google was refused');
      return null;
    }
  }

  async function toUserInfo(claims: JWTPayload) {
    const email = emailSchema.safeParse(claims.email);
    const attempt = attempts.getStore();
    if (!email.success || claims.email_verified !== true) {
      if (attempt) attempt.error = 'unverified';
      return null;
    }
    const name = typeof claims.name === 'string' ? claims.name : '';
    const displayName = toDisplayName(name, email.data);
    await onVerified({ subject: String(claims.sub), email: email.data, displayName });
    return { user: { email: email.data, name, emailVerified: true }, data: claims };
  }

  const provider = {
    id: 'google' as const,
    name: 'Google',
    // `idToken` is left out: with it, anybody could submit an ID token of their own without going to Google.
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }: { profile: JWTPayload | object }) => ('sub' in profile ? String(profile.sub) : ''),
    async createAuthorizationURL(request: {
      state: string;
      codeVerifier: string;
      redirectURI: string;
      idTokenNonce?: string | undefined;
    }) {
      const url = new URL(await openId.authorizationEndpoint());
      const parameters = {
        response_type: 'code',
        client_id: settings.clientId,
        redirect_uri: request.redirectURI,
        scope: 'openid email profile',
        state: request.state,
        nonce: request.idTokenNonce ?? '',
        code_challenge: createHash('sha256').update(request.codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url;
    },
    async validateAuthorizationCode({
      code,
      codeVerifier = '',
      redirectURI: redirectUri,
    }: {
      code: string;
      codeVerifier?: string | undefined;
      redirectURI: string;
    }) {
      const idToken = await track(() => openId.exchangeCode({ code, codeVerifier, redirectUri }));
      return idToken === null ? null : { idToken };
    },
    async getUserInfo({
      idToken,
      expectedIdTokenNonce: nonce,
    }: {
      idToken?: string | undefined;
      expectedIdTokenNonce?: string | undefined;
    }) {
      if (!idToken || !nonce) return null;
      const claims = await track(() => openId.verify(idToken, nonce));
      return claims && toUserInfo(claims);
    },
  };

  return {
    plugin: {
      id: 'google-openid',
      init: (context) => ({ context: { socialProviders: [provider, ...context.socialProviders] } }),
    },
    async isAvailable() {
      if (unavailable && (await track(async () => openId.probe().then(() => true))) === null) return false;
      return (await track(() => openId.authorizationEndpoint(), !openId.isDiscovered())) !== null;
    },
    async handleReturn(work) {
      const attempt = { error: null as GoogleError | null };
      const result = await attempts.run(attempt, work);
      return { result, error: attempt.error };
    },
    async probe() {
      await openId.probe().then(
        () => {
          unavailable = false;
        },
        (error) => {
          unavailable = true;
          throw new Error(describeError(error));
        },
      );
    },
  };
}

import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import { createListeners } from '#src/shared/listeners.ts';
import { readPublicSettings } from '#src/shared/public-settings.ts';
import { isSigningOut, markSigningOut } from './access-token.ts';
import type { IdentityClient, IdentityOutcome, IdentityUser } from './identity-client.ts';
import { NOT_FINISHED, NOT_SET_UP, UNCONFIRMED } from './sign-in-copy.ts';

interface WireUser {
  name: string;
  email: string;
  emailVerified: boolean;
}

interface SignInResponse {
  user: WireUser;
  /** Null if nobody was signed in. */
  token: string | null;
}

const ALREADY_CONFIRMED: ApiResult<never> = {
  ok: false,
  problem: { status: 409, code: 'EMAIL_ALREADY_VERIFIED', detail: '', errors: {}, extra: {} },
};

const MAX_AWAY_MS = 20_000;

/** Settles when the browser's Back shows this page again, or after a while if the page was never left. */
function untilBack(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true });
    setTimeout(resolve, MAX_AWAY_MS);
  });
}

/** The identity service in the shop's own process, at `/api/auth`, with a cookie. */
export function createEmbeddedIdentityClient(): IdentityClient {
  const listeners = createListeners<[user: IdentityUser | null]>();
  const toOutcome = (result: ApiResult<{ user: WireUser }>): IdentityOutcome => {
    if (!result.ok) return { ok: false, message: result.problem.detail };
    const user = toUser(result.value.user);
    listeners.notify(user);
    return { ok: true, user };
  };
  const fetchUser = async (): Promise<ApiResult<IdentityUser | null>> => {
    const result = await callApi<{ user: WireUser } | null>('/auth/get-session', { token: null });
    return result.ok ? { ...result, value: result.value ? toUser(result.value.user) : null } : result;
  };
  const post = <T>(path: string, body: object) => callApi<T>(`/auth${path}`, { method: 'POST', body, token: null });

  return {
    getCachedUser: () => null,
    onChange: listeners.subscribe,
    fetchUser,
    async signUp({ displayName, email, password }) {
      const result = await post<SignInResponse>('/sign-up/email', { name: displayName, email, password });
      // The user has to confirm the address first; the email says how.
      if (result.ok && result.value.token === null) return { ok: false, message: '', confirmation: 'sent' };
      return toOutcome(result);
    },
    async signIn({ email, password }) {
      const result = await post<SignInResponse>('/sign-in/email', { email, password });
      if (!result.ok && result.problem.code === 'EMAIL_NOT_VERIFIED')
        return { ok: false, message: UNCONFIRMED, confirmation: 'unopened' };
      return toOutcome(result);
    },
    async signInWithGoogle(returnTo) {
      const { identity } = readPublicSettings();
      if (identity.kind !== 'embedded' || !identity.google) return { ok: false, message: NOT_SET_UP };
      // A sign-out that the service does not know yet would end the new session.
      if (isSigningOut() && (await post('/sign-out', {})).ok) markSigningOut(null);
      const result = await post<{ url: string }>('/sign-in/social', { provider: 'google', callbackURL: returnTo });
      if (!result.ok) return { ok: false, message: result.problem.detail };
      location.assign(result.value.url);
      await untilBack();
      return { ok: false, message: NOT_FINISHED };
    },
    async sendConfirmation(email) {
      // The service tells nobody whether an address is confirmed. The session tells its own user.
      const found = await fetchUser();
      if (found.ok && found.value?.email === email && found.value.emailVerified) return ALREADY_CONFIRMED;
      return post('/send-verification-email', { email });
    },
    requestPasswordReset: (email) => post('/request-password-reset', { email }),
    async update({ displayName }) {
      // Only the profile has an image.
      if (displayName === undefined) return { ok: true, value: null, serverTime: null, total: null };
      return post('/update-user', { name: displayName });
    },
    takeRedirectError: () => null,
    // The access token ends with its session.
    async signOut() {
      const result = await post('/sign-out', {});
      listeners.notify(null);
      return result.ok;
    },
    async fetchIdToken() {
      const result = await callApi<{ token: string }>('/auth/token', { token: null });
      return result.ok ? { ...result, value: result.value.token } : result;
    },
  };
}

/** The name as the server stores it, so that a form compares equal names. */
function toUser({ name, email, emailVerified }: WireUser): IdentityUser {
  return { displayName: name.trim().slice(0, 100) || email, email: email.toLowerCase(), emailVerified };
}

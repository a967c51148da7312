import { type ApiResult, callApi } from '#src/shared/api-client.ts';
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
  /** Null where nobody was signed in. */
  token: string | null;
}

const ALREADY_CONFIRMED: ApiResult<never> = {
  ok: false,
  problem: { status: 409, code: 'EMAIL_ALREADY_VERIFIED', detail: '', errors: {}, extra: {} },
};

const MAX_AWAY_MS = 20_000;

/** Settles when the page that was left is shown again, by the browser's 'Back', or was never left. */
function untilBack(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true });
    setTimeout(resolve, MAX_AWAY_MS);
  });
}

/** The identity service of the shop's own process, reached by cookie at `/api/auth`. */
export function createEmbeddedIdentityClient(): IdentityClient {
  const listeners = new Set<(user: IdentityUser | null) => void>();
  const notify = (user: IdentityUser | null) => {
    for (const listener of listeners) listener(user);
  };
  const toOutcome = (answer: ApiResult<{ user: WireUser }>): IdentityOutcome => {
    if (!answer.ok) return { ok: false, message: answer.problem.detail };
    const user = toUser(answer.value.user);
    notify(user);
    return { ok: true, user };
  };
  const current = async (): Promise<ApiResult<IdentityUser | null>> => {
    const answer = await callApi<{ user: WireUser } | null>('/auth/get-session', { token: null });
    return answer.ok ? { ...answer, value: answer.value ? toUser(answer.value.user) : null } : answer;
  };
  const post = <T>(path: string, body: object) => callApi<T>(`/auth${path}`, { method: 'POST', body, token: null });

  return {
    getCachedUser: () => null,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    fetchUser: current,
    async signUp({ displayName, email, password }) {
      const answer = await post<SignInResponse>('/sign-up/email', { name: displayName, email, password });
      // Where newcomers confirm first, the mail says the rest.
      if (answer.ok && answer.value.token === null) return { ok: false, message: '', confirmation: 'sent' };
      return toOutcome(answer);
    },
    async signIn({ email, password }) {
      const answer = await post<SignInResponse>('/sign-in/email', { email, password });
      if (!answer.ok && answer.problem.code === 'EMAIL_NOT_VERIFIED')
        return { ok: false, message: UNCONFIRMED, confirmation: 'unopened' };
      return toOutcome(answer);
    },
    async signInWithGoogle(returnTo) {
      const { identity } = readPublicSettings();
      if (identity.kind !== 'embedded' || !identity.google) return { ok: false, message: NOT_SET_UP };
      // A log-out that the service has not heard of yet would end the session that is about to begin.
      if (isSigningOut() && (await post('/sign-out', {})).ok) markSigningOut(null);
      const answer = await post<{ url: string }>('/sign-in/social', { provider: 'google', callbackURL: returnTo });
      if (!answer.ok) return { ok: false, message: answer.problem.detail };
      location.assign(answer.value.url);
      await untilBack();
      return { ok: false, message: NOT_FINISHED };
    },
    async sendConfirmation(email) {
      // The service tells nobody whether an address is confirmed; of one's own the session says so.
      const found = await current();
      if (found.ok && found.value?.email === email && found.value.emailVerified) return ALREADY_CONFIRMED;
      return post('/send-verification-email', { email });
    },
    requestPasswordReset: (email) => post('/request-password-reset', { email }),
    async update({ displayName }) {
      // The picture is the profile's alone.
      if (displayName === undefined) return { ok: true, value: null, serverTime: null, total: null };
      return post('/update-user', { name: displayName });
    },
    takeRedirectError: () => null,
    // The token ends with its session.
    async signOut() {
      const answer = await post('/sign-out', {});
      notify(null);
      return answer.ok;
    },
    async fetchIdToken() {
      const answer = await callApi<{ token: string }>('/auth/token', { token: null });
      return answer.ok ? { ...answer, value: answer.value.token } : answer;
    },
  };
}

/** The name as the shop keeps it, so that what a form shows is what the server compares it with. */
function toUser({ name, email, emailVerified }: WireUser): IdentityUser {
  return { displayName: name.trim().slice(0, 100) || email, email: email.toLowerCase(), emailVerified };
}

import { type Answer, callApi } from '#src/shared/api-client.ts';
import type { IdentityClient, IdentityOutcome, IdentityUser } from './identity-client.ts';

interface WireUser {
  name: string;
  email: string;
  emailVerified: boolean;
}

/** The identity service of the shop's own process, reached by cookie at `/api/auth`. */
export function createEmbeddedIdentity(): IdentityClient {
  const listeners = new Set<(user: IdentityUser | null) => void>();
  const tell = (user: IdentityUser | null) => {
    for (const listener of listeners) listener(user);
  };
  const enter = (answer: Answer<{ user: WireUser }>): IdentityOutcome => {
    if (!answer.ok) return { ok: false, message: answer.problem.detail };
    const user = toUser(answer.value.user);
    tell(user);
    return { ok: true, user };
  };
  const post = <T>(path: string, body: object) => callApi<T>(`/auth${path}`, { method: 'POST', body, token: null });

  return {
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async current() {
      const answer = await callApi<{ user: WireUser } | null>('/auth/get-session', { token: null });
      return answer.ok ? { ...answer, value: answer.value ? toUser(answer.value.user) : null } : answer;
    },
    async signUp({ displayName, email, password }) {
      return enter(await post('/sign-up/email', { name: displayName, email, password }));
    },
    async signIn({ email, password }) {
      return enter(await post('/sign-in/email', { email, password }));
    },
    async signInWithGoogle() {
      return { ok: false, message: 'Google sign-in is not set up for this shop. Please use your e-mail and password.' };
    },
    sendConfirmation: (email) => post('/send-verification-email', { email }),
    async signOut() {
      const answer = await post('/sign-out', {});
      tell(null);
      return answer.ok;
    },
    async idToken() {
      const answer = await callApi<{ token: string }>('/auth/token', { token: null });
      return answer.ok ? { ...answer, value: answer.value.token } : answer;
    },
  };
}

/** The name as the shop keeps it, so that what a form shows is what the server compares it with. */
function toUser({ name, email, emailVerified }: WireUser): IdentityUser {
  return { displayName: name.trim().slice(0, 100) || email, email: email.toLowerCase(), emailVerified };
}

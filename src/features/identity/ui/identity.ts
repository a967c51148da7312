import { type ApiResult, UNREACHABLE } from '#src/shared/api-client.ts';
import { readPublicSettings } from '#src/shared/public-settings.ts';
import { getFreshCachedUser } from './cached-user.ts';
import { createEmbeddedIdentityClient } from './embedded-identity-client.ts';
import type { IdentityClient, IdentityOutcome } from './identity-client.ts';

/** The identity service of this shop. While a page is rendered nobody signs in, and it is not asked for. */
export const identity: IdentityClient = selectIdentityClient();

function selectIdentityClient(): IdentityClient {
  if (typeof document === 'undefined') return createEmbeddedIdentityClient();
  const { identity: chosen } = readPublicSettings();
  if (chosen.kind === 'embedded') return createEmbeddedIdentityClient();
  // Its package is larger than all the rest of a page: loaded beside the page, and by no shop that does without it.
  return lazyIdentityClient(async () =>
    (await import('./firebase-identity-client.ts')).createFirebaseIdentityClient(chosen),
  );
}

/** A client that is still on its way; what cannot be loaded is loaded again when it is needed next. */
function lazyIdentityClient(load: () => Promise<IdentityClient>): IdentityClient {
  let loading: Promise<IdentityClient> | null = null;
  let loaded: IdentityClient | null = null;
  const ready = () => {
    loading ??= load().then(
      (client) => {
        loaded = client;
        return client;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  const call = <T>(how: (client: IdentityClient) => Promise<ApiResult<T>>): Promise<ApiResult<T>> =>
    ready().then(how, () => ({ ok: false, problem: UNREACHABLE }));
  const signInWith = (how: (client: IdentityClient) => Promise<IdentityOutcome>): Promise<IdentityOutcome> =>
    ready().then(how, () => ({ ok: false, message: UNREACHABLE.detail }));

  return {
    // Needs nothing of the package.
    getCachedUser: getFreshCachedUser,
    onChange(listener) {
      let stop: (() => void) | null = () => {};
      ready().then(
        (client) => {
          if (stop) stop = client.onChange(listener);
        },
        () => {},
      );
      return () => {
        stop?.();
        stop = null;
      };
    },
    fetchUser: () => call((client) => client.fetchUser()),
    signUp: (person) => signInWith((client) => client.signUp(person)),
    signIn: (person) => signInWith((client) => client.signIn(person)),
    signInWithGoogle: (returnTo) => signInWith((client) => client.signInWithGoogle(returnTo)),
    sendConfirmation: (email) => call((client) => client.sendConfirmation(email)),
    requestPasswordReset: (email) => call((client) => client.requestPasswordReset(email)),
    update: (change) => call((client) => client.update(change)),
    takeRedirectError: () => loaded?.takeRedirectError() ?? null,
    signOut: (token) =>
      ready().then(
        (client) => client.signOut(token),
        () => false,
      ),
    fetchIdToken: () => call((client) => client.fetchIdToken()),
  };
}

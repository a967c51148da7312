import { type ApiResult, UNREACHABLE } from '#src/shared/api-client.ts';
import { readPublicSettings } from '#src/shared/public-settings.ts';
import { getFreshCachedUser } from './cached-user.ts';
import { createEmbeddedIdentityClient } from './embedded-identity-client.ts';
import type { IdentityClient, IdentityOutcome } from './identity-client.ts';

/** The identity service of this shop. The server renders pages without using it. */
export const identity: IdentityClient = selectIdentityClient();

function selectIdentityClient(): IdentityClient {
  if (typeof document === 'undefined') return createEmbeddedIdentityClient();
  const { identity: chosen } = readPublicSettings();
  if (chosen.kind === 'embedded') return createEmbeddedIdentityClient();
  // The package is larger than the rest of a page, so it loads beside it, and only in this mode.
  return lazyIdentityClient(async () =>
    (await import('./firebase-identity-client.ts')).createFirebaseIdentityClient(chosen),
  );
}

/** A client that loads on first use. A failed load is tried again on the next use. */
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
  const call = <T>(work: (client: IdentityClient) => Promise<ApiResult<T>>): Promise<ApiResult<T>> =>
    ready().then(work, () => ({ ok: false, problem: UNREACHABLE }));
  const signInWith = (work: (client: IdentityClient) => Promise<IdentityOutcome>): Promise<IdentityOutcome> =>
    ready().then(work, () => ({ ok: false, message: UNREACHABLE.detail }));

  return {
    // Does not need the package.
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
    signUp: (input) => signInWith((client) => client.signUp(input)),
    signIn: (input) => signInWith((client) => client.signIn(input)),
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

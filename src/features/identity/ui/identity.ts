import { type Answer, UNREACHABLE } from '#src/shared/api-client.ts';
import { readShopSettings } from '#src/shared/shop-settings.ts';
import { createEmbeddedIdentity } from './embedded-identity.ts';
import type { IdentityClient, IdentityOutcome } from './identity-client.ts';
import { knownPerson } from './remembered-person.ts';

/** The identity service of this shop. While a page is rendered nobody signs in, and it is not asked for. */
export const identity: IdentityClient = chooseIdentity();

function chooseIdentity(): IdentityClient {
  if (typeof document === 'undefined') return createEmbeddedIdentity();
  const { identity: chosen } = readShopSettings();
  if (chosen.kind === 'embedded') return createEmbeddedIdentity();
  // Its package is larger than all the rest of a page: loaded beside the page, and by no shop that does without it.
  return loadIdentity(async () => (await import('./firebase-identity.ts')).createFirebaseIdentity(chosen));
}

/** A client that is still on its way; what cannot be loaded is loaded again when it is needed next. */
function loadIdentity(load: () => Promise<IdentityClient>): IdentityClient {
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
  const ask = <T>(how: (client: IdentityClient) => Promise<Answer<T>>): Promise<Answer<T>> =>
    ready().then(how, () => ({ ok: false, problem: UNREACHABLE }));
  const enter = (how: (client: IdentityClient) => Promise<IdentityOutcome>): Promise<IdentityOutcome> =>
    ready().then(how, () => ({ ok: false, message: UNREACHABLE.detail }));

  return {
    // Needs nothing of the package.
    known: knownPerson,
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
    current: () => ask((client) => client.current()),
    signUp: (person) => enter((client) => client.signUp(person)),
    signIn: (person) => enter((client) => client.signIn(person)),
    signInWithGoogle: (returnTo) => enter((client) => client.signInWithGoogle(returnTo)),
    sendConfirmation: (email) => ask((client) => client.sendConfirmation(email)),
    requestPasswordReset: (email) => ask((client) => client.requestPasswordReset(email)),
    update: (change) => ask((client) => client.update(change)),
    takeReturnFault: () => loaded?.takeReturnFault() ?? null,
    signOut: (token) =>
      ready().then(
        (client) => client.signOut(token),
        () => false,
      ),
    idToken: () => ask((client) => client.idToken()),
  };
}

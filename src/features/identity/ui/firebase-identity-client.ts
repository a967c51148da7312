import { initializeApp } from '@firebase/app';
import {
  type Auth,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  getRedirectResult,
  initializeAuth,
  onAuthStateChanged,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  type User,
  type UserCredential,
  updateProfile,
} from '@firebase/auth';
import type { ApiResult } from '#src/shared/api-client.ts';
import type { PublicSettings } from '#src/shared/public-settings.ts';
import { toDisplayName } from '../rules.ts';
import { readTokenDetails } from './access-token.ts';
import {
  cacheUser,
  clearCachedUser,
  getFreshCachedUser,
  markRedirect,
  readCachedUser,
  takeRedirect,
} from './cached-user.ts';
import { getErrorCode, toMessage, toProblem } from './firebase-errors.ts';
import type { IdentityClient, IdentityOutcome, IdentityUser } from './identity-client.ts';
import { endSignIns } from './pending-sign-outs.ts';

/** Longest waits, in ms: until Firebase knows who is there, for an answer, and for what another tab has done. */
const READY_TIMEOUT_MS = 5_000;
const RESPONSE_TIMEOUT_MS = 15_000;
const OTHER_TAB_TIMEOUT_MS = 2_000;

/** Where the pop-up of Google cannot open; the person then goes to Google in this tab, and comes back. */
const NO_POPUP = new Set(['popup-blocked', 'operation-not-supported-in-this-environment']);

type FirebaseSettings = Extract<PublicSettings['identity'], { kind: 'firebase' }>;

/** Firebase Authentication, by its official package. */
export function createFirebaseIdentityClient(settings: FirebaseSettings): IdentityClient {
  const { kind: _, emulator, ...config } = settings;
  // Local storage, so that other tabs know at once. The resolver of pop-ups is given where one is opened: given here,
  // telephones would load Google's frame on every page.
  const auth = initializeAuth(initializeApp(config), { persistence: browserLocalPersistence });
  if (emulator) connectAuthEmulator(auth, emulator, { disableWarnings: true });
  // A sign-out that the shop has not heard of, from before somebody signed in again.
  void endSignIns(null);
  let redirectError: string | null = null;
  let reloaded = false;
  const ready = waitUntilReady(auth).then((error) => {
    redirectError = error;
  });

  /** Who is there now; throws when that is not known. */
  async function resolveUser(): Promise<User | null> {
    await withTimeout(READY_TIMEOUT_MS, ready);
    const awaited = readTokenDetails()?.email;
    // Another tab may have signed in a moment ago.
    if (awaited && auth.currentUser?.email?.toLowerCase() !== awaited) await change(auth, awaited);
    const user = auth.currentUser;
    // At the start Firebase has just asked; later somebody may have followed the link in the mail meanwhile.
    if (user && !user.emailVerified && reloaded)
      await withTimeout(RESPONSE_TIMEOUT_MS, reload(user)).catch(rethrowIfEnded);
    reloaded = true;
    return auth.currentUser;
  }

  async function toOutcome(how: () => Promise<UserCredential>): Promise<IdentityOutcome> {
    try {
      const { user } = await how();
      cacheUser(toUser(user));
      return { ok: true, user: toUser(user) };
    } catch (error) {
      return { ok: false, message: toMessage(error) };
    }
  }

  async function toResult<T>(how: () => Promise<T>): Promise<ApiResult<T>> {
    try {
      return { ok: true, value: await how(), serverTime: null, total: null };
    } catch (error) {
      return { ok: false, problem: toProblem(error) };
    }
  }

  return {
    getCachedUser: getFreshCachedUser,
    onChange: (listener) => onAuthStateChanged(auth, (user) => listener(user && toUser(user))),
    fetchUser: () =>
      toResult(async () => {
        try {
          const user = await resolveUser();
          if (user) cacheUser(toUser(user));
          else clearCachedUser();
          return user && toUser(user);
        } catch (error) {
          if (toProblem(error).status === 401) return null;
          // Firebase is slow, which signs nobody out: whoever was here is, by the shop's own token, until it has said.
          const person = readCachedUser();
          if (person && person.email === readTokenDetails()?.email) return person;
          throw error;
        }
      }),
    signUp: ({ displayName, email, password }) =>
      toOutcome(async () => {
        const credential = await withTimeout(
          RESPONSE_TIMEOUT_MS,
          createUserWithEmailAndPassword(auth, email, password),
        );
        // The account is there now, whatever becomes of these two: the name can be changed, the mail sent again.
        const named = withTimeout(RESPONSE_TIMEOUT_MS, updateProfile(credential.user, { displayName }));
        await Promise.allSettled([named, withTimeout(RESPONSE_TIMEOUT_MS, sendConfirmation(credential.user))]);
        return credential;
      }),
    signIn: ({ email, password }) =>
      toOutcome(() => withTimeout(RESPONSE_TIMEOUT_MS, signInWithEmailAndPassword(auth, email, password))),
    signInWithGoogle: () =>
      toOutcome(async () => {
        const google = new GoogleAuthProvider();
        try {
          return await signInWithPopup(auth, google, browserPopupRedirectResolver);
        } catch (error) {
          if (!NO_POPUP.has(getErrorCode(error) ?? '')) throw error;
          markRedirect();
          return signInWithRedirect(auth, google, browserPopupRedirectResolver);
        }
      }),
    sendConfirmation: () => resendConfirmation(auth),
    requestPasswordReset: (email) =>
      toResult(async () => {
        try {
          await withTimeout(RESPONSE_TIMEOUT_MS, sendPasswordResetEmail(auth, email));
        } catch (error) {
          // Older projects tell.
          if (getErrorCode(error) !== 'user-not-found') throw error;
        }
      }),
    update: ({ displayName, photo }) =>
      toResult(async () => {
        const user = await resolveUser();
        if (!user) throw { code: 'auth/null-user' };
        const waitForUser = { ...(displayName ? { displayName } : {}), ...(photo ? { photoURL: photo } : {}) };
        await withTimeout(RESPONSE_TIMEOUT_MS, updateProfile(user, waitForUser));
        cacheUser(toUser(user));
      }),
    takeRedirectError() {
      const error = redirectError;
      redirectError = null;
      return error;
    },
    async signOut(token) {
      clearCachedUser();
      // What the shop gave out for this sign-in would else be good for some minutes more.
      const ended = endSignIns(token);
      const left = await signOut(auth).then(
        () => true,
        () => false,
      );
      return (await ended) && left;
    },
    fetchIdToken: () =>
      toResult(async () => {
        await withTimeout(READY_TIMEOUT_MS, ready);
        const user = auth.currentUser;
        if (!user) throw { code: 'auth/null-user' };
        const { claims } = await withTimeout(RESPONSE_TIMEOUT_MS, user.getIdTokenResult());
        // The token says what was true when it was made.
        const stale =
          (user.emailVerified && !claims.email_verified) || (user.displayName ?? '') !== (claims.name ?? '');
        return withTimeout(RESPONSE_TIMEOUT_MS, user.getIdToken(stale));
      }),
  };
}

/** Waits until Firebase knows who is there. Answers what went wrong at Google, for somebody who comes back from there. */
async function waitUntilReady(auth: Auth): Promise<string | null> {
  await auth.authStateReady();
  if (!takeRedirect()) return null;
  try {
    await getRedirectResult(auth, browserPopupRedirectResolver);
    return null;
  } catch (error) {
    return toMessage(error);
  }
}

async function resendConfirmation(auth: Auth): Promise<ApiResult<unknown>> {
  const user = auth.currentUser;
  try {
    if (!user) throw { code: 'auth/null-user' };
    await withTimeout(RESPONSE_TIMEOUT_MS, reload(user));
    if (!user.emailVerified) await withTimeout(RESPONSE_TIMEOUT_MS, sendConfirmation(user));
  } catch (error) {
    return { ok: false, problem: toProblem(error) };
  }
  if (!user.emailVerified) return { ok: true, value: null, serverTime: null, total: null };
  const done = { status: 400, code: 'EMAIL_ALREADY_VERIFIED', detail: '', errors: {}, extra: {} };
  return { ok: false, problem: done };
}

/** The mail whose link confirms the address; from Firebase's page it leads back to the shop. */
async function sendConfirmation(user: User): Promise<void> {
  try {
    await sendEmailVerification(user, { url: `${location.origin}/dashboard` });
  } catch (error) {
    // The owner has not told Firebase of this address of the shop: the link then works all the same.
    if (!/-continue-uri$/.test(getErrorCode(error) ?? '')) throw error;
    await sendEmailVerification(user);
  }
}

/** Until this person is signed in, or some time has passed. */
function change(auth: Auth, email: string): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, OTHER_TAB_TIMEOUT_MS);
    const stop = onAuthStateChanged(auth, (user) => {
      if (user?.email?.toLowerCase() === email) queueMicrotask(end);
    });
  });
}

function rethrowIfEnded(error: unknown): void {
  if (toProblem(error).status === 401) throw error;
}

/** Firebase's own limits are half a minute and more. */
async function withTimeout<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject({ code: 'auth/timeout' }), limitMs);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

function toUser({ displayName, email, emailVerified }: User): IdentityUser {
  const address = (email ?? '').toLowerCase();
  return { displayName: toDisplayName(displayName, address), email: address, emailVerified };
}

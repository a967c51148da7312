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
import { getErrorCode, toFirebaseProblem, toMessage } from './firebase-errors.ts';
import type { IdentityClient, IdentityOutcome, IdentityUser } from './identity-client.ts';
import { endSignIns } from './pending-sign-outs.ts';

/** In ms. Firebase's own limits are half a minute and more. */
const READY_TIMEOUT_MS = 5_000;
const RESPONSE_TIMEOUT_MS = 15_000;
const OTHER_TAB_TIMEOUT_MS = 2_000;

/** Codes for a pop-up that cannot open. The user then goes to Google in this tab, and comes back. */
const NO_POPUP = new Set(['popup-blocked', 'operation-not-supported-in-this-environment']);

type FirebaseSettings = Extract<PublicSettings['identity'], { kind: 'firebase' }>;

/** Firebase Authentication, by its official package. */
export function createFirebaseIdentityClient(settings: FirebaseSettings): IdentityClient {
  const { kind: _, emulator, ...config } = settings;
  // Local storage, so that other tabs know at once. The pop-up resolver is passed where a pop-up opens: passed here,
  // phones would load Google's frame on every page.
  const auth = initializeAuth(initializeApp(config), { persistence: browserLocalPersistence });
  if (emulator) connectAuthEmulator(auth, emulator, { disableWarnings: true });
  // Sign-outs of earlier sessions that the shop does not know yet.
  void endSignIns(null);
  let redirectError: string | null = null;
  let reloaded = false;
  const ready = waitUntilReady(auth).then((error) => {
    redirectError = error;
  });

  /** The signed-in user; throws when Firebase does not say in time. */
  async function resolveUser(): Promise<User | null> {
    await withTimeout(READY_TIMEOUT_MS, ready);
    const awaited = readTokenDetails()?.email;
    // Another tab may have signed in a moment ago.
    if (awaited && auth.currentUser?.email?.toLowerCase() !== awaited) await change(auth, awaited);
    const user = auth.currentUser;
    // On the first call Firebase's data is fresh. Later the user may have confirmed the address meanwhile.
    if (user && !user.emailVerified && reloaded)
      await withTimeout(RESPONSE_TIMEOUT_MS, reload(user)).catch(rethrowIfEnded);
    reloaded = true;
    return auth.currentUser;
  }

  async function toOutcome(work: () => Promise<UserCredential>): Promise<IdentityOutcome> {
    try {
      const { user } = await work();
      cacheUser(toUser(user));
      return { ok: true, user: toUser(user) };
    } catch (error) {
      return { ok: false, message: toMessage(error) };
    }
  }

  async function toResult<T>(work: () => Promise<T>): Promise<ApiResult<T>> {
    try {
      return { ok: true, value: await work(), serverTime: null, total: null };
    } catch (error) {
      return { ok: false, problem: toFirebaseProblem(error) };
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
          if (toFirebaseProblem(error).status === 401) return null;
          // A slow Firebase signs nobody out: until it responds, the access token says who is signed in.
          const cached = readCachedUser();
          if (cached && cached.email === readTokenDetails()?.email) return cached;
          throw error;
        }
      }),
    signUp: ({ displayName, email, password }) =>
      toOutcome(async () => {
        const credential = await withTimeout(
          RESPONSE_TIMEOUT_MS,
          createUserWithEmailAndPassword(auth, email, password),
        );
        // The account exists, even if these two fail: the name can be changed, and the email sent again.
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
          // Older projects reveal whether an account exists.
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
      // Otherwise the shop's access token would stay valid for some minutes.
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
        // A cached token may be older than the change.
        const stale =
          (user.emailVerified && !claims.email_verified) || (user.displayName ?? '') !== (claims.name ?? '');
        return withTimeout(RESPONSE_TIMEOUT_MS, user.getIdToken(stale));
      }),
  };
}

/** Waits until Firebase knows who is signed in. Returns what went wrong, for a user who comes back from Google. */
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
    return { ok: false, problem: toFirebaseProblem(error) };
  }
  if (!user.emailVerified) return { ok: true, value: null, serverTime: null, total: null };
  const done = { status: 400, code: 'EMAIL_ALREADY_VERIFIED', detail: '', errors: {}, extra: {} };
  return { ok: false, problem: done };
}

/** Sends the email with the link that confirms the address. Firebase's page then links back to the shop. */
async function sendConfirmation(user: User): Promise<void> {
  try {
    await sendEmailVerification(user, { url: `${location.origin}/dashboard` });
  } catch (error) {
    // The Firebase project does not list this address of the shop. The link works without the way back.
    if (!/-continue-uri$/.test(getErrorCode(error) ?? '')) throw error;
    await sendEmailVerification(user);
  }
}

/** Settles when this user is signed in, or after a while. */
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
  if (toFirebaseProblem(error).status === 401) throw error;
}

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

import { initializeApp } from 'firebase/app';
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
} from 'firebase/auth';
import type { Answer } from '#src/shared/api-client.ts';
import type { ShopSettings } from '#src/shared/shop-settings.ts';
import { displayNameOf } from '../rules.ts';
import { readTokenDetails } from './access-token.ts';
import { codeOf, problemOf, sentenceOf } from './firebase-errors.ts';
import type { IdentityClient, IdentityOutcome, IdentityUser } from './identity-client.ts';
import {
  forgetPerson,
  knownPerson,
  rememberedPerson,
  rememberPerson,
  rememberRedirect,
  takeRedirect,
} from './remembered-person.ts';
import { endSignIns } from './untold-tokens.ts';

/** Longest waits, in ms: until Firebase knows who is there, for an answer, and for what another tab has done. */
const OPENING_MS = 5_000;
const ANSWER_MS = 15_000;
const OTHER_TAB_MS = 2_000;

/** Where the pop-up of Google cannot open; the person then goes to Google in this tab, and comes back. */
const NO_POPUP = new Set(['popup-blocked', 'operation-not-supported-in-this-environment']);

type FirebaseSettings = Extract<ShopSettings['identity'], { kind: 'firebase' }>;

/** Firebase Authentication, by its official package. */
export function createFirebaseIdentity(settings: FirebaseSettings): IdentityClient {
  const { kind: _, emulator, ...config } = settings;
  // Local storage, so that other tabs know at once. The resolver of pop-ups is given where one is opened: given here,
  // telephones would load Google's frame on every page.
  const auth = initializeAuth(initializeApp(config), { persistence: browserLocalPersistence });
  if (emulator) connectAuthEmulator(auth, emulator, { disableWarnings: true });
  // A sign-out that the shop has not heard of, from before somebody signed in again.
  void endSignIns(null);
  let returnFault: string | null = null;
  let lookedAgain = false;
  const opening = open(auth).then((fault) => {
    returnFault = fault;
  });

  /** Who is there now; throws when that is not known. */
  async function settle(): Promise<User | null> {
    await within(OPENING_MS, opening);
    const awaited = readTokenDetails()?.email;
    // Another tab may have signed in a moment ago.
    if (awaited && auth.currentUser?.email?.toLowerCase() !== awaited) await change(auth, awaited);
    const user = auth.currentUser;
    // At the start Firebase has just asked; later somebody may have followed the link in the mail meanwhile.
    if (user && !user.emailVerified && lookedAgain) await within(ANSWER_MS, reload(user)).catch(passUnlessEnded);
    lookedAgain = true;
    return auth.currentUser;
  }

  async function enter(how: () => Promise<UserCredential>): Promise<IdentityOutcome> {
    try {
      const { user } = await how();
      rememberPerson(toPerson(user));
      return { ok: true, user: toPerson(user) };
    } catch (error) {
      return { ok: false, message: sentenceOf(error) };
    }
  }

  async function answer<T>(how: () => Promise<T>): Promise<Answer<T>> {
    try {
      return { ok: true, value: await how(), serverTime: null, total: null };
    } catch (error) {
      return { ok: false, problem: problemOf(error) };
    }
  }

  return {
    known: knownPerson,
    onChange: (listener) => onAuthStateChanged(auth, (user) => listener(user && toPerson(user))),
    current: () =>
      answer(async () => {
        try {
          const user = await settle();
          if (user) rememberPerson(toPerson(user));
          else forgetPerson();
          return user && toPerson(user);
        } catch (error) {
          if (problemOf(error).status === 401) return null;
          // Firebase is slow, which signs nobody out: whoever was here is, by the shop's own token, until it has said.
          const person = rememberedPerson();
          if (person && person.email === readTokenDetails()?.email) return person;
          throw error;
        }
      }),
    signUp: ({ displayName, email, password }) =>
      enter(async () => {
        const credential = await within(ANSWER_MS, createUserWithEmailAndPassword(auth, email, password));
        // The account is there now, whatever becomes of these two: the name can be changed, the mail sent again.
        const named = within(ANSWER_MS, updateProfile(credential.user, { displayName }));
        await Promise.allSettled([named, within(ANSWER_MS, sendConfirmation(credential.user))]);
        return credential;
      }),
    signIn: ({ email, password }) => enter(() => within(ANSWER_MS, signInWithEmailAndPassword(auth, email, password))),
    signInWithGoogle: () =>
      enter(async () => {
        const google = new GoogleAuthProvider();
        try {
          return await signInWithPopup(auth, google, browserPopupRedirectResolver);
        } catch (error) {
          if (!NO_POPUP.has(codeOf(error) ?? '')) throw error;
          rememberRedirect();
          return signInWithRedirect(auth, google, browserPopupRedirectResolver);
        }
      }),
    sendConfirmation: () => sendAgain(auth),
    requestPasswordReset: (email) =>
      answer(async () => {
        try {
          await within(ANSWER_MS, sendPasswordResetEmail(auth, email));
        } catch (error) {
          // Older projects tell.
          if (codeOf(error) !== 'user-not-found') throw error;
        }
      }),
    update: ({ displayName, photo }) =>
      answer(async () => {
        const user = await settle();
        if (!user) throw { code: 'auth/null-user' };
        const change = { ...(displayName ? { displayName } : {}), ...(photo ? { photoURL: photo } : {}) };
        await within(ANSWER_MS, updateProfile(user, change));
        rememberPerson(toPerson(user));
      }),
    takeReturnFault() {
      const fault = returnFault;
      returnFault = null;
      return fault;
    },
    async signOut(token) {
      forgetPerson();
      // What the shop gave out for this sign-in would else be good for some minutes more.
      const ended = endSignIns(token);
      const left = await signOut(auth).then(
        () => true,
        () => false,
      );
      return (await ended) && left;
    },
    idToken: () =>
      answer(async () => {
        await within(OPENING_MS, opening);
        const user = auth.currentUser;
        if (!user) throw { code: 'auth/null-user' };
        const { claims } = await within(ANSWER_MS, user.getIdTokenResult());
        // The token says what was true when it was made.
        const stale =
          (user.emailVerified && !claims.email_verified) || (user.displayName ?? '') !== (claims.name ?? '');
        return within(ANSWER_MS, user.getIdToken(stale));
      }),
  };
}

/** Waits until Firebase knows who is there. Answers what went wrong at Google, for somebody who comes back from there. */
async function open(auth: Auth): Promise<string | null> {
  await auth.authStateReady();
  if (!takeRedirect()) return null;
  try {
    await getRedirectResult(auth, browserPopupRedirectResolver);
    return null;
  } catch (error) {
    return sentenceOf(error);
  }
}

async function sendAgain(auth: Auth): Promise<Answer<unknown>> {
  const user = auth.currentUser;
  try {
    if (!user) throw { code: 'auth/null-user' };
    await within(ANSWER_MS, reload(user));
    if (!user.emailVerified) await within(ANSWER_MS, sendConfirmation(user));
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
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
    if (!/-continue-uri$/.test(codeOf(error) ?? '')) throw error;
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
    const timer = setTimeout(end, OTHER_TAB_MS);
    const stop = onAuthStateChanged(auth, (user) => {
      if (user?.email?.toLowerCase() === email) queueMicrotask(end);
    });
  });
}

function passUnlessEnded(error: unknown): void {
  if (problemOf(error).status === 401) throw error;
}

/** Firebase's own limits are half a minute and more. */
async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject({ code: 'auth/timeout' }), limitMs);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

function toPerson({ displayName, email, emailVerified }: User): IdentityUser {
  const address = (email ?? '').toLowerCase();
  return { displayName: displayNameOf(displayName, address), email: address, emailVerified };
}

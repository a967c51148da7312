import type { Answer } from '#src/shared/api-client.ts';

export interface IdentityUser {
  displayName: string;
  email: string;
  /** They have followed the link in the mail that confirms the address. */
  emailVerified: boolean;
}

/** What went right, or the identity service's own message. */
export type IdentityOutcome = { ok: true; user: IdentityUser } | { ok: false; message: string };

/** The hosted identity service as the pages see it, whichever service that is. */
export interface IdentityClient {
  /** Calls `listener` at every sign-in and sign-out made through this client. Answers how to stop that. */
  onChange(listener: (user: IdentityUser | null) => void): () => void;
  /** Who is signed in, asked of the service now; a null value is nobody. */
  current(): Promise<Answer<IdentityUser | null>>;
  signUp(person: { displayName: string; email: string; password: string }): Promise<IdentityOutcome>;
  signIn(person: { email: string; password: string }): Promise<IdentityOutcome>;
  signInWithGoogle(): Promise<IdentityOutcome>;
  /** Has the mail that confirms the address of whoever is signed in sent again. */
  sendConfirmation(email: string): Promise<Answer<unknown>>;
  /** False when the service could not be told. */
  signOut(): Promise<boolean>;
  /** A fresh ID token of the live session. */
  idToken(): Promise<Answer<string>>;
}

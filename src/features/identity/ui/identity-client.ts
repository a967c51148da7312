import type { ApiResult } from '#src/shared/api-client.ts';

export interface IdentityUser {
  displayName: string;
  email: string;
  /** They have followed the link in the mail that confirms the address. */
  emailVerified: boolean;
}

/**
 * What went right, or the identity service's own message. `confirmation` where all that is missing is the link in a mail: it
 * was `sent` for who has just signed up, or is still `unopened` by who signs in.
 */
export type IdentityOutcome =
  | { ok: true; user: IdentityUser }
  | { ok: false; message: string; confirmation?: 'sent' | 'unopened' };

export interface UserChange {
  displayName?: string;
  /** The address of a picture. */
  photo?: string;
}

/** The hosted identity service as the pages see it, whichever service that is. */
export interface IdentityClient {
  /** Calls `listener` at every sign-in and sign-out made through this client. Answers how to stop that. */
  onChange(listener: (user: IdentityUser | null) => void): () => void;
  /** Who is here as far as can be told without asking, by a token of the shop that is good; null where one has to ask. */
  getCachedUser(): IdentityUser | null;
  /** Who is signed in, asked of the service now; a null value is nobody. */
  fetchUser(): Promise<ApiResult<IdentityUser | null>>;
  signUp(person: { displayName: string; email: string; password: string }): Promise<IdentityOutcome>;
  signIn(person: { email: string; password: string }): Promise<IdentityOutcome>;
  /** May lead away from this page, and then to the path `returnTo` of this shop. */
  signInWithGoogle(returnTo: string): Promise<IdentityOutcome>;
  /** Has the mail that confirms the address of whoever is signed in sent again. */
  sendConfirmation(email: string): Promise<ApiResult<unknown>>;
  /** Has a mail sent with the way to a new password, if there is an account for this address; the answer tells nothing. */
  requestPasswordReset(email: string): Promise<ApiResult<unknown>>;
  /** Changes the name or the picture that whoever is signed in goes by. */
  update(change: UserChange): Promise<ApiResult<unknown>>;
  /** What became of a sign-in that led away from the shop and back, told once; null when there is nothing to tell. */
  takeRedirectError(): string | null;
  /** `token`: the shop's own, which ends with the sign-in. False when one of both could not be told. */
  signOut(token: string | null): Promise<boolean>;
  /** A fresh ID token of the live session. */
  fetchIdToken(): Promise<ApiResult<string>>;
}

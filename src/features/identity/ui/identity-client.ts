import type { ApiResult } from '#src/shared/api-client.ts';

export interface IdentityUser {
  displayName: string;
  email: string;
  /** The user has followed the link in the email that confirms the address. */
  emailVerified: boolean;
}

/**
 * The signed-in user, or the identity service's own message. `confirmation`: the link in the email has not been opened.
 * It was `sent` just now at sign-up, or is still `unopened` at sign-in.
 */
export type IdentityOutcome =
  | { ok: true; user: IdentityUser }
  | { ok: false; message: string; confirmation?: 'sent' | 'unopened' };

export interface UserChange {
  displayName?: string;
  /** The address of an image. */
  photo?: string;
}

/** The identity service as the pages see it, whichever it is. */
export interface IdentityClient {
  /** Calls `listener` at every sign-in and sign-out made through this client. Returns a function that stops that. */
  onChange(listener: (user: IdentityUser | null) => void): () => void;
  /** The user known without a request, by a valid access token. Null if the service has to be asked. */
  getCachedUser(): IdentityUser | null;
  /** Asks the service who is signed in; a null value means nobody. */
  fetchUser(): Promise<ApiResult<IdentityUser | null>>;
  signUp(input: { displayName: string; email: string; password: string }): Promise<IdentityOutcome>;
  signIn(input: { email: string; password: string }): Promise<IdentityOutcome>;
  /** May leave this page, and later return to the path `returnTo` of this shop. */
  signInWithGoogle(returnTo: string): Promise<IdentityOutcome>;
  /** Sends the email that confirms the user's address again. */
  sendConfirmation(email: string): Promise<ApiResult<unknown>>;
  /** Sends a link for a new password, if the address has an account. The result is the same for every address. */
  requestPasswordReset(email: string): Promise<ApiResult<unknown>>;
  /** Changes the name or the image of the signed-in user. */
  update(change: UserChange): Promise<ApiResult<unknown>>;
  /** Why a sign-in that left the shop and came back failed; returned once. Null if nothing failed. */
  takeRedirectError(): string | null;
  /** `token`: the access token, which ends with the sign-in. False if the service or the shop could not be reached. */
  signOut(token: string | null): Promise<boolean>;
  /** A fresh ID token of the live session. */
  fetchIdToken(): Promise<ApiResult<string>>;
}

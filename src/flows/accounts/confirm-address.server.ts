import { type ConfirmationError, confirmEmail } from '#src/features/identity/account.server.ts';
import { type Confirmation, getConfirmation } from '#src/features/identity/confirmation.server.ts';
import type { EmbeddedIdentity } from '#src/features/identity/embedded-identity.server.ts';
import { beginPasswordAttempt, getAttemptedAccount } from '#src/features/identity/password-attempts.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { Overloaded } from '#src/platform/overloaded.server.ts';

/** What confirming an address needs. If identity is hosted, there is nothing to confirm. */
export type LinkContext = Pick<AppContext, 'db' | 'limits'> & { identity: EmbeddedIdentity };

/** The visitor who follows an emailed link. */
export interface LinkVisitor {
  headers: Headers;
  clientAddress: string;
}

export interface ConfirmationInput {
  token: string;
  password?: string | undefined;
  newPassword?: string | undefined;
}

export type ConfirmationResult =
  | { retryAfter: number }
  /** Null when the address is confirmed. */
  | { error: ConfirmationError | null };

/** The state of a confirmation link for this visitor. Changes nothing. */
export async function readAddressConfirmation(
  { db, identity }: LinkContext,
  headers: Headers,
  token: string,
): Promise<Confirmation> {
  return getConfirmation(db, token, (await identity.getSession(headers))?.userId ?? null);
}

/** Confirms the address of a link. A wrong password counts like one at sign-in. */
export async function confirmAddress(
  context: LinkContext,
  { headers, clientAddress }: LinkVisitor,
  input: ConfirmationInput,
): Promise<ConfirmationResult> {
  const { db, limits, identity } = context;
  const userId = (await identity.getSession(headers))?.userId ?? null;
  const link = await getConfirmation(db, input.token, userId);
  const isGuess = link.state === 'open' && link.asksPassword && input.password && !input.newPassword;
  if (!isGuess) return { error: await confirmEmail(db, input.token, input, userId) };
  const cookies = headers.get('cookie');
  const account = await getAttemptedAccount(db, identity.devices, { email: link.email, cookies });
  const attempt = await beginPasswordAttempt(limits, account, clientAddress);
  if ('retryAfter' in attempt) return attempt;
  let error: ConfirmationError | null | undefined;
  try {
    error = await confirmEmail(db, input.token, input, userId);
  } finally {
    if (error !== 'password_other') await attempt.uncount();
  }
  return { error };
}

/**
 * Signs this browser in after it has confirmed the address with its password, unless somebody is signed in here.
 * Returns the `Set-Cookie` lines.
 */
export async function signInAfterLink(
  { db, identity }: LinkContext,
  headers: Headers,
  credentials: { email: string; password: string },
): Promise<string[]> {
  if (await identity.getSession(headers)) return [];
  // The address is confirmed. If too many hashes are in progress, the sign-in page follows.
  const session = await identity.signIn(credentials).catch((error) => {
    if (error instanceof Overloaded) return [];
    throw error;
  });
  if (session.length === 0) return [];
  const known = await trustBrowser({ db, identity }, headers, credentials.email);
  return known ? [...session, known] : session;
}

/** The `Set-Cookie` line that makes this browser known to an account. Null without a password. */
export async function trustBrowser(
  { db, identity }: Pick<LinkContext, 'db' | 'identity'>,
  headers: Headers,
  email: string,
): Promise<string | null> {
  const cookies = headers.get('cookie');
  return identity.devices.issue(cookies, await getAttemptedAccount(db, identity.devices, { email, cookies }));
}

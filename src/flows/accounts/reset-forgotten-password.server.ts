import { resetPassword } from '#src/features/identity/account.server.ts';
import { type LinkContext, trustBrowser } from './confirm-address.server.ts';

/**
 * Sets a new password by an emailed link. This resets every limit on the account: failures count against a password,
 * and this one is new. The browser becomes known to the account. Returns the state of a link that cannot be used, or
 * the cookie to set.
 */
export async function resetForgottenPassword(
  context: LinkContext,
  headers: Headers,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<{ failure: 'used' | 'expired' | 'unknown' } | { failure: null; cookie: string | null }> {
  const { db, identity, limits } = context;
  const session = await identity.getSession(headers);
  const reset = await resetPassword(db, token, newPassword, session?.userId ?? null);
  if (reset.failure !== null) return reset;
  // The last link is used up, so the next request sends an email again.
  await limits.reset('resetMail', reset.email);
  return { failure: null, cookie: await trustBrowser(context, headers, reset.email) };
}

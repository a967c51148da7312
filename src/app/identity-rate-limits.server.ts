import type { Context, MiddlewareHandler } from 'hono';
import { endSessionOfToken, getPasswordHash } from '#src/features/identity/account-ownership.server.ts';
import { identityCopy } from '#src/features/identity/copy.ts';
import type { EmbeddedIdentity } from '#src/features/identity/embedded-identity.server.ts';
import { beginPasswordAttempt, getAttemptedAccount } from '#src/features/identity/password-attempts.server.ts';
import { trustBrowser } from '#src/flows/accounts/confirm-address.server.ts';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { getRetrySentence, sendFailure } from '#src/platform/api-responses.server.ts';
import { rateLimit } from '#src/platform/call-limits.server.ts';
import { fail } from '#src/shared/problem.ts';

/** These calls check a password or create an account, so they are counted by address. */
export const limitSignUps = rateLimit({ name: 'signUpAddress', by: 'address' });
export const limitPasswords = rateLimit({ name: 'signInAddress', by: 'address' });
export const limitOtherWrites = rateLimit({ name: 'publicWrite', by: 'address' });

/**
 * Limits the emails that one address triggers, by kind. Requests count whether or not an email follows; otherwise the
 * limit would reveal who has an account. Emails to one mailbox are counted after the response, and only if they are
 * written.
 */
export const limitConfirmRequests = rateLimit({ name: 'confirmRequest', by: 'address' });
export const limitResetRequests = rateLimit({ name: 'resetRequest', by: 'address' });
export const limitSignUpRequests = rateLimit({ name: 'signUpRequest', by: 'address' });

/**
 * Limits guesses at one account's password. A browser that has signed in before has its own counters, so that other
 * people's failures do not lock it out. The response is the same whether or not the account exists.
 */
export function limitSignIns(identity: EmbeddedIdentity): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { db, limits, clientAddress } = c.var;
    const cookies = c.req.header('cookie');
    const email = await readEmail(c.req.raw.clone());
    const account = email === null ? null : await getAttemptedAccount(db, identity.devices, { email, cookies });
    const limit = account?.browserId ? 'knownBrowserAddress' : 'signInAddress';
    const wait = await limits.consume(limit, clientAddress);
    if (wait) return tooMany(c, wait);
    if (!account) return next();
    const attempt = await beginPasswordAttempt(limits, account, clientAddress);
    if ('retryAfter' in attempt) return tooMany(c, attempt.retryAfter, identityCopy.forgot.instead);
    await next();
    if (c.res.status !== 401) await attempt.uncount();
    if (!c.res.ok) return;
    // The password was replaced during the check, so this session is one that should have ended.
    if (account.passwordHash !== (await getPasswordHash(db, account.email))) {
      await endSessionOfToken(db, c.res.headers.get('set-auth-token') ?? '');
      // Without this, the cookie of the first response would be kept.
      c.res = undefined;
      c.res = sendFailure(c, fail('busy'));
      return;
    }
    await trust(c, identity, account.email);
  };
}

/** Limits guesses at the password through a session, so that somebody with a stolen session cannot find it out. */
export function limitPasswordChanges(identity: EmbeddedIdentity): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { db, limits } = c.var;
    const session = await identity.getSession(c.req.raw.headers);
    if (!session) return next();
    const cookies = c.req.header('cookie');
    const account = await getAttemptedAccount(db, identity.devices, { email: session.email, cookies });
    const attempt = await beginPasswordAttempt(limits, account, `session ${session.id}`);
    if ('retryAfter' in attempt) return tooMany(c, attempt.retryAfter);
    await next();
    if (!(await isWrongPassword(c.res))) await attempt.uncount();
    if (c.res.ok) await trust(c, identity, session.email);
  };
}

/** Makes the browser that signed up known to the account. */
export function trustNewBrowser(identity: EmbeddedIdentity): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const email = await readEmail(c.req.raw.clone());
    await next();
    if (c.res.ok && email !== null) await trust(c, identity, email);
  };
}

async function trust(c: Context<ApiEnv>, identity: EmbeddedIdentity, email: string): Promise<void> {
  const cookie = await trustBrowser({ db: c.var.db, identity }, c.req.raw.headers, email);
  if (cookie) c.header('set-cookie', cookie, { append: true });
}

/** Whether this is the library's response to a wrong current password. */
async function isWrongPassword(response: Response): Promise<boolean> {
  if (response.status !== 400) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'INVALID_PASSWORD';
}

/** `remedy` says what to do instead of waiting. */
function tooMany(c: Context<ApiEnv>, retryAfter: number, remedy?: string): Response {
  const detail = remedy && `${getRetrySentence(retryAfter)} ${remedy}`;
  return sendFailure(c, fail('too_many_requests', { extra: { retryAfter }, ...(detail ? { detail } : {}) }));
}

async function readEmail(request: Request): Promise<string | null> {
  try {
    const body: unknown = await request.json();
    const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : null;
    // PostgreSQL does not accept zero bytes, and the library rejects such an address.
    return typeof email === 'string' ? email.trim().toLowerCase().slice(0, 200).replaceAll('\u0000', '') : null;
  } catch {
    return null;
  }
}

import type { Context, MiddlewareHandler } from 'hono';
import { type ApiEnv, rateLimit, sendFailure } from '#src/platform/api.server.ts';
import { fail } from '#src/shared/problem.ts';

/** Each looks at a password or makes an account, so whoever asks is counted by address. */
export const limitSignUps = rateLimit({ name: 'signUpAddress', by: 'address' });
export const limitPasswords = rateLimit({ name: 'signInAddress', by: 'address' });

/**
 * Slows down guessing one account's password, from wherever: a locked account answers the same whether it exists or
 * not.
 */
export function limitAccount(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const account = await readEmail(c.req.raw.clone());
    // Counted before the password is looked at, so that guesses sent at once cannot slip through together.
    const locked = account ? await c.var.limits.consume('signInAccount', account) : null;
    if (locked) return tooMany(c, locked);
    await next();
    if (account && c.res.ok) await c.var.limits.reset('signInAccount', account);
  };
}

/**
 * So many mails by one address. How many a mailbox gets is counted after the answer: anybody could use that up, and the
 * mailbox's owner must not be refused for it.
 */
export const limitEmails = rateLimit({ name: 'mail', by: 'address' });

function tooMany(c: Context<ApiEnv>, retryAfter: number): Response {
  return sendFailure(c, fail('too_many_requests', { extra: { retryAfter } }));
}

async function readEmail(request: Request): Promise<string | null> {
  try {
    const body: unknown = await request.json();
    const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : null;
    return typeof email === 'string' ? email.trim().toLowerCase().slice(0, 200) : null;
  } catch {
    return null;
  }
}

import type { Context, MiddlewareHandler } from 'hono';
import { type ApiEnv, rateLimit, sendFailure } from '#src/platform/api.server.ts';
import { fail } from '#src/shared/problem.ts';

/** These check a password or create an account, so they are counted by address. */
export const limitSignUps = rateLimit({ name: 'signUpAddress', by: 'address' });
export const limitPasswords = rateLimit({ name: 'signInAddress', by: 'address' });

/**
 * Limits guesses at one account's password, from anywhere. The response is the same whether the account exists or not.
 */
export function limitAccount(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const account = await readEmail(c.req.raw.clone());
    // Counted before the password is checked, so that guesses sent at once cannot slip through together.
    const locked = account ? await c.var.limits.consume('signInAccount', account) : null;
    if (locked) return tooMany(c, locked);
    await next();
    if (account && c.res.ok) await c.var.limits.reset('signInAccount', account);
  };
}

/**
 * Limits the emails that one address causes. What a mailbox gets is counted after the response: anybody could use that
 * up, and the mailbox's owner must not be rejected for it.
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

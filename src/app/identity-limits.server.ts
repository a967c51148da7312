import type { MiddlewareHandler } from 'hono';
import { type ApiEnv, sendRefusal } from '#src/platform/api.server.ts';
import { refuse } from '#src/shared/problem.ts';

/**
 * Slows down guessing: sign-in by account (failures, from anywhere) and by address, sign-up by address. A locked
 * account answers the same whether it exists or not.
 */
export function limitIdentity(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { limits, clientAddress } = c.var;
    const tooMany = (retryAfter: number) => sendRefusal(c, refuse('too_many_requests', { extra: { retryAfter } }));
    if (c.req.method !== 'POST') return next();
    if (c.req.path.endsWith('/sign-up/email')) {
      const wait = await limits.take('signUpAddress', clientAddress);
      return wait ? tooMany(wait) : next();
    }
    if (c.req.path.endsWith('/send-verification-email')) {
      const account = await readEmail(c.req.raw.clone());
      const wait = (await limits.take('mail', clientAddress)) ?? (account ? await limits.take('mail', account) : null);
      return wait ? tooMany(wait) : next();
    }
    // This looks at a password too: whoever has come by a session must not be able to try them all.
    if (c.req.path.endsWith('/change-password')) {
      const wait = await limits.take('signInAddress', clientAddress);
      return wait ? tooMany(wait) : next();
    }
    if (!c.req.path.endsWith('/sign-in/email')) return next();
    const wait = await limits.take('signInAddress', clientAddress);
    if (wait) return tooMany(wait);
    const account = await readEmail(c.req.raw.clone());
    // Counted before the password is looked at, so that guesses sent at once cannot slip through together.
    const locked = account ? await limits.take('signInAccount', account) : null;
    if (locked) return tooMany(locked);
    await next();
    if (account && c.res.ok) await limits.reset('signInAccount', account);
  };
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

import { createHash } from 'node:crypto';
import type { Queryable } from '#src/platform/database.server.ts';
import type { RateLimitName } from '#src/platform/rate-limit-rules.server.ts';
import type { RateLimits } from '#src/platform/rate-limits.server.ts';
import { getPasswordHash } from './account-ownership.server.ts';
import type { CookieAccount, DeviceCookies } from './device-cookies.server.ts';

/** An account for which somebody types a password, whether it exists or not. */
export interface AttemptedAccount extends CookieAccount {
  /** The id of a browser that has signed in to the account before. Null for any other browser. */
  browserId: string | null;
}

/** One attempt at a password, counted before the password is checked. */
export interface PasswordAttempt {
  /** The password was not wrong, or was not checked: the attempt does not count. */
  uncount(): Promise<void>;
}

/** The account of an attempt. Costs the same with and without an account. */
export async function getAttemptedAccount(
  db: Queryable,
  devices: DeviceCookies,
  { email, cookies }: { email: string; cookies: string | null | undefined },
): Promise<AttemptedAccount> {
  const account = { email, passwordHash: await getPasswordHash(db, email) };
  return { ...account, browserId: devices.getBrowserId(cookies, account) };
}

/**
 * Counts an attempt, before the password is checked: guesses sent at once cannot slip through together. `source` is the
 * network it comes from, or the session. Returns how many seconds to wait when it is one too many.
 */
export async function beginPasswordAttempt(
  limits: RateLimits,
  { email, passwordHash, browserId }: AttemptedAccount,
  source: string,
): Promise<PasswordAttempt | { retryAfter: number }> {
  // Failures count against a password: a new password resets all counters.
  const account = createHash('sha256')
    .update(JSON.stringify([email, passwordHash]))
    .digest('base64url');
  const counters: [RateLimitName, string][] = browserId
    ? [['passwordBrowser', browserId]]
    : [
        ['passwordNetwork', `${account}:${source}`],
        ['passwordAccount', account],
      ];
  const counted: typeof counters = [];
  const uncount = async () => {
    for (const [name, key] of counted) await limits.uncount(name, key);
    counted.length = 0;
  };
  for (const counter of counters) {
    const retryAfter = await limits.consume(...counter);
    if (retryAfter) {
      await uncount();
      return { retryAfter };
    }
    counted.push(counter);
  }
  return { uncount };
}

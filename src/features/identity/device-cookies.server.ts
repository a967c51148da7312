import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** An account as a device cookie is bound to it. A new password therefore ends every cookie of the account. */
export interface CookieAccount {
  email: string;
  /** Null without an account or a password: then no browser is known. */
  passwordHash: string | null;
}

export interface DeviceCookies {
  /** The id of the browser, if its cookie says that it signed in to this account before. Else null. */
  getBrowserId(cookies: string | null | undefined, account: CookieAccount): string | null;
  /** The `Set-Cookie` line that makes the browser known to this account, under a new id. Null without a password. */
  issue(cookies: string | null | undefined, account: CookieAccount): string | null;
}

const ENTRY_PATTERN = /^([\w-]{22})\.([\w-]{43})$/;
const MAX_ACCOUNTS = 5;
/** As long as browsers keep a cookie at all. */
const MAX_AGE_SECONDS = 400 * 24 * 3600;

/**
 * Cookies that distinguish a browser that has signed in before from one that never has. They don't sign anybody in;
 * they only make password guesses be counted separately (OWASP's device cookie). One cookie serves several accounts and
 * names none of them.
 */
export function createDeviceCookies(key: string, overHttps: boolean): DeviceCookies {
  const name = overHttps ? '__Host-ironmonger.device' : 'ironmonger.device';

  const sign = (id: string, { email, passwordHash }: CookieAccount) =>
    createHmac('sha256', key)
      .update(JSON.stringify([id, email, passwordHash]))
      .digest();

  function readEntries(cookies: string | null | undefined): { id: string; mac: Buffer; text: string }[] {
    for (const cookie of (cookies ?? '').split(';')) {
      const [cookieName, value = ''] = cookie.trim().split('=', 2);
      if (cookieName !== name) continue;
      return value
        .split('~', MAX_ACCOUNTS)
        .map((text) => ({ text, match: ENTRY_PATTERN.exec(text) }))
        .flatMap(({ text, match }) =>
          match?.[1] && match[2] ? [{ id: match[1], mac: Buffer.from(match[2], 'base64url'), text }] : [],
        );
    }
    return [];
  }

  const isOf = (account: CookieAccount, { id, mac }: { id: string; mac: Buffer }) => {
    const expected = sign(id, account);
    return mac.length === expected.length && timingSafeEqual(mac, expected);
  };

  return {
    getBrowserId(cookies, account) {
      const entry = readEntries(cookies).find((candidate) => isOf(account, candidate));
      return account.passwordHash !== null && entry ? entry.id : null;
    },
    issue(cookies, account) {
      if (account.passwordHash === null) return null;
      const id = randomBytes(16).toString('base64url');
      const others = readEntries(cookies).filter((entry) => !isOf(account, entry));
      const entries = [`${id}.${sign(id, account).toString('base64url')}`, ...others.map(({ text }) => text)];
      const value = entries.slice(0, MAX_ACCOUNTS).join('~');
      const secure = overHttps ? '; Secure' : '';
      return `${name}=${value}; Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
    },
  };
}

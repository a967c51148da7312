import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { toCounterKey } from '#src/platform/rate-limits.server.ts';
import '#tests/support/quick-password-hashes.mjs';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { getEmailTexts, getLinkToken } from './mail-helpers.ts';

const work = vi.hoisted(() => ({ hashes: 0 }));
vi.mock('#src/features/identity/scrypt-threads.server.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('#src/features/identity/scrypt-threads.server.ts')>();
  const threads = real.createScryptThreads();
  const derive: typeof threads.derive = (job) => {
    work.hashes += 1;
    return threads.derive(job);
  };
  return { createScryptThreads: () => ({ ...threads, derive }) };
});

let shop: TestShop;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  shop = await createTestShop({ settings: { rateLimits: true, trustedProxies: 1 } });
  [ada, bob] = await Promise.all([shop.signUp(), shop.signUp()]);
});
afterAll(() => shop.close());

let lastAddress = 0;
/** Returns a client address without counted requests. */
const newAddress = () => `198.51.${Math.floor(++lastAddress / 250)}.${(lastAddress % 250) + 1}`;

async function post(path: string, body: unknown, from = newAddress(), token?: string, cookie?: string) {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': from,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(cookie ? { cookie } : {}),
  };
  const response = await fetch(`${shop.origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return {
    status: response.status,
    text: await response.text(),
    retryAfter: Number(response.headers.get('retry-after')),
    /** The cookie that identifies a known browser. */
    device: response.headers
      .getSetCookie()
      .find((line) => line.startsWith('ironmonger.device='))
      ?.split(';')[0],
  };
}
const signIn = (email: string, password: string, from?: string, cookie?: string) =>
  post('/auth/sign-in/email', { email, password }, from, undefined, cookie);
const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status);
const WRONG = 'not the password';

/** Sends wrong passwords from one network until it has to wait. */
async function guessUntilLimited({ email }: { email: string }, from: string, cookie?: string) {
  const seen: number[] = [];
  for (let attempt = 0; attempt < 30 && seen.at(-1) !== 429; attempt += 1)
    seen.push((await signIn(email, WRONG, from, cookie)).status);
  return seen;
}

async function setCounter(limit: string, key: string, points: number) {
  await shop.query(
    'insert into rate_limits (key, points, expire) values ($1, $2, $3) on conflict (key) do update set points = $2, expire = $3',
    [`${limit}:${toCounterKey(key)}`, points, Date.now() + 60_000],
  );
}

/** Simulates a hundred wrong passwords for this account from many networks. */
async function exhaustAccount({ email }: { email: string }) {
  await shop.sql`delete from rate_limits where key like 'passwordAccount%'`;
  expect((await signIn(email, WRONG)).status).toBe(401);
  await shop.sql`update rate_limits set points = 100 where key like 'passwordAccount:%'`;
}

const endPauses = () => shop.sql`update rate_limits set expire = 1 where key like '%Pause:%'`;

describe('guessing a password', () => {
  test('stops after five failures from one network, without blocking other networks or known browsers', async () => {
    const { device } = await signIn(ada.email, ada.password);
    const guesses = await Promise.all(
      Array.from({ length: 8 }, (_, at) => signIn(ada.email, `guess ${at}`, '192.0.2.1')),
    );
    const limited = guesses.filter(({ status }) => status === 429);
    expect([guesses.filter(({ status }) => status === 401).length, limited.length]).toEqual([6, 2]);
    expect(limited.every(({ retryAfter, text }) => retryAfter > 0 && text.includes('"too_many_requests"'))).toBe(true);
    expect((await signIn(ada.email, ada.password, '192.0.2.1')).status).toBe(429);
    expect((await signIn(` ${ada.email.toUpperCase()}`, ada.password, '192.0.2.1')).status).toBe(429);
    expect((await signIn(ada.email, ada.password, '192.0.2.2')).status).toBe(200);
    expect((await signIn(ada.email, ada.password, '192.0.2.1', device)).status).toBe(200);
    expect((await signIn(bob.email, bob.password, '192.0.2.1')).status).toBe(200);
  });

  test('continues after growing pauses, which further attempts do not extend', async () => {
    const carol = await shop.signUp();
    expect(await guessUntilLimited(carol, '192.0.2.3')).toEqual([401, 401, 401, 401, 401, 401, 429]);
    const waits: number[] = [];
    for (let pause = 0; pause < 3; pause += 1) {
      await endPauses();
      expect((await signIn(carol.email, WRONG, '192.0.2.3')).status).toBe(401);
      await guessUntilLimited(carol, '192.0.2.3');
      waits.push((await signIn(carol.email, WRONG, '192.0.2.3')).retryAfter);
    }
    expect(waits.map((seconds) => Math.ceil(seconds / 60))).toEqual([2, 4, 8]);
    await endPauses();
    expect((await signIn(carol.email, carol.password, '192.0.2.3')).status).toBe(200);
  });

  test('from many networks is limited by account, with pauses that do not affect known browsers', async () => {
    const { device } = await signIn(bob.email, bob.password);
    await exhaustAccount(bob);
    const guesses = await Promise.all(Array.from({ length: 10 }, () => signIn(bob.email, WRONG)));
    expect(statuses(guesses).toSorted()).toEqual([401, ...Array(9).fill(429)]);
    const early = await signIn(bob.email, bob.password);
    expect([early.status, early.retryAfter > 0 && early.retryAfter <= 60]).toEqual([429, true]);
    expect(early.text).toContain('try again. Use “Forgot your password?” to choose a new one');
    expect((await signIn(bob.email, bob.password, undefined, device)).status).toBe(200);
    await endPauses();
    expect((await signIn(bob.email, bob.password)).status).toBe(200);
  });

  test('has the same response and limits for an account that does not exist', async () => {
    const strip = (text: string) => text.replace(/"(requestId|retryAfter)":("[^"]*"|\d+)/g, '');
    const attempt = async (email: string, from: string) => {
      const responses = [];
      for (let at = 0; at < 8; at += 1) responses.push(await signIn(email, WRONG, from));
      return responses.map(({ status, text, device }) => [status, strip(text), device]);
    };
    const { email } = await shop.signUp();
    expect(await attempt('nobody@example.com', '192.0.2.4')).toEqual(await attempt(email, '192.0.2.5'));
  });

  test('does not include somebody who knows the password', async () => {
    const carol = await shop.signUp();
    for (let at = 0; at < 8; at += 1) expect((await signIn(carol.email, carol.password, '192.0.2.6')).status).toBe(200);
  });

  test('in a known browser is counted separately, with ten failures before the first pause', async () => {
    const carol = await shop.signUp();
    const { device } = await signIn(carol.email, carol.password);
    expect(await guessUntilLimited(carol, '192.0.2.7', device)).toHaveLength(12);
    expect((await signIn(carol.email, carol.password, '192.0.2.7', device)).status).toBe(429);
    expect((await signIn(carol.email, carol.password, '192.0.2.7')).status).toBe(200);
  });

  test('gains nothing from the cookie of another account, a modified one, or one from before a new password', async () => {
    const [carol, dora] = await Promise.all([shop.signUp(), shop.signUp()]);
    const { device: ofDora } = await signIn(dora.email, dora.password);
    const { device: ofBoth = '' } = await signIn(carol.email, carol.password, undefined, ofDora);
    await guessUntilLimited(carol, '192.0.2.8');
    const attempt = (cookie?: string) => signIn(carol.email, carol.password, '192.0.2.8', cookie);
    expect((await attempt(ofBoth)).status).toBe(200);
    expect((await signIn(dora.email, dora.password, '192.0.2.8', ofBoth)).status).toBe(200);
    const changed = ofBoth.replace(/=./, (first) => (first === '=A' ? '=B' : '=A'));
    for (const cookie of [ofDora, changed, 'ironmonger.device=', `ironmonger.device=${'~'.repeat(500)}`])
      expect([cookie, (await attempt(cookie)).status]).toEqual([cookie, 429]);
    const body = { currentPassword: carol.password, newPassword: 'a new password' };
    expect((await post('/auth/change-password', body, undefined, carol.session)).status).toBe(200);
    await guessUntilLimited(carol, '192.0.2.8');
    expect((await signIn(carol.email, 'a new password', '192.0.2.8', ofBoth)).status).toBe(429);
  });

  test('no longer affects the owner once they choose a new password with the link in the email', async () => {
    const carol = await shop.signUp();
    await exhaustAccount(carol);
    await guessUntilLimited(carol, '192.0.2.9');
    expect((await signIn(carol.email, carol.password, '192.0.2.9')).status).toBe(429);
    await post('/auth/request-password-reset', { email: carol.email });
    const token = await getLinkToken(shop, 'reset_password', carol.email);
    const reset = await post('/auth/reset-password', { token, newPassword: 'a new password' });
    expect((await signIn(carol.email, 'a new password', '192.0.2.9')).status).toBe(200);
    // The browser that used the link is known from then on.
    await guessUntilLimited(carol, '192.0.2.9');
    expect((await signIn(carol.email, 'a new password', '192.0.2.9', reset.device)).status).toBe(200);
  });

  test('from one address is limited across accounts, and an IPv6 /56 counts as one address', async () => {
    await setCounter('signInAddress', '203.0.113.5', 300);
    expect((await signIn(bob.email, bob.password, '203.0.113.5')).status).toBe(429);
    expect((await signIn(bob.email, bob.password, '10.9.9.9, 203.0.113.5')).status).toBe(429);
    expect((await signIn(bob.email, bob.password, '203.0.113.6')).status).toBe(200);
    const { device } = await signIn(bob.email, bob.password);
    expect((await signIn(bob.email, bob.password, '203.0.113.5', device)).status).toBe(200);
    await setCounter('signInAddress', '2001:db8:0:100::/56', 300);
    expect((await signIn(bob.email, bob.password, '2001:db8:0:1ff:ffff::9')).status).toBe(429);
    expect((await signIn(bob.email, bob.password, '2001:db8:0:200::9')).status).toBe(200);
  });

  test('has the same response and the same work with and without an account', async () => {
    const strip = (text: string) => text.replace(/"requestId":"[^"]*"/, '');
    const attempt = async (email: string) => {
      const before = work.hashes;
      const response = await signIn(email, 'not the password');
      return { said: `${response.status} ${strip(response.text)}`, hashes: work.hashes - before };
    };
    const known = await attempt(bob.email);
    // One password hash takes most of the time, with and without an account.
    expect(known.hashes).toBe(1);
    expect(await attempt('a@nowhere.example')).toEqual(known);
  });

  test('an invalid email address is rejected without being counted', async () => {
    for (const email of ['a\u0000@example.com', '\u0000', 'x'.repeat(5_000), { $ne: '' }, ['a@example.com'], null, 7]) {
      const { status } = await post('/auth/sign-in/email', { email, password: 'correct horse' });
      expect([email, status >= 400 && status < 500]).toEqual([email, true]);
    }
  });

  test('through a stolen session is limited from any address, and by account', async () => {
    const carol = await shop.signUp();
    const attempt = (currentPassword: string, { device, session }: { device?: string; session?: string } = {}) =>
      post(
        '/auth/change-password',
        { currentPassword, newPassword: 'something else' },
        undefined,
        session ?? carol.session,
        device,
      );
    const guesses = await Promise.all(Array.from({ length: 10 }, () => attempt(WRONG)));
    expect(statuses(guesses).toSorted()).toEqual([...Array(6).fill(400), ...Array(4).fill(429)]);
    expect((await attempt(carol.password)).status).toBe(429);
    const own = await signIn(carol.email, carol.password);
    const session = (JSON.parse(own.text) as { token: string }).token;
    await exhaustAccount(carol);
    expect((await attempt(WRONG, { session })).status).toBe(400);
    expect((await attempt(carol.password, { session })).status).toBe(429);
    expect((await attempt(carol.password, { session, device: own.device ?? '' })).status).toBe(200);
    await setCounter('signInAddress', '203.0.113.9', 300);
    const body = { currentPassword: WRONG, newPassword: 'something else' };
    expect((await post('/auth/change-password', body, '203.0.113.9', bob.session)).status).toBe(429);
  });
});

test('a sign-in in progress while the password is replaced opens no session', async () => {
  const carol = await shop.signUp();
  const tx = await shop.database.pool.connect();
  try {
    await tx.query('begin');
    const { rows } = await tx.query('select id from identity_users where email = $1 for update', [carol.email]);
    const early = signIn(carol.email, carol.password);
    // Creating the session waits for the lock on its account.
    await vi.waitFor(async () => {
      // Other test files share the server.
      const waiting = await shop.sql`select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`;
      expect(waiting).toHaveLength(1);
    });
    await tx.query("update identity_accounts set password = 'scrypt:AA:AA' where user_id = $1", [rows[0]?.id]);
    await tx.query('delete from identity_sessions where user_id = $1', [rows[0]?.id]);
    await tx.query('commit');
    const response = await early;
    expect([response.status, response.device, response.text.includes('"token"')]).toEqual([503, undefined, false]);
    const sessions = await shop.sql`select 1 from identity_sessions where user_id = ${rows[0]?.id}`;
    expect(sessions).toEqual([]);
  } finally {
    tx.release();
  }
});

describe('other limits', () => {
  test('one client address can sign up and exchange tokens a limited number of times', async () => {
    await setCounter('signUpAddress', '203.0.113.7', 300);
    const body = { email: 'new@example.com', password: 'correct horse', name: 'New' };
    expect((await post('/auth/sign-up/email', body, '203.0.113.7')).status).toBe(429);
    await setCounter('exchangeAddress', '203.0.113.7', 600);
    const response = await fetch(`${shop.origin}/api/user/${bob.email}`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.7',
        authorization: `Bearer ${bob.idToken}`,
      },
      body: JSON.stringify({ email: bob.email }),
    });
    expect(response.status).toBe(429);
  });

  test('one address can request a limited number of emails of each kind, whether they are sent or not', async () => {
    await setCounter('confirmRequest', '203.0.113.8', 100);
    const send = (call: string, email: string) => post(`/auth/${call}`, { email }, '203.0.113.8');
    const limited = [
      await send('send-verification-email', bob.email),
      await send('send-verification-email', 'nobody@example.com'),
    ];
    expect(statuses(limited)).toEqual([429, 429]);
    expect((await send('request-password-reset', bob.email)).status).toBe(200);
  });

  test('one customer can order, pay and review a limited number of times, with Retry-After', async () => {
    await setCounter('order', bob.userId, 120);
    await setCounter('payment', bob.userId, 60);
    await setCounter('review', bob.userId, 20);
    const order = { name: bob.displayName, email: bob.email, quantity: 1, price: 1, itemName: 'x' };
    const review = { displayName: bob.displayName, company: 'c', designation: 'd', title: 't', rating: 5, about: 'a' };
    for (const [path, body] of [
      ['/order', order],
      ['/create-payment-intent', { price: 1 }],
      ['/review', review],
    ] as const) {
      const response = await post(path, body, newAddress(), bob.token);
      expect([path, response.status, response.retryAfter > 0]).toEqual([path, 429, true]);
    }
  });
});

describe('emails to one mailbox', () => {
  const request = (kind: 'confirm' | 'reset', email: string) =>
    post(kind === 'reset' ? '/auth/request-password-reset' : '/auth/send-verification-email', { email });
  const reset = (token: string) => post('/auth/reset-password', { token, newPassword: 'a new password' });
  const count = async (kind: string, email: string) => (await getEmailTexts(shop, kind, email)).length;

  test('are limited by kind, and an unnecessary request does not count', async () => {
    const carol = await shop.signUp();
    const token = await getLinkToken(shop, 'confirm_email', carol.email);
    expect((await post('/auth/verify-email', { token }, undefined, carol.session)).status).toBe(200);
    for (let at = 0; at < 12; at += 1) expect((await request('confirm', carol.email)).status).toBe(200);
    await request('reset', carol.email);
    expect([await count('confirm_email', carol.email), await count('reset_password', carol.email)]).toEqual([1, 1]);
  });

  test('to confirm it are limited, in any spelling, and the last link works', async () => {
    const carol = await shop.signUp();
    await setCounter('confirmMail', carol.email, 9);
    await request('confirm', carol.email);
    const token = await getLinkToken(shop, 'confirm_email', carol.email);
    expect((await request('confirm', ` ${carol.email.toUpperCase()}`)).status).toBe(200);
    expect(await count('confirm_email', carol.email)).toBe(2);
    expect((await post('/auth/verify-email', { token }, undefined, carol.session)).status).toBe(200);
  });

  test('with a new password are limited, the last link works, and lifts the limit', async () => {
    const carol = await shop.signUp();
    for (let at = 0; at < 7; at += 1) {
      expect((await request('reset', carol.email)).status).toBe(200);
      await shop.workers.get('account-requests').idle();
    }
    expect(await count('reset_password', carol.email)).toBe(5);
    const token = await getLinkToken(shop, 'reset_password', carol.email);
    // The limit ends before the last link expires.
    const rows = await shop.sql`select max(extract(epoch from l.expires_at) * 1000 - r.expire)::int as left
      from identity_links l, rate_limits r where r.key = ${`resetMail:${toCounterKey(carol.email)}`}
      and used_at is null and l.user_id = (select id from identity_users where email = ${carol.email})`;
    expect(rows[0]?.left).toBeGreaterThanOrEqual(0);
    expect((await reset(token)).status).toBe(200);
    await request('reset', carol.email);
    expect(await count('reset_password', carol.email)).toBe(6);
  });
});

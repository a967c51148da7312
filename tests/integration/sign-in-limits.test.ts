import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { toCounterKey } from '#src/platform/rate-limits.server.ts';
import '#tests/support/quick-password-hashes.mjs';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';

const work = vi.hoisted(() => ({ hashes: 0 }));
vi.mock('node:crypto', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:crypto')>();
  const scrypt = (...args: Parameters<typeof real.scrypt>) => {
    work.hashes += 1;
    return real.scrypt(...args);
  };
  return { ...real, scrypt };
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
/** A client address without counted requests. */
const newAddress = () => `198.51.${Math.floor(++lastAddress / 250)}.${(lastAddress % 250) + 1}`;

async function post(path: string, body: unknown, from = newAddress(), token?: string) {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': from,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  const response = await fetch(`${shop.origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return {
    status: response.status,
    text: await response.text(),
    retryAfter: Number(response.headers.get('retry-after')),
  };
}
const signIn = (email: string, password: string, from?: string) =>
  post('/auth/sign-in/email', { email, password }, from);

async function setCounter(limit: string, key: string, points: number) {
  await shop.database.pool.query(
    'insert into rate_limits (key, points, expire) values ($1, $2, $3) on conflict (key) do update set points = $2, expire = $3',
    [`${limit}:${toCounterKey(key)}`, points, Date.now() + 60_000],
  );
}

describe('guessing a password', () => {
  test('from many addresses is limited to ten attempts per account, and then the right one waits too', async () => {
    const guesses = await Promise.all(Array.from({ length: 25 }, (_, at) => signIn(ada.email, `guess ${at}`)));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10);
    const limited = guesses.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(15);
    expect(limited.every(({ retryAfter, text }) => retryAfter > 0 && text.includes('"too_many_requests"'))).toBe(true);
    expect((await signIn(ada.email, ada.password)).status).toBe(429);
    expect((await signIn(` ${ada.email.toUpperCase()}`, ada.password)).status).toBe(429);
    expect((await signIn(bob.email, bob.password)).status).toBe(200);
  });

  test('has the same response for an account that does not exist', async () => {
    await setCounter('signInAccount', 'nobody@example.com', 10);
    await setCounter('signInAccount', bob.email, 10);
    const strip = (text: string) => text.replace(/"(requestId|retryAfter)":("[^"]*"|\d+)/g, '');
    const [unknown, known] = [
      await signIn('nobody@example.com', 'x'.repeat(10)),
      await signIn(bob.email, 'x'.repeat(10)),
    ];
    expect([unknown.status, strip(unknown.text)]).toEqual([known.status, strip(known.text)]);
    await setCounter('signInAccount', bob.email, 0);
  });

  test('from one address is limited across accounts, and an IPv6 /56 counts as one address', async () => {
    await setCounter('signInAddress', '203.0.113.5', 300);
    expect((await signIn(bob.email, bob.password, '203.0.113.5')).status).toBe(429);
    expect((await signIn(bob.email, bob.password, '10.9.9.9, 203.0.113.5')).status).toBe(429);
    expect((await signIn(bob.email, bob.password, '203.0.113.6')).status).toBe(200);
    await setCounter('signInAddress', '2001:db8:0:100::/56', 300);
    expect((await signIn(bob.email, bob.password, '2001:db8:0:1ff:ffff::9')).status).toBe(429);
    expect((await signIn(bob.email, bob.password, '2001:db8:0:200::9')).status).toBe(200);
  });

  test('starts counting again after a success', async () => {
    await setCounter('signInAccount', bob.email, 9);
    expect((await signIn(bob.email, bob.password)).status).toBe(200);
    expect((await signIn(bob.email, 'wrong one')).status).toBe(401);
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

  test('through a stolen session is limited too', async () => {
    await setCounter('signInAddress', '203.0.113.9', 300);
    const body = { currentPassword: 'guess', newPassword: 'something else' };
    expect((await post('/auth/change-password', body, '203.0.113.9', bob.session)).status).toBe(429);
  });
});

describe('other limits', () => {
  test('one client address signs up and exchanges tokens a limited number of times', async () => {
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

  test('one mailbox gets a limited number of confirmation emails, from any client address', async () => {
    const carol = await shop.signUp();
    await setCounter('mail', carol.email, 9);
    const send = () => post('/auth/send-verification-email', { email: carol.email });
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    await shop.workers.get('account-requests').idle();
    const { rows } = await shop.database.pool.query('select count(*)::int as sent from mails where recipient = $1', [
      carol.email,
    ]);
    expect(rows).toEqual([{ sent: 2 }]);
  });

  test('one customer orders, pays and reviews a limited number of times, with Retry-After', async () => {
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

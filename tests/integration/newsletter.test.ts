import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteStaleSubscribers } from '#src/flows/newsletter/manage-subscriptions.server.ts';
import { action as newsletterAction } from '#src/routes/newsletter.tsx';
import { action as confirmAction, loader as confirmLoader } from '#src/routes/newsletter-confirm.tsx';
import { action as leaveAction, loader as leaveLoader } from '#src/routes/newsletter-unsubscribe.tsx';
import { HONEYPOT_FIELD, STAY_FIELD } from '#src/shared/form-result.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { snapshotDatabase } from './db-snapshot.ts';
import { createActionArgs, postForm } from './form-helpers.ts';
import { listBody } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let counter = 0;

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createOwner();
});
afterAll(() => shop.close());

const newAddress = () => `reader-${++counter}@example.com`;
const subscribe = (email: string, more = {}) => postForm(shop, newsletterAction, { email }, more);
const read = async (path: string) => listBody(await shop.call('GET', path, { token: admin.token }));
const subscriber = async (email: string) => (await read('/subscribers')).find((one) => one.email === email);
const getState = async (email: string) => (await subscriber(email))?.state;
const getEmails = async (email: string) => (await read('/outbox')).filter((mail) => mail.recipient === email);

/** Returns the tokens in the newest email to this address. */
async function newestLinks(email: string) {
  const text = String((await getEmails(email)).at(-1)?.text);
  return {
    confirm: /\/newsletter\/confirm\/([\w-]+)/.exec(text)?.[1] ?? '',
    leave: /\/newsletter\/leave\/([\w-]+)/.exec(text)?.[1] ?? '',
  };
}

async function open(loader: typeof confirmLoader | typeof leaveLoader, token: string) {
  const request = new Request(`${shop.origin}/newsletter`);
  const { data, init } = await loader(createActionArgs(shop, request, { params: { token } }) as never);
  return `${init?.status} ${data.state}`;
}
const pressButton = (action: typeof confirmAction | typeof leaveAction, token: string) =>
  postForm(shop, action as never, {}, { params: { token } });

describe('subscribing', () => {
  test('stores the address as unconfirmed and sends a confirmation email', async () => {
    const email = newAddress();
    expect(await subscribe(` ${email.toUpperCase()}`)).toMatchObject({ status: 303, location: '/newsletter/sent' });
    expect(await subscriber(email)).toMatchObject({ state: 'pending', confirmedAt: null, leftAt: null });
    const mails = await getEmails(email);
    expect(mails.map(({ kind }) => kind)).toEqual(['newsletter_confirm']);
    expect(mails[0]?.text).toContain(`${shop.origin}/newsletter/confirm/`);
    expect(mails[0]?.text).toContain(`${shop.origin}/newsletter/leave/`);
  });

  test('stores only hashes of the links', async () => {
    const email = newAddress();
    await subscribe(email);
    const { confirm, leave } = await newestLinks(email);
    expect([confirm, leave]).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^[\w-]{43}$/)]);
    const rows = await shop.sql`select * from newsletter_links`;
    for (const token of [confirm, leave]) expect(JSON.stringify(rows)).not.toContain(token);
  });

  test.each(['', 'nobody', 'a@b', 'a@example.com\nb@example.com', 'x'.repeat(300)])(
    'with %j is rejected at its field',
    async (email) => {
      const before = await snapshotDatabase(shop);
      const { status, response } = await subscribe(email);
      expect([status, Object.keys(response?.errors ?? {})]).toEqual([422, ['email']]);
      expect(response?.values.email).toBe(email);
      expect(await snapshotDatabase(shop)).toEqual(before);
    },
  );

  test('has the same response for a new, a pending, a confirmed and an unsubscribed address', async () => {
    const email = newAddress();
    const responses = [await subscribe(email), await subscribe(email)];
    await pressButton(confirmAction, (await newestLinks(email)).confirm);
    responses.push(await subscribe(email));
    await pressButton(leaveAction, (await newestLinks(email)).leave);
    responses.push(await subscribe(email));
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
  });

  test('a confirmed address again sends no email and keeps it confirmed', async () => {
    const email = newAddress();
    await subscribe(email);
    await pressButton(confirmAction, (await newestLinks(email)).confirm);
    const before = await snapshotDatabase(shop);
    await subscribe(email);
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test('the same address five times in parallel stores one subscriber', async () => {
    const email = newAddress();
    await Promise.all(Array.from({ length: 5 }, () => subscribe(email)));
    expect((await read('/subscribers')).filter((one) => one.email === email)).toHaveLength(1);
  });

  test('with a filled honeypot field is dropped', async () => {
    const before = await snapshotDatabase(shop);
    const response = await postForm(shop, newsletterAction, { email: newAddress(), [HONEYPOT_FIELD]: 'x' });
    expect(response.status).toBe(303);
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test('can get its response on its own page', async () => {
    const { status, response } = await postForm(shop, newsletterAction, { email: newAddress(), [STAY_FIELD]: 'yes' });
    expect([status, response?.stored]).toEqual([200, true]);
  });

  test('sends few emails to one address, with the same response beyond the limit', async () => {
    const email = newAddress();
    for (let at = 0; at < 8; at += 1) {
      expect((await subscribe(email, { limits: true, clientAddress: `198.18.1.${at}` })).status).toBe(303);
    }
    expect(await getEmails(email)).toHaveLength(5);
  });

  test('beyond the rate limit gets 429 and Retry-After', async () => {
    await shop.sql`insert into rate_limits (key, points, expire)
      values ('newsletter:203.0.113.9', 60, ${Date.now() + 600_000})`;
    const email = newAddress();
    const limited = await subscribe(email, { limits: true, clientAddress: '203.0.113.9' });
    expect([limited.status, Number(limited.retryAfter) > 0, limited.response?.values.email]).toEqual([
      429,
      true,
      email,
    ]);
    expect(await getState(email)).toBeUndefined();
  });
});

describe('the confirmation link', () => {
  test('does nothing when opened, confirms once with its button, and an email says so', async () => {
    const email = newAddress();
    await subscribe(email);
    const { confirm } = await newestLinks(email);
    const before = await snapshotDatabase(shop);
    expect(await open(confirmLoader, confirm)).toBe('200 open');
    expect(await snapshotDatabase(shop)).toEqual(before);
    expect(await pressButton(confirmAction, confirm)).toMatchObject({ status: 303, location: '/newsletter/confirmed' });
    expect(await subscriber(email)).toMatchObject({ state: 'confirmed', confirmedAt: expect.any(String) });
    expect((await getEmails(email)).map(({ kind }) => kind)).toEqual(['newsletter_confirm', 'newsletter_welcome']);
    expect((await newestLinks(email)).leave).not.toBe('');
    const after = await snapshotDatabase(shop);
    expect((await pressButton(confirmAction, confirm)).location).toBeNull();
    expect(await open(confirmLoader, confirm)).toBe('200 used');
    expect(await snapshotDatabase(shop)).toEqual(after);
  });

  test('confirms once when its button is pressed five times in parallel', async () => {
    const email = newAddress();
    await subscribe(email);
    const { confirm } = await newestLinks(email);
    const responses = await Promise.all(Array.from({ length: 5 }, () => pressButton(confirmAction, confirm)));
    expect(responses.filter(({ location }) => location !== null)).toHaveLength(1);
    expect(await getEmails(email)).toHaveLength(2);
  });

  test('of an earlier email still works, and confirms once', async () => {
    const email = newAddress();
    await subscribe(email);
    const first = await newestLinks(email);
    await subscribe(email);
    const second = await newestLinks(email);
    await pressButton(confirmAction, second.confirm);
    const confirmed = await subscriber(email);
    expect((await pressButton(confirmAction, first.confirm)).location).toBe('/newsletter/confirmed');
    expect(await subscriber(email)).toEqual(confirmed);
    expect((await getEmails(email)).filter(({ kind }) => kind === 'newsletter_welcome')).toHaveLength(1);
  });

  test('expires after seven days', async () => {
    const email = newAddress();
    await subscribe(email);
    const { confirm } = await newestLinks(email);
    const age = (days: string) =>
      shop.sql`update newsletter_links set expires_at = expires_at - ${days}::interval
         where subscriber_id = (select id from subscribers where email = ${email}) and purpose = 'confirm'`;
    await age('6 days 23 hours');
    expect(await open(confirmLoader, confirm)).toBe('200 open');
    await age('1 hour');
    expect(await open(confirmLoader, confirm)).toBe('200 expired');
    expect((await pressButton(confirmAction, confirm)).location).toBeNull();
    expect(await getState(email)).toBe('pending');
  });

  test.each(['x', 'A'.repeat(43), '%00', "' or 1=1 --", 'é'.repeat(43), ''])(
    'with the token %j is unknown',
    async (token) => {
      const before = await snapshotDatabase(shop);
      expect(await open(confirmLoader, token)).toBe('404 unknown');
      expect(await open(leaveLoader, token)).toBe('404 unknown');
      expect((await pressButton(confirmAction, token)).location).toBeNull();
      expect((await pressButton(leaveAction, token)).location).toBeNull();
      expect(await snapshotDatabase(shop)).toEqual(before);
    },
  );

  test('does not unsubscribe, and the unsubscribe link does not confirm', async () => {
    const email = newAddress();
    await subscribe(email);
    const { confirm, leave } = await newestLinks(email);
    expect((await pressButton(leaveAction, confirm)).location).toBeNull();
    expect((await pressButton(confirmAction, leave)).location).toBeNull();
    expect(await getState(email)).toBe('pending');
  });
});

describe('the unsubscribe link', () => {
  test('does nothing when opened, and unsubscribes with its button', async () => {
    const email = newAddress();
    await subscribe(email);
    await pressButton(confirmAction, (await newestLinks(email)).confirm);
    const { leave } = await newestLinks(email);
    expect(await open(leaveLoader, leave)).toBe('200 open');
    expect(await getState(email)).toBe('confirmed');
    expect(await pressButton(leaveAction, leave)).toMatchObject({ status: 303, location: '/newsletter/left' });
    expect(await subscriber(email)).toMatchObject({ state: 'left', leftAt: expect.any(String) });
    expect(await open(leaveLoader, leave)).toBe('200 used');
  });

  test('invalidates confirmation links that were still valid', async () => {
    const email = newAddress();
    await subscribe(email);
    const { confirm, leave } = await newestLinks(email);
    await pressButton(leaveAction, leave);
    expect(await open(confirmLoader, confirm)).toBe('404 unknown');
    expect((await pressButton(confirmAction, confirm)).location).toBeNull();
    expect(await getState(email)).toBe('left');
  });

  test('in an old email works after the address subscribed again', async () => {
    const email = newAddress();
    await subscribe(email);
    const { leave } = await newestLinks(email);
    await pressButton(leaveAction, leave);
    await subscribe(email);
    await pressButton(confirmAction, (await newestLinks(email)).confirm);
    expect(await getState(email)).toBe('confirmed');
    expect(await open(leaveLoader, leave)).toBe('200 open');
    await pressButton(leaveAction, leave);
    expect(await getState(email)).toBe('left');
  });
});

test('only addresses that were unconfirmed for seven days or unsubscribed for thirty are erased', async () => {
  const [waiting, forgotten, confirmed, left, unsubscribed] = Array.from({ length: 5 }, newAddress) as [
    string,
    string,
    string,
    string,
    string,
  ];
  for (const email of [waiting, forgotten, confirmed, left, unsubscribed]) await subscribe(email);
  await pressButton(confirmAction, (await newestLinks(confirmed)).confirm);
  for (const email of [left, unsubscribed]) await pressButton(leaveAction, (await newestLinks(email)).leave);
  const { pool } = shop.database;
  await pool.query(
    `update newsletter_links set expires_at = now() - interval '1 second'
     where purpose = 'confirm' and subscriber_id in (select id from subscribers where email = any($1))`,
    [[forgotten, confirmed]],
  );
  await pool.query("update subscribers set left_at = now() - interval '31 days' where email = $1", [unsubscribed]);
  await pool.query("update subscribers set left_at = now() - interval '29 days' where email = $1", [left]);
  await deleteStaleSubscribers(shop.context);
  const known = (await read('/subscribers')).map(({ email }) => email);
  expect([waiting, confirmed, left].every((email) => known.includes(email))).toBe(true);
  expect(known).not.toContain(forgotten);
  expect(known).not.toContain(unsubscribed);
});

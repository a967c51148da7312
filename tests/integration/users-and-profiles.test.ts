import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedUser } from '#src/seed/factories.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { listBody, objectBody, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let bob: TestUser;
let admin: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  [admin, ada, bob] = await Promise.all([shop.createAdmin(), shop.signUp(), shop.signUp({ displayName: 'Bob' })]);
});
afterAll(() => shop.close());

const profile = {
  displayName: 'Ada Smith',
  image: '/images/monograms/AS.svg',
  number: '+44 20 7946 0000',
  collegeName: 'City College',
  universityName: 'Open University',
  division: 'North',
  district: 'Leeds',
};

describe('GET /admin/{email}', () => {
  test('returns whether the caller is an admin, with any spelling of the address', async () => {
    expect(objectBody(await shop.call('GET', `/admin/${ada.email}`, { token: ada.token }))).toMatchObject({
      admin: false,
    });
    expect(
      objectBody(await shop.call('GET', `/admin/${admin.email.toUpperCase()}`, { token: admin.token })),
    ).toMatchObject({
      admin: true,
    });
  });

  test('returns anyone’s role to an admin, and to others only their own', async () => {
    expect(objectBody(await shop.call('GET', `/admin/${ada.email}`, { token: admin.token }))).toMatchObject({
      admin: false,
    });
    expect(objectBody(await shop.call('GET', '/admin/nobody@example.com', { token: admin.token }))).toMatchObject({
      admin: false,
    });
    expect(statusAndCode(await shop.call('GET', `/admin/${admin.email}`, { token: ada.token }))).toBe(
      '403 not_your_email',
    );
    expect(statusAndCode(await shop.call('GET', '/admin/nobody@example.com', { token: ada.token }))).toBe(
      '403 not_your_email',
    );
  });

  test('rejects an invalid address', async () => {
    expect(statusAndCode(await shop.call('GET', '/admin/nonsense', { token: ada.token }))).toBe('422 invalid');
  });
});

describe('a profile', () => {
  test('is null until it is created', async () => {
    const response = await shop.call('GET', `/profile/${bob.email}`, { token: bob.token });
    expect([response.status, response.body, response.headers.get('cache-control')]).toEqual([200, null, 'no-store']);
  });

  test('cannot be updated before it is created', async () => {
    const body = { ...profile, displayName: 'Bob' };
    expect(statusAndCode(await shop.call('PUT', `/update/${bob.email}`, { token: bob.token, body }))).toBe(
      '404 not_found',
    );
  });

  test('is created from the specified payload, read, updated, and never created twice', async () => {
    const body = { ...profile, email: ada.email };
    const created = await shop.call('POST', '/profile', { token: ada.token, body });
    expect([created.status, objectBody(created).acknowledged]).toEqual([201, true]);
    const stored = { _id: objectBody(created).insertedId, ...body };
    expect(objectBody(await shop.call('GET', `/profile/${ada.email}`, { token: ada.token }))).toEqual(stored);
    expect(statusAndCode(await shop.call('POST', '/profile', { token: ada.token, body }))).toBe('409 profile_exists');
    const updated = await shop.call('PUT', `/update/${ada.email}`, {
      token: ada.token,
      body: { ...stored, district: 'York' },
    });
    expect([updated.status, objectBody(updated)]).toEqual([200, { acknowledged: true, modifiedCount: 1 }]);
    expect(objectBody(await shop.call('GET', `/profile/${ada.email}`, { token: admin.token }))).toEqual({
      ...stored,
      district: 'York',
    });
  });

  test('is read and written by its owner, and read by admins', async () => {
    expect(statusAndCode(await shop.call('GET', `/profile/${ada.email}`, { token: bob.token }))).toBe(
      '403 not_your_email',
    );
    const body = { ...profile, displayName: 'Bob' };
    expect(statusAndCode(await shop.call('PUT', `/update/${ada.email}`, { token: bob.token, body }))).toBe(
      '403 not_your_email',
    );
    expect(statusAndCode(await shop.call('PUT', `/update/${ada.email}`, { token: admin.token, body }))).toBe(
      '403 not_your_email',
    );
    expect(
      statusAndCode(await shop.call('POST', '/profile', { token: bob.token, body: { ...body, email: ada.email } })),
    ).toBe('403 not_your_email');
    const foreign = { ...body, email: ada.email };
    expect(statusAndCode(await shop.call('PUT', `/update/${bob.email}`, { token: bob.token, body: foreign }))).toBe(
      '403 not_your_email',
    );
  });

  test.each<[string, unknown]>([
    ['number', undefined],
    ['number', ''],
    ['number', 'call me'],
    ['collegeName', undefined],
    ['universityName', ''],
    ['division', 'x'.repeat(81)],
    ['district', 5],
    ['image', 'javascript:alert(1)'],
    ['displayName', 'Somebody Else'],
    ['role', 'admin'],
    ['userId', 'x'],
  ])('with %s: %j is rejected at its field', async (field, value) => {
    const body = { ...profile, displayName: 'Bob', [field]: value };
    const response = await shop.call('POST', '/profile', { token: bob.token, body });
    expect(statusAndCode(response)).toBe('422 invalid');
    expect(Object.keys(objectBody(response).errors as object)).toEqual([field]);
  });

  test('created ten times in parallel is stored once', async () => {
    const eve = await shop.signUp({ displayName: 'Eve' });
    const body = { ...profile, displayName: 'Eve' };
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => shop.call('POST', '/profile', { token: eve.token, body })),
    );
    expect(responses.map(statusAndCode).sort()).toEqual([
      '201',
      ...Array.from({ length: 9 }, () => '409 profile_exists'),
    ]);
  });
});

describe('users', () => {
  test('are listed for admins, at most 100, paginated, oldest first, without secrets', async () => {
    for (let at = 0; at < 110; at += 1) await seedUser(shop.database.db, { displayName: `User ${at}` });
    const all = listBody(await shop.call('GET', '/user', { token: admin.token }));
    expect([all.length, all.at(-1)?.displayName, all[0]?.displayName]).toEqual([100, 'User 109', 'User 10']);
    const page = listBody(
      await shop.call('GET', `/user?limit=2&before=${String(all[0]?._id)}`, { token: admin.token }),
    );
    expect(page.map((user) => user.displayName)).toEqual(['User 8', 'User 9']);
    expect(Object.keys(page[0] ?? {}).sort()).toEqual([
      '_id',
      'createdAt',
      'disabled',
      'displayName',
      'email',
      'emailVerified',
      'owner',
      'role',
    ]);
    expect(page[0]?.role).toBeFalsy();
  });

  test('can be made admins by an admin, idempotently, from the next request on', async () => {
    const carol = await shop.signUp();
    await shop.sql`update users set email_confirmed = true where id = ${carol.userId}`;
    expect(statusAndCode(await shop.call('GET', '/orders', { token: carol.token }))).toBe('403 forbidden');
    const grant = () => shop.call('PUT', `/user/admin/${carol.email}`, { token: admin.token });
    expect(objectBody(await grant()).modifiedCount).toBe(1);
    expect(objectBody(await grant()).modifiedCount).toBe(0);
    expect((await shop.call('GET', '/orders', { token: carol.token })).status).toBe(200);
  });

  test('cannot make anyone an admin without being one, including themselves', async () => {
    expect(statusAndCode(await shop.call('PUT', `/user/admin/${ada.email}`, { token: ada.token }))).toBe(
      '403 forbidden',
    );
    expect(
      statusAndCode(await shop.call('PUT', `/user/admin/${ada.email}`, { token: ada.token, body: { role: 'admin' } })),
    ).toBe('403 forbidden');
    expect(objectBody(await shop.call('GET', `/admin/${ada.email}`, { token: ada.token }))).toMatchObject({
      admin: false,
    });
  });

  test('an unknown or invalid address is rejected', async () => {
    expect(statusAndCode(await shop.call('PUT', '/user/admin/nobody@example.com', { token: admin.token }))).toBe(
      '404 not_found',
    );
    expect(statusAndCode(await shop.call('PUT', '/user/admin/nonsense', { token: admin.token }))).toBe('422 invalid');
  });
});

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { getOwnAddress, listAddresses } from '#src/features/addresses/queries.server.ts';
import { addresses } from '#src/features/addresses/tables.server.ts';
import { isUniqueViolation } from '#src/platform/database.server.ts';
import { createEmptyAddress } from '#src/shared/postal-address/postal-address.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { listBody, objectBody, statusAndCode } from './order-helpers.ts';

const HOME = {
  name: 'Ada Smith',
  company: 'Smith & Daughters',
  line1: '1 Main Street',
  city: 'Cleveland',
  region: 'Ohio',
  postalCode: '44114',
  country: 'us',
};
const YARD = { name: 'Müller GmbH', line1: 'Hafenstraße 7', city: 'München', postalCode: 'D-80331', country: 'DE' };

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => checkAndClose(shop));

const add = (user: TestUser, body: object = HOME) => shop.call('POST', '/addresses', { token: user.token, body });
const change = (user: TestUser, id: string, body: object) =>
  shop.call('PATCH', `/addresses/${id}`, { token: user.token, body });
const remove = (user: TestUser, id: string) => shop.call('DELETE', `/addresses/${id}`, { token: user.token });
const bookOf = async (user: TestUser) => listBody(await shop.call('GET', '/addresses', { token: user.token }));
const marksOf = async (user: TestUser) =>
  (await bookOf(user)).map((address) => [address.isDefaultDelivery, address.isDefaultBilling]);

async function addTo(user: TestUser, body: object = HOME): Promise<string> {
  const added = await add(user, body);
  expect(statusAndCode(added)).toBe('201');
  return objectBody(added).insertedId as string;
}

describe('an address book', () => {
  test('keeps what its owner calls an address, which is no part of the address', async () => {
    const ada = await shop.signUp();
    const id = await addTo(ada, { ...HOME, label: ' Site 14 ' });
    expect(await addTo(ada, HOME)).toBe(id);
    expect(await bookOf(ada)).toMatchObject([{ label: 'Site 14', version: 1 }]);
    expect(objectBody(await change(ada, id, { label: 'Warehouse' }))).toMatchObject({ modifiedCount: 1, version: 2 });
    expect(await addTo(ada, { ...HOME, label: 'Site 15' })).toBe(id);
    expect(await bookOf(ada)).toMatchObject([{ label: 'Site 15', version: 3 }]);
    expect(await getOwnAddress(shop.database.db, ada.userId, id)).not.toHaveProperty('label');
    const refused = await change(ada, id, { label: 'x'.repeat(41) });
    expect([statusAndCode(refused), Object.keys(objectBody(refused).errors as object)]).toEqual([
      '422 invalid',
      ['label'],
    ]);
  });

  test('keeps addresses as their countries write them, and names only foreign countries', async () => {
    const ada = await shop.signUp();
    expect(await bookOf(ada)).toEqual([]);
    const id = await addTo(ada);
    await addTo(ada, { ...YARD, vatId: '136 695 976', phone: '+49 89 1234' });
    expect(await bookOf(ada)).toEqual([
      {
        _id: id,
        label: '',
        ...HOME,
        line2: '',
        region: 'OH',
        country: 'US',
        phone: '',
        vatId: '',
        isDefaultDelivery: true,
        isDefaultBilling: true,
        lines: ['Ada Smith', 'Smith & Daughters', '1 Main Street', 'Cleveland, OH 44114'],
        version: 1,
        createdAt: expect.any(String),
        changedAt: null,
      },
      expect.objectContaining({
        postalCode: '80331',
        vatId: 'DE136695976',
        lines: ['Müller GmbH', 'Hafenstraße 7', '80331 München', 'GERMANY'],
      }),
    ]);
  });

  test('marks its first address as the default for delivery and billing, and moves each mark separately', async () => {
    const ada = await shop.signUp();
    await addTo(ada);
    const yard = await addTo(ada, YARD);
    expect(await marksOf(ada)).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(objectBody(await change(ada, yard, { isDefaultDelivery: true }))).toMatchObject({
      modifiedCount: 1,
      version: 2,
    });
    expect(await marksOf(ada)).toEqual([
      [false, true],
      [true, false],
    ]);
    await addTo(ada, { ...HOME, line1: '2 Main Street', isDefaultBilling: true });
    expect(await marksOf(ada)).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ]);
    await change(ada, yard, { isDefaultDelivery: false });
    expect((await marksOf(ada)).flat().filter(Boolean)).toHaveLength(1);
  });

  test('has one mark of each kind even after concurrent changes', async () => {
    const ada = await shop.signUp();
    const ids = [await addTo(ada), await addTo(ada, YARD)];
    for (const at of [2, 3]) ids.push(await addTo(ada, { ...YARD, line2: `Gate ${at}` }));
    const moved = await Promise.all(
      ids.flatMap((id, at) => [
        change(ada, id, { isDefaultDelivery: true, isDefaultBilling: true }),
        add(ada, { ...HOME, line2: `Floor ${at}`, isDefaultDelivery: true }),
      ]),
    );
    expect(new Set(moved.map(({ status }) => status))).toEqual(new Set([200, 201]));
    const marks = await marksOf(ada);
    expect(marks.filter(([delivery]) => delivery)).toHaveLength(1);
    expect(marks.filter(([, billing]) => billing)).toHaveLength(1);
  });

  test('holds at most 50 addresses, even if many are sent at once', async () => {
    const ada = await shop.signUp();
    const sent = await Promise.all(Array.from({ length: 60 }, (_, at) => add(ada, { ...HOME, line2: `Floor ${at}` })));
    const outcomes = sent.map(statusAndCode);
    expect(outcomes.filter((outcome) => outcome === '201')).toHaveLength(50);
    expect(outcomes.filter((outcome) => outcome === '409 address_book_full')).toHaveLength(10);
    const book = await bookOf(ada);
    expect(book).toHaveLength(50);
    expect((await remove(ada, book[0]?._id as string)).status).toBe(200);
    await addTo(ada);
  });

  test('stores an address once, no matter how often it is sent, and moves the requested marks', async () => {
    const [ada, bob] = [await shop.signUp(), await shop.signUp()];
    const home = await addTo(ada);
    const sent = await Promise.all(Array.from({ length: 8 }, () => add(ada, YARD)));
    expect(new Set(sent.map((added) => objectBody(added).insertedId)).size).toBe(1);
    expect(await addTo(ada, { ...YARD, isDefaultDelivery: true })).toBe(objectBody(sent[0] as never).insertedId);
    expect(await marksOf(ada)).toEqual([
      [false, true],
      [true, false],
    ]);
    // A different spelling is the same address, but another recipient or another book makes it a different one.
    expect(await addTo(ada, { ...HOME, region: 'OH', country: 'US' })).toBe(home);
    expect(await addTo(ada, { ...HOME, name: 'Bob Jones' })).not.toBe(home);
    expect(await addTo(bob)).not.toBe(home);
    expect(await bookOf(ada)).toHaveLength(3);
  });

  test('treats somebody else’s address like a missing one', async () => {
    const [ada, bob] = [await shop.signUp(), await shop.signUp()];
    const { db } = shop.database;
    const id = await addTo(ada);
    expect(await bookOf(bob)).toEqual([]);
    const refused = [
      await change(bob, id, { name: 'Bob' }),
      await remove(bob, id),
      await change(bob, '1', { name: 'Bob' }),
    ];
    expect(refused.map(statusAndCode)).toEqual(Array(3).fill('404 not_found'));
    expect(await getOwnAddress(db, bob.userId, id)).toBeNull();
    expect(await getOwnAddress(db, ada.userId, 'nothing')).toBeNull();
    expect(await getOwnAddress(db, ada.userId, id)).toEqual({
      ...createEmptyAddress('US'),
      ...HOME,
      region: 'OH',
      country: 'US',
    });
  });

  test('forgets deleted addresses', async () => {
    const ada = await shop.signUp();
    const id = await addTo(ada);
    expect(objectBody(await remove(ada, id))).toEqual({ acknowledged: true, deletedCount: 1 });
    expect(statusAndCode(await remove(ada, id))).toBe('404 not_found');
    expect(await listAddresses(shop.database.db, ada.userId)).toEqual([]);
    // The next address is the first one again.
    await addTo(ada, YARD);
    expect(await marksOf(ada)).toEqual([[true, true]]);
  });
});

describe('a wrong address', () => {
  test('is rejected with an error at each wrong field, by the rules of its country', async () => {
    const ada = await shop.signUp();
    const refused = await add(ada, { name: '', line1: '1 Main Street', country: 'US', region: 'Bavaria', phone: 'no' });
    expect(statusAndCode(refused)).toBe('422 invalid');
    expect(objectBody(refused).errors).toEqual({
      name: 'Please enter the recipient: a person or a department.',
      city: 'Please enter a city.',
      region: 'Please choose a state in the United States.',
      postalCode: 'Please enter a ZIP code such as 44114.',
      phone: expect.stringContaining('phone number'),
    });
    expect(statusAndCode(await add(ada, { ...HOME, userId: 'x' }))).toBe('422 invalid');
    expect(statusAndCode(await add(ada, { ...HOME, line1: 'x'.repeat(5_000) }))).toBe('422 invalid');
    expect(statusAndCode(await add(ada, { ...HOME, name: 'Ada\u202e' }))).toBe('422 invalid');
    expect(await bookOf(ada)).toEqual([]);
  });

  test('cannot result from changing part of a valid one', async () => {
    const ada = await shop.signUp();
    const id = await addTo(ada);
    const refused = await change(ada, id, { country: 'GB' });
    expect(objectBody(refused).errors).toEqual({ postalCode: 'Please enter a postcode such as EC1Y 8SY.' });
    expect(await bookOf(ada)).toMatchObject([{ country: 'US', version: 1 }]);
    expect((await change(ada, id, { country: 'GB', postalCode: 'ec1y8sy', city: 'London' })).status).toBe(200);
    // Addresses there have no state.
    expect(await bookOf(ada)).toMatchObject([{ country: 'GB', region: '', postalCode: 'EC1Y 8SY', version: 2 }]);
  });

  test('that earlier rules allowed can still be marked', async () => {
    const ada = await shop.signUp();
    const id = await addTo(ada);
    await shop.database.db.update(addresses).set({ postalCode: 'old' }).where(eq(addresses.id, id));
    expect((await change(ada, id, { isDefaultBilling: false })).status).toBe(200);
    expect(statusAndCode(await change(ada, id, { name: 'Ada' }))).toBe('422 invalid');
  });
});

describe('a change', () => {
  test('based on an older version is rejected and shows the newer one', async () => {
    const ada = await shop.signUp();
    const id = await addTo(ada);
    expect((await change(ada, id, { version: 1, line2: 'Gate 4' })).status).toBe(200);
    const refused = await change(ada, id, { version: 1, line2: 'Gate 5' });
    expect(statusAndCode(refused)).toBe('409 address_changed');
    expect(objectBody(refused).address).toMatchObject({ line2: 'Gate 4', version: 2 });
    // The same change again, since its response was lost.
    expect(objectBody(await change(ada, id, { version: 1, line2: 'Gate 4' }))).toMatchObject({
      modifiedCount: 0,
      version: 2,
    });
    expect(objectBody(await change(ada, id, { line2: 'Gate 5' }))).toMatchObject({ modifiedCount: 1, version: 3 });
  });

  test('is rejected after many changes within an hour', async () => {
    const strict = await createTestShop({ settings: { rateLimits: true } });
    try {
      const ada = await strict.signUp();
      const send = async (method: string, path: string, body?: object) =>
        statusAndCode(await strict.call(method, path, { token: ada.token, ...(body && { body }) }));
      for (let sent = 0; sent < 240; sent += 1) {
        expect(await send('DELETE', '/addresses/none')).toBe('404 not_found');
      }
      expect([
        await send('DELETE', '/addresses/none'),
        await send('PATCH', '/addresses/none', { line1: '2 Main Street' }),
        await send('POST', '/addresses', HOME),
        await send('GET', '/addresses'),
      ]).toEqual([...Array(3).fill('429 too_many_requests'), '200']);
    } finally {
      await strict.close();
    }
  });
});

test('the database allows only one mark of each kind, no matter what the code does', async () => {
  const ada = await shop.signUp();
  const id = await addTo(ada);
  await addTo(ada, YARD);
  const { db } = shop.database;
  const mark = (marks: object) => db.update(addresses).set(marks).where(eq(addresses.userId, ada.userId));
  for (const marks of [{ isDefaultDelivery: true }, { isDefaultBilling: true }]) {
    await expect(mark(marks)).rejects.toSatisfy((error) => isUniqueViolation(error));
  }
  await expect(db.update(addresses).set({ country: 'us' }).where(eq(addresses.id, id))).rejects.toThrow();
  await expect(
    db
      .update(addresses)
      .set({ name: 'x'.repeat(101) })
      .where(eq(addresses.id, id)),
  ).rejects.toThrow();
});

test('reading a book among very many uses an index', async () => {
  const ada = await shop.signUp();
  await addTo(ada);
  const { pool, db, fill } = shop.database;
  await fill(
    "insert into users (id, email, display_name) select 'a' || lpad(i::text, 23, '0'), 'a' || i || '@many.example', 'A' from generate_series(1, 2000) i",
  );
  await fill(
    `insert into addresses (id, user_id, name, company, line1, line2, city, region, postal_code, country, phone, vat_id)
     select 'a' || lpad(i::text, 23, '0'), 'a' || lpad((i % 2000 + 1)::text, 23, '0'), 'A', '', '1 Road', '', 'Suva', '', '', 'FJ', '', '' from generate_series(1, 20000) i`,
  );
  await pool.query('vacuum analyze addresses');
  const querySpy = vi.spyOn(pool, 'query');
  await listAddresses(db, ada.userId);
  const [statement, values] = querySpy.mock.lastCall as unknown as [{ text: string }, unknown[]];
  querySpy.mockRestore();
  const { rows } = await pool.query(`explain ${statement.text}`, values);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/addresses_of_user/);
  expect(plan).not.toMatch(/Seq Scan/);
});

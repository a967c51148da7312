import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedBlog, seedReview } from '#src/seed/factories.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { listBody, objectBody, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let customer: TestUser;
let admin: TestUser;
const blogs: string[] = [];

beforeAll(async () => {
  shop = await createTestShop();
  [admin, customer] = await Promise.all([shop.createAdmin(), shop.signUp()]);
  for (let at = 0; at < 105; at += 1) {
    blogs.push(await seedBlog(shop.database.db, { question: `Question ${at}?` }));
    await seedReview(shop.database.db, { userId: customer.userId, title: `Review ${at}` });
  }
});
afterAll(() => shop.close());

const newReview = {
  displayName: 'Ada Smith',
  image: '',
  company: 'Smith & Daughters',
  designation: 'Owner',
  title: 'Holds its edge',
  rating: 5,
  about: 'Half a year in daily use.',
};

test('a review or a profile with a missing image is rejected at that field', async () => {
  const image = `/images/${'a'.repeat(24)}_10x10.webp`;
  const profile = {
    displayName: 'Ada Smith',
    number: '216 555 0100',
    collegeName: 'Foundry',
    universityName: 'Lakeside',
    division: 'Ohio',
    district: 'Lorain',
  };
  const { token, email } = customer;
  for (const [method, path, body] of [
    ['POST', '/review', newReview],
    ['POST', '/profile', profile],
    ['PUT', `/update/${email}`, profile],
  ] as const) {
    const response = await shop.call(method, path, { token, body: { ...body, image } });
    expect([path, statusAndCode(response), Object.keys(objectBody(response).errors as object)]).toEqual([
      path,
      '422 invalid',
      ['image'],
    ]);
  }
});

describe.each([
  ['/blogs', 'blogs'],
  ['/review', 'reviews'],
])('GET %s', (path, table) => {
  const stored = async () => (await shop.query(`select id from ${table} order by seq`)).map((row) => row.id);

  test('without parameters returns the newest 100, in ascending order, to everyone', async () => {
    for (const token of [undefined, customer.token, admin.token, 'nonsense']) {
      const response = await shop.call('GET', path, { token });
      expect(listBody(response).map((row) => row._id)).toEqual((await stored()).slice(-100));
    }
  });

  test('is paginated by limit and before', async () => {
    const page = listBody(await shop.call('GET', `${path}?limit=3&before=${(await stored())[10]}`));
    expect(page.map((row) => row._id)).toEqual((await stored()).slice(7, 10));
    expect(statusAndCode(await shop.call('GET', `${path}?limit=1000`))).toBe('422 invalid');
  });

  test('is cached with an ETag', async () => {
    const etag = (await shop.call('GET', path)).headers.get('etag') ?? '';
    expect((await shop.call('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});

describe('GET /blogs/{id}', () => {
  test('returns a post with its details and tags', async () => {
    expect(objectBody(await shop.call('GET', `/blogs/${blogs[0]}`))).toEqual({
      _id: blogs[0],
      author: 'The workshop',
      question: 'Question 0?',
      short_description: expect.any(String),
      detail: [{ title: expect.any(String), description: expect.any(String) }],
      tags: ['torque'],
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  test.each(['a'.repeat(24), 'nope', '%00', '%2e%2e'])('returns 404 for the id %s', async (id) => {
    expect(statusAndCode(await shop.call('GET', `/blogs/${id}`))).toBe('404 not_found');
  });
});

describe('POST /review', () => {
  test('stores a customer’s review from the specified payload, and lists show it at once', async () => {
    await shop.call('GET', '/review?limit=1');
    const response = await shop.call('POST', '/review', { token: customer.token, body: newReview });
    expect([response.status, objectBody(response).acknowledged]).toEqual([201, true]);
    const [newest] = listBody(await shop.call('GET', '/review?limit=1'));
    expect(newest).toMatchObject({ _id: objectBody(response).insertedId, ...newReview });
  });

  test('accepts a rating as the text that a form sends', async () => {
    const response = await shop.call('POST', '/review', { token: customer.token, body: { ...newReview, rating: '4' } });
    expect(response.status).toBe(201);
    expect(listBody(await shop.call('GET', '/review?limit=1'))[0]?.rating).toBe(4);
  });

  test.each<[string, unknown]>([
    ['rating', 0],
    ['rating', 6],
    ['rating', 4.5],
    ['rating', '5.0'],
    ['rating', null],
    ['rating', undefined],
    ['rating', [5]],
    ['displayName', undefined],
    ['displayName', 'Somebody Else'],
    ['company', ''],
    ['designation', undefined],
    ['title', 'two\nlines'],
    ['title', 'x'.repeat(121)],
    ['about', 'x'.repeat(2_001)],
    ['about', 'nul\u0000'],
    ['about', { $ne: '' }],
    ['image', 'data:text/html,<script>'],
    ['userId', 'somebody'],
    ['email', 'somebody@example.com'],
  ])('rejects %s: %j at its field', async (field, value) => {
    const body = { ...newReview, [field]: value };
    const response = await shop.call('POST', '/review', { token: customer.token, body });
    expect(statusAndCode(response)).toBe('422 invalid');
    expect(Object.keys(objectBody(response).errors as object)).toEqual([field]);
  });

  test('rejects an admin', async () => {
    const response = await shop.call('POST', '/review', {
      token: admin.token,
      body: { ...newReview, displayName: 'Shop admin' },
    });
    expect(statusAndCode(response)).toBe('403 customers_only');
  });
});

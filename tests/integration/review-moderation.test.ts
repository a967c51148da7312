import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedReview } from '#src/seed/factories.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { getTotalCount } from './list-helpers.ts';
import { listBody, objectBody, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let bob: TestUser;
let admin: TestUser;
let owner: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  [owner, admin, ada, bob] = await Promise.all([
    shop.createOwner(),
    shop.createAdmin(),
    shop.signUp(),
    shop.signUp({ displayName: 'Bob' }),
  ]);
});
afterAll(() => shop.close());

const write = (title: string, by = ada) => seedReview(shop.database.db, { userId: by.userId, title });
const change = (id: string, body: object, by = ada) =>
  shop.call('PATCH', `/review/${id}`, { token: by.token, body: { version: 1, ...body } });
const remove = (id: string, by = ada) => shop.call('DELETE', `/review/${id}`, { token: by.token });
const takeDown = (id: string, reason: unknown = 'Names a person.') =>
  shop.call('POST', `/review/${id}/takedown`, { token: admin.token, body: { reason } });
const restore = (id: string, body: object = { version: 1 }) =>
  shop.call('POST', `/review/${id}/restore`, { token: admin.token, body });
const findAll = async (path: string) => listBody(await shop.call('GET', path, { token: admin.token }));
const getOwn = async (id: string) => objectBody(await shop.call('GET', `/myreview/${id}`, { token: ada.token }));
const getPublicTitles = async () => listBody(await shop.call('GET', '/review')).map(({ title }) => title);
const listAuditOf = async (id: string) =>
  listBody(await shop.call('GET', `/audit?q=${id}&sort=created`, { token: owner.token }));

describe('an author', () => {
  test('changes their review, and everybody sees it at once', async () => {
    const id = await write('First thoughts');
    expect(await getPublicTitles()).toContain('First thoughts');
    const response = await change(id, { title: 'Second thoughts', rating: 2 });
    expect(objectBody(response)).toEqual({ acknowledged: true, modifiedCount: 1, version: 2, waiting: false });
    expect(await getPublicTitles()).toContain('Second thoughts');
    expect(await getPublicTitles()).not.toContain('First thoughts');
    expect(await getOwn(id)).toMatchObject({
      rating: 2,
      company: 'Smith & Daughters',
      version: 2,
      changedAt: expect.any(String),
      takenDown: null,
    });
  });

  test('who sends the same change again changes nothing', async () => {
    const id = await write('Sent twice');
    await change(id, { title: 'Sent once' });
    expect(objectBody(await change(id, { title: 'Sent once' }))).toEqual({
      acknowledged: true,
      modifiedCount: 0,
      version: 2,
      waiting: false,
    });
    expect(await listAuditOf(id)).toHaveLength(1);
  });

  test('who changes an older version gets the newer one, and nothing is lost', async () => {
    const id = await write('Written');
    await change(id, { about: 'From the other window.' });
    const response = await change(id, { about: 'From this window.' });
    expect(statusAndCode(response)).toBe('409 review_changed');
    expect(objectBody(response).review).toMatchObject({ version: 2, about: 'From the other window.' });
    expect((await getOwn(id)).about).toBe('From the other window.');
    expect((await change(id, { version: 2, about: 'From this window.' })).status).toBe(200);
  });

  test('makes concurrent changes, of which one is stored and all others get a conflict', async () => {
    const id = await write('Contested');
    const all = await Promise.all([1, 2, 3, 4, 5, 6].map((at) => change(id, { title: `Contested ${at}` })));
    expect(all.map(statusAndCode).sort()).toEqual(['200', ...Array(5).fill('409 review_changed')]);
    expect((await getOwn(id)).version).toBe(2);
  });

  test.each<[string, object]>([
    ['version', { version: undefined }],
    ['version', { version: 0 }],
    ['rating', { rating: 6 }],
    ['title', { title: '' }],
    ['about', { about: 'x'.repeat(2_001) }],
    ['image', { image: `/images/${'a'.repeat(24)}_10x10.webp` }],
    ['displayName', { displayName: 'Somebody Else' }],
    ['takenDown', { takenDown: null }],
    ['userId', { userId: 'somebody' }],
  ])('cannot change %s to an invalid value: %j', async (field, body) => {
    const id = await write('Checked');
    const response = await change(id, body);
    expect(statusAndCode(response)).toBe('422 invalid');
    expect(Object.keys(objectBody(response).errors as object)).toEqual([field]);
  });

  test('removes their review permanently', async () => {
    const id = await write('Regretted');
    expect(await getPublicTitles()).toContain('Regretted');
    expect(objectBody(await remove(id))).toEqual({ acknowledged: true, deletedCount: 1 });
    expect(await getPublicTitles()).not.toContain('Regretted');
    expect([statusAndCode(await remove(id)), statusAndCode(await change(id, { title: 'Back' }))]).toEqual([
      '404 not_found',
      '404 not_found',
    ]);
  });

  test('lists only their own reviews, including those taken down, page by page', async () => {
    const ids: string[] = [];
    for (const title of ['One', 'Two', 'Three']) ids.push(await write(title, bob));
    await takeDown(ids[1] ?? '');
    const get = async (query: string) => shop.call('GET', `/myreview${query}`, { token: bob.token });
    const toIds = (response: Awaited<ReturnType<typeof get>>) => listBody(response).map(({ _id }) => _id);
    expect(toIds(await get(''))).toEqual(ids);
    expect(toIds(await get(`?limit=1&before=${ids[2]}`))).toEqual([ids[1]]);
    const page = await get('?page=2&limit=2');
    expect([toIds(page), getTotalCount(page)]).toEqual([[ids[0]], 3]);
    expect(toIds(await get('?state=taken_down'))).toEqual([ids[1]]);
    expect(statusAndCode(await get('?limit=101'))).toBe('422 invalid');
  });
});

describe('an admin', () => {
  test('takes a review down: nobody sees it anymore, and its author reads why', async () => {
    const id = await write('Insulting');
    expect(await getPublicTitles()).toContain('Insulting');
    expect(objectBody(await takeDown(id, ' Insults a person. '))).toEqual({ acknowledged: true, modifiedCount: 1 });
    expect(await getPublicTitles()).not.toContain('Insulting');
    expect(listBody(await shop.call('GET', `/review?limit=100&before=${id}`)).map(({ _id }) => _id)).not.toContain(id);
    expect(await getOwn(id)).toMatchObject({ takenDown: { at: expect.any(String), reason: 'Insults a person.' } });
    expect(objectBody(await restore(id))).toEqual({ acknowledged: true, modifiedCount: 1 });
    expect(await getPublicTitles()).toContain('Insulting');
    expect((await getOwn(id)).takenDown).toBeNull();
    expect(await listAuditOf(id)).toMatchObject([
      {
        action: 'review.taken_down',
        actorEmail: admin.email,
        subject: 'review',
        subjectName: 'Insulting',
        after: { reason: 'Insults a person.', writer: ada.email },
      },
      { action: 'review.restored', before: { reason: 'Insults a person.' }, after: { writer: ada.email } },
    ]);
  });

  test('notifies all processes of the shop together with the takedown', async () => {
    const id = await write('Everywhere');
    const client = new pg.Client({ connectionString: shop.database.url });
    await client.connect();
    try {
      await client.query('listen cache_invalidation');
      const heard: string[] = [];
      client.on('notification', ({ payload }) => heard.push(payload ?? ''));
      await takeDown(id);
      await expect.poll(() => heard).toContainEqual(expect.stringContaining('"tags":["reviews"]'));
    } finally {
      await client.end();
    }
  });

  test('who takes down a review that is down, or restores one that is not, changes nothing', async () => {
    const id = await write('Twice');
    expect(objectBody(await restore(id)).modifiedCount).toBe(0);
    const both = await Promise.all([takeDown(id, 'The first reason.'), takeDown(id, 'The first reason.')]);
    expect(both.map((response) => objectBody(response).modifiedCount).sort()).toEqual([0, 1]);
    expect(objectBody(await takeDown(id, 'Another reason.')).modifiedCount).toBe(0);
    expect((await getOwn(id)).takenDown).toMatchObject({ reason: 'The first reason.' });
    expect(await listAuditOf(id)).toHaveLength(1);
  });

  test.each([undefined, '', '   ', 'x'.repeat(501), ['a']])(
    'cannot take a review down for the reason %j',
    async (reason) => {
      const response = await shop.call('POST', `/review/${await write('Kept')}/takedown`, {
        token: admin.token,
        body: { reason },
      });
      expect([statusAndCode(response), Object.keys(objectBody(response).errors as object)]).toEqual([
        '422 invalid',
        ['reason'],
      ]);
    },
  );

  test('finds reviews by words, author or id, including those of removed users', async () => {
    const eve = await shop.signUp({ displayName: 'Eve' });
    const [first, second] = [await write('Splendid anvil', eve), await write('Second opinion', eve)];
    await shop.call('POST', `/users/${eve.userId}/disable`, { token: owner.token, body: { reason: 'Spam.' } });
    const find = async (query: string) => shop.call('GET', `/reviews?${query}`, { token: admin.token });
    const toIds = (response: Awaited<ReturnType<typeof find>>) => listBody(response).map(({ _id }) => _id);
    expect(toIds(await find('q=splendid anvil'))).toEqual([first]);
    expect(toIds(await find(`q=${eve.email}`))).toEqual([second, first]);
    expect(toIds(await find(`q=${first}`))).toEqual([first]);
    expect(toIds(await find(`q=${eve.email}&state=taken_down`))).toEqual([]);
    const removed = await find('state=removed_user');
    expect(toIds(removed)).toEqual([second, first]);
    expect(listBody(removed)[0]?.writer).toEqual({ email: eve.email, disabled: true });
    expect((await takeDown(first)).status).toBe(200);
    expect(toIds(await find(`q=${eve.email}&state=taken_down`))).toEqual([first]);
    expect(toIds(await find(`limit=1&before=${second}`))).toEqual([first]);
  });
});

describe('a review that was taken down', () => {
  test('can only be restored by an admin who says which version they have read', async () => {
    const id = await write('Unread');
    await takeDown(id);
    expect(statusAndCode(await restore(id, {}))).toBe('422 invalid');
    expect((await getOwn(id)).takenDown).not.toBeNull();
  });

  test('does not show the moderating admin an image from another server', async () => {
    const id = await write('Watching');
    const image = 'https://watching.example/pixel.png';
    expect((await change(id, { image })).status).toBe(200);
    await takeDown(id);
    const lists = await Promise.all(
      ['/reviews', '/reviews?state=taken_down', `/reviews?q=${id}`].map((path) => findAll(path)),
    );
    for (const reviews of lists) expect(reviews.find(({ _id }) => _id === id)).toMatchObject({ image: '' });
    expect(objectBody(await restore(id)).review).toMatchObject({ image: '' });
    expect(await getOwn(id)).toMatchObject({ image });
  });

  test('stays down when its author changes it, and can only be restored by somebody who has read the change', async () => {
    const id = await write('Rude');
    await takeDown(id);
    expect((await change(id, { title: 'Polite' })).status).toBe(200);
    expect(await getPublicTitles()).not.toContain('Polite');
    const unread = await restore(id, { version: 1 });
    expect([statusAndCode(unread), (objectBody(unread).review as { title: string }).title]).toEqual([
      '409 review_changed',
      'Polite',
    ]);
    expect((await getOwn(id)).takenDown).not.toBeNull();
    expect((await restore(id, { version: 2 })).status).toBe(200);
    expect(await getPublicTitles()).toContain('Polite');
  });

  test('can be removed by its author: then it cannot be restored, and the audit log still says why', async () => {
    const id = await write('Short-lived');
    await takeDown(id, 'Advertises.');
    expect((await remove(id)).status).toBe(200);
    expect([statusAndCode(await restore(id)), statusAndCode(await takeDown(id))]).toEqual([
      '404 not_found',
      '404 not_found',
    ]);
    expect(await listAuditOf(id)).toMatchObject([
      { action: 'review.taken_down', after: { reason: 'Advertises.' } },
      { action: 'review.removed', actorEmail: ada.email, before: { state: 'taken_down' } },
    ]);
  });

  test('does not take a place among the newest six', async () => {
    const ids = [];
    for (let at = 0; at < 8; at += 1) ids.push(await write(`Newest ${at}`));
    for (const id of ids.slice(2)) await takeDown(id);
    const shown = listBody(await shop.call('GET', '/review?limit=6')).map(({ _id }) => _id);
    expect(shown).toHaveLength(6);
    expect(shown.slice(-2)).toEqual(ids.slice(0, 2));
  });
});

test('the audit log says what an author changed, but keeps none of their text except the title', async () => {
  const id = await write('Logged');
  await change(id, { title: 'Logged again', rating: 1, about: 'Secret words.' });
  const events = await listAuditOf(id);
  expect(events).toMatchObject([
    {
      action: 'review.changed',
      actorEmail: ada.email,
      subjectName: 'Logged',
      before: { title: 'Logged', rating: 5 },
      after: { title: 'Logged again', rating: 1, fields: 'title, rating, about' },
    },
  ]);
  expect(JSON.stringify(events)).not.toContain('Secret words.');
});

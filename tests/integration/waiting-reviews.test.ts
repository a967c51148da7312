import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedReview } from '#src/seed/factories.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, listBody, objectBody, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let owner: TestUser;
let ada: TestUser;

async function setNewReviews(newReviews: unknown) {
  const { settings, version } = (await shop.call('GET', '/settings', { token: owner.token })).body as {
    settings: object;
    version: number;
  };
  const body = { settings: { ...settings, newReviews }, version };
  return shop.call('PUT', '/settings', { token: owner.token, body });
}

async function write(title: string): Promise<string> {
  const body = {
    displayName: ada.displayName,
    company: 'Smith & Daughters',
    designation: 'Owner',
    title,
    rating: 4,
    about: 'Half a year in daily use.',
  };
  const sent = await shop.call('POST', '/review', { token: ada.token, body });
  expect([sent.status, objectBody(sent).waiting]).toEqual([201, true]);
  return objectBody(sent).insertedId as string;
}

const approve = (id: string, version = 1) =>
  shop.call('POST', `/review/${id}/approve`, { token: owner.token, body: { version } });
const change = (id: string, body: object) => shop.call('PATCH', `/review/${id}`, { token: ada.token, body });
const getOwn = async (id: string) => objectBody(await shop.call('GET', `/myreview/${id}`, { token: ada.token }));
const getPublicTitles = async () => listBody(await shop.call('GET', '/review')).map(({ title }) => title);
const listNew = async () =>
  listBody(await shop.call('GET', '/reviews?state=new', { token: owner.token })).map(({ _id }) => _id);
const countNew = async () => objectBody(await shop.call('GET', '/overview', { token: owner.token })).newReviews;

beforeAll(async () => {
  shop = await createTestShop();
  [owner, ada] = await Promise.all([shop.createOwner(), shop.signUp({ confirmed: true })]);
  expect((await setNewReviews('wait')).status).toBe(200);
});
afterAll(() => checkAndClose(shop));

describe('where reviews wait', () => {
  test('a new one is in no public list until the shop publishes it, and the overview counts it', async () => {
    const before = Number(await countNew());
    const id = await write('Waits');
    expect(await getPublicTitles()).not.toContain('Waits');
    expect([(await getOwn(id)).waiting, await countNew()]).toEqual([true, before + 1]);
    expect(await listNew()).toContain(id);
    expect(objectBody(await approve(id))).toEqual({ acknowledged: true, modifiedCount: 1 });
    expect(objectBody(await approve(id))).toEqual({ acknowledged: true, modifiedCount: 0 });
    expect(await getPublicTitles()).toContain('Waits');
    expect([(await getOwn(id)).waiting, await countNew()]).toEqual([false, before]);
    const events = listBody(await shop.call('GET', `/audit?q=${id}`, { token: owner.token }));
    expect(events).toMatchObject([{ action: 'review.published', after: { writer: ada.email } }]);
  });

  test('a published one that its author changes waits again, and only somebody who read the change publishes it', async () => {
    const id = await write('Harmless');
    await approve(id);
    const changed = objectBody(await change(id, { version: 1, title: 'Harmful' }));
    expect(changed).toMatchObject({ modifiedCount: 1, version: 2, waiting: true });
    expect(await getPublicTitles()).not.toContain('Harmless');
    expect(await getPublicTitles()).not.toContain('Harmful');
    expect(statusAndCode(await approve(id, 1))).toBe('409 review_changed');
    expect(await getPublicTitles()).not.toContain('Harmful');
    expect((await approve(id, 2)).status).toBe(200);
    expect(await getPublicTitles()).toContain('Harmful');
  });

  test('one that is taken down and restored is public, without waiting again', async () => {
    const id = await write('Taken down');
    const token = owner.token;
    await shop.call('POST', `/review/${id}/takedown`, { token, body: { reason: 'Names a person.' } });
    expect(await listNew()).not.toContain(id);
    expect((await shop.call('POST', `/review/${id}/restore`, { token, body: { version: 1 } })).status).toBe(200);
    expect(await getPublicTitles()).toContain('Taken down');
    expect(await getOwn(id)).toMatchObject({ waiting: false, takenDown: null });
  });

  test('one that waits and is taken down stays down when it is marked as read', async () => {
    const id = await write('Down and read');
    const token = owner.token;
    await shop.call('POST', `/review/${id}/takedown`, { token, body: { reason: 'Names a person.' } });
    await change(id, { version: 1, title: 'Down and changed' });
    expect(await listNew()).toContain(id);
    expect((await approve(id, 2)).status).toBe(200);
    expect(await getPublicTitles()).not.toContain('Down and changed');
    expect((await getOwn(id)).takenDown).not.toBeNull();
  });

  test('the rating of a tool counts a review from the moment that it is published', async () => {
    const tool = await createTool(shop);
    const fields = { userId: ada.userId, toolId: tool.id, rating: 4, waiting: true, readAt: null };
    const id = await seedReview(shop.database.db, fields);
    const getRating = async () => objectBody(await shop.call('GET', `/tools/${tool.id}`)).rating;
    expect(await getRating()).toBeNull();
    await approve(id);
    expect(await getRating()).toEqual({ average: 4, count: 1 });
    await change(id, { version: 1, rating: 1 });
    expect(await getRating()).toBeNull();
    await approve(id, 2);
    expect(await getRating()).toEqual({ average: 1, count: 1 });
    // Its author never received the tool, which no shop may end with.
    expect((await shop.call('DELETE', `/review/${id}`, { token: ada.token })).status).toBe(200);
    expect(await getRating()).toBeNull();
  });
});

test('the setting takes nothing but its choices', async () => {
  const refused = await setNewReviews('never');
  expect([statusAndCode(refused), objectBody(refused).errors]).toEqual([
    '422 invalid',
    { 'settings.newReviews': 'Please choose one of these.' },
  ]);
});

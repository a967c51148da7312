import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listReviewsOfBuyersFirst } from '#src/features/reviews/queries.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import {
  createTool,
  listBody,
  objectBody,
  payOrder,
  placeOrder,
  statusAndCode,
  type TestTool,
} from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
});
afterAll(() => checkAndClose(shop));

const review = (author: TestUser, more: object = {}) =>
  shop.call('POST', '/review', {
    token: author.token,
    body: {
      displayName: author.displayName,
      company: 'Smith & Daughters',
      designation: 'Owner',
      title: 'Holds its edge',
      rating: 4,
      about: 'Half a year in daily use.',
      ...more,
    },
  });

/** Creates a customer who has received this tool. */
async function createBuyer(tool: TestTool): Promise<TestUser> {
  const buyer = await shop.signUp({ confirmed: true });
  const orderId = await placeOrder(shop, buyer, tool);
  await payOrder(shop, buyer, orderId);
  const shipped = await shop.call('PUT', `/updateStatus/${orderId}`, { token: admin.token });
  expect(shipped.status).toBe(200);
  return buyer;
}

const ratingOf = async (tool: TestTool) => objectBody(await shop.call('GET', `/tools/${tool.id}`)).rating;
const reviewsOf = async (tool: TestTool) => listBody(await shop.call('GET', `/review?toolId=${tool.id}`));

describe('a review of a tool', () => {
  test('by a customer who received it is verified, and the tool shows its rating at once', async () => {
    const tool = await createTool(shop);
    const [ada, ben] = await Promise.all([createBuyer(tool), createBuyer(tool)]);
    expect(await ratingOf(tool)).toBeNull();
    expect((await review(ada, { toolId: tool.id, rating: 5 })).status).toBe(201);
    expect(await ratingOf(tool)).toEqual({ average: 5, count: 1 });
    expect((await review(ben, { toolId: tool.id, rating: 4 })).status).toBe(201);
    expect(await ratingOf(tool)).toEqual({ average: 4.5, count: 2 });
    expect(await reviewsOf(tool)).toMatchObject([
      { rating: 5, toolId: tool.id, verified: true },
      { rating: 4, toolId: tool.id, verified: true },
    ]);
    expect(objectBody(await shop.call('GET', `/tools/${tool.id}`)).version).toBe(1);
  });

  test('is rejected from customers who have not received it, no matter what else they ordered', async () => {
    const [tool, other] = await Promise.all([createTool(shop), createTool(shop)]);
    const buyer = await createBuyer(other);
    const orderId = await placeOrder(shop, buyer, tool);
    expect(statusAndCode(await review(buyer, { toolId: tool.id }))).toBe('403 review_needs_purchase');
    await payOrder(shop, buyer, orderId);
    expect(statusAndCode(await review(buyer, { toolId: tool.id }))).toBe('403 review_needs_purchase');
    expect(statusAndCode(await review(buyer, { toolId: 'a'.repeat(24) }))).toBe('403 review_needs_purchase');
    expect(objectBody(await review(buyer, { toolId: 'short' })).errors).toHaveProperty('toolId');
    expect(await reviewsOf(tool)).toEqual([]);
  });

  test('can be written once per tool, even at the same moment', async () => {
    const tool = await createTool(shop);
    const buyer = await createBuyer(tool);
    const responses = await Promise.all(Array.from({ length: 4 }, () => review(buyer, { toolId: tool.id })));
    expect(responses.map(statusAndCode).sort()).toEqual(['201', ...Array(3).fill('409 already_reviewed')]);
    expect(await ratingOf(tool)).toEqual({ average: 4, count: 1 });
    for (let at = 0; at < 2; at += 1) expect((await review(buyer)).status).toBe(201);
  });

  test('changes the rating at once when it is changed, taken down, restored or removed', async () => {
    const tool = await createTool(shop);
    const buyer = await createBuyer(tool);
    const id = String(objectBody(await review(buyer, { toolId: tool.id })).insertedId);
    const change = { version: 1, rating: 2 };
    expect((await shop.call('PATCH', `/review/${id}`, { token: buyer.token, body: change })).status).toBe(200);
    expect(await ratingOf(tool)).toEqual({ average: 2, count: 1 });
    const moderate = (action: string, body: object) =>
      shop.call('POST', `/review/${id}/${action}`, { token: admin.token, body });
    expect((await moderate('takedown', { reason: 'Names a person.' })).status).toBe(200);
    expect([await ratingOf(tool), await reviewsOf(tool)]).toEqual([null, []]);
    expect((await moderate('restore', { version: 2 })).status).toBe(200);
    expect(await ratingOf(tool)).toEqual({ average: 2, count: 1 });
    expect((await shop.call('DELETE', `/review/${id}`, { token: buyer.token })).status).toBe(200);
    expect(await ratingOf(tool)).toBeNull();
    expect((await review(buyer, { toolId: tool.id })).status).toBe(201);
  });

  test('is only requested from customers who may write it', async () => {
    const tool = await createTool(shop);
    const [buyer, other] = await Promise.all([createBuyer(tool), shop.signUp()]);
    const ask = async (author: TestUser) =>
      objectBody(await shop.call('GET', `/tools/${tool.id}/myreview`, { token: author.token }));
    expect(await ask(other)).toEqual({ shipped: false, reviewId: null });
    expect(await ask(buyer)).toEqual({ shipped: true, reviewId: null });
    const { insertedId } = objectBody(await review(buyer, { toolId: tool.id }));
    expect(await ask(buyer)).toEqual({ shipped: true, reviewId: insertedId });
  });

  test('of the shop has no tool, and is not verified', async () => {
    const author = await shop.signUp();
    await review(author, { title: 'Quick' });
    const [newest] = listBody(await shop.call('GET', '/review?limit=1'));
    expect(newest).toMatchObject({ title: 'Quick', toolId: null, verified: false });
  });
});

describe('a buyer who received goods', () => {
  const BLANK = { company: '', designation: '' };

  test('reviews the tool without company and designation, which a review of the shop needs', async () => {
    const tool = await createTool(shop);
    const buyer = await createBuyer(tool);
    expect((await review(buyer, { ...BLANK, toolId: tool.id })).status).toBe(201);
    const ofShop = await review(buyer, BLANK);
    expect([statusAndCode(ofShop), objectBody(ofShop).errors]).toEqual([
      '422 invalid',
      { company: 'Please fill this in.', designation: 'Please fill this in.' },
    ]);
  });

  test('cannot blank the company of a review of the shop later', async () => {
    const author = await shop.signUp({ confirmed: true });
    const { insertedId } = objectBody(await review(author));
    const body = { version: 1, company: '' };
    const changed = await shop.call('PATCH', `/review/${insertedId}`, { token: author.token, body });
    expect([statusAndCode(changed), objectBody(changed).errors]).toEqual([
      '422 invalid',
      { company: 'Please fill this in.' },
    ]);
  });

  test('stands before newer reviews by others on the home page', async () => {
    const tool = await createTool(shop);
    const [buyer, stranger] = await Promise.all([createBuyer(tool), shop.signUp({ confirmed: true })]);
    await review(buyer, { title: 'By a buyer' });
    await review(stranger, { title: 'By a stranger' });
    const titles = (await listReviewsOfBuyersFirst(shop.database.db, 100)).map(({ title }) => title);
    expect(titles.indexOf('By a buyer')).toBeLessThan(titles.indexOf('By a stranger'));
    const wire = listBody(await shop.call('GET', '/review?limit=2')).map(({ title }) => title);
    expect(wire).toEqual(['By a buyer', 'By a stranger']);
  });
});

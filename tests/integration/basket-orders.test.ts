import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAndClose } from '#tests/support/invariants.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { createTool, getToolRow, objectBody, statusAndCode, type TestTool } from './order-helpers.ts';
import { createTradingShop, toPurchaseBody } from './purchase-helpers.ts';

let shop: TestShop;
let hammer: TestTool;
let vise: TestTool;

beforeAll(async () => {
  ({ shop, hammer, vise } = await createTradingShop());
});
afterAll(() => checkAndClose(shop));

type Lines = Parameters<typeof toPurchaseBody>[0];

/** Stores this basket of a new customer and returns its version. */
async function fillBasket(lines: Lines): Promise<{ buyer: TestUser; basketVersion: number }> {
  const buyer = await shop.signUp({ confirmed: true });
  const stored = await shop.call('PUT', '/basket', { token: buyer.token, body: toPurchaseBody(lines) });
  return { buyer, basketVersion: Number(objectBody(stored).version) };
}

const order = (buyer: TestUser, lines: Lines, basketVersion: number, key?: string) =>
  shop.call('POST', '/purchases', {
    token: buyer.token,
    body: { ...toPurchaseBody(lines), basketVersion },
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });

/** The basket as tool → quantity. */
async function readBasket({ token }: TestUser): Promise<Record<string, number>> {
  const { lines } = objectBody(await shop.call('GET', '/basket', { token }));
  return Object.fromEntries(
    (lines as { toolId: string; quantity: number }[]).map((line) => [line.toolId, line.quantity]),
  );
}

test.each([
  ['one tool', () => [hammer]],
  ['several tools', () => [vise, hammer]],
])('of two devices that order a basket of %s at once, one is told that it was ordered', async (_, list) => {
  for (let round = 0; round < 5; round += 1) {
    const { buyer, basketVersion } = await fillBasket(list());
    const { held } = await getToolRow(shop, hammer.id);
    const answers = await Promise.all([1, 2, 3].map(() => order(buyer, list(), basketVersion)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(statusAndCode)).toEqual(Array(2).fill('409 basket_changed'));
    expect(refused.map(({ body }) => body)).toEqual(
      Array(2).fill(
        expect.objectContaining({ basket: expect.objectContaining({ lines: [], version: basketVersion + 1 }) }),
      ),
    );
    expect((await getToolRow(shop, hammer.id)).held).toBe(held + 10);
    expect(await readBasket(buyer)).toEqual({});
  }
});

test('a basket that has changed since is not ordered, and stays as it is', async () => {
  const { buyer, basketVersion } = await fillBasket([hammer]);
  await shop.call('PUT', '/basket', { token: buyer.token, body: toPurchaseBody([[hammer, 30]]) });
  const { held } = await getToolRow(shop, hammer.id);
  expect(statusAndCode(await order(buyer, [hammer], basketVersion))).toEqual('409 basket_changed');
  expect((await getToolRow(shop, hammer.id)).held).toBe(held);
  expect(await readBasket(buyer)).toEqual({ [hammer.id]: 30 });
});

test('an order of a part leaves the rest in the basket', async () => {
  const { buyer, basketVersion } = await fillBasket([[hammer, 30], vise]);
  expect((await order(buyer, [[hammer, 20]], basketVersion)).status).toBe(201);
  expect(await readBasket(buyer)).toEqual({ [hammer.id]: 10, [vise.id]: 10 });
});

test('an order repeated with its key returns the first one, although the basket is empty by now', async () => {
  const { buyer, basketVersion } = await fillBasket([hammer, vise]);
  const [first, second] = [
    await order(buyer, [hammer, vise], basketVersion, 'basket-1'),
    await order(buyer, [hammer, vise], basketVersion, 'basket-1'),
  ];
  expect([first?.status, second?.status]).toEqual([201, 201]);
  expect(second?.body).toEqual(first?.body);
});

test('whoever ordered the last pieces on another device reads that, and not that they are sold out', async () => {
  const rare = await createTool(shop, { itemName: 'Last anvil', quantity: 10 });
  const { buyer, basketVersion } = await fillBasket([rare]);
  expect((await order(buyer, [rare], basketVersion)).status).toBe(201);
  expect(statusAndCode(await order(buyer, [rare], basketVersion))).toEqual('409 basket_changed');
});

test('an order that cannot be placed leaves the basket and its version as they are', async () => {
  const scarce = await createTool(shop, { itemName: 'Scarce anvil', quantity: 5, minOrderQuantity: 1 });
  const { buyer, basketVersion } = await fillBasket([hammer, [scarce, 6]]);
  expect(statusAndCode(await order(buyer, [hammer, [scarce, 6]], basketVersion))).toEqual('409 out_of_stock');
  expect(await readBasket(buyer)).toEqual({ [hammer.id]: 10, [scarce.id]: 6 });
  expect((await order(buyer, [hammer], basketVersion)).status).toBe(201);
});

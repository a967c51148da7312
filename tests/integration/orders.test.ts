import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { snapshotDatabase } from './db-snapshot.ts';
import { createTool, listBody, objectBody, statusAndCode, type TestTool, toOrderBody } from './order-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let bob: TestUser;
let admin: TestUser;
let hammer: TestTool;

beforeAll(async () => {
  shop = await createTestShop();
  [admin, ada, bob] = await Promise.all([shop.createAdmin(), shop.signUp(), shop.signUp({ displayName: 'Bob' })]);
  hammer = await createTool(shop, { itemName: 'Claw hammer', quantity: 10_000 });
});
afterAll(() => checkAndClose(shop));

const sendOrder = (body: unknown, buyer = ada, headers = {}) =>
  shop.call('POST', '/order', { token: buyer.token, body, headers });

describe('POST /order', () => {
  test('accepts exactly the specified payload, without the tool’s id', async () => {
    const { toolId: _, ...body } = toOrderBody(ada, hammer, 25);
    const response = await sendOrder(body);
    expect([response.status, objectBody(response).acknowledged]).toEqual([201, true]);
    const stored = objectBody(
      await shop.call('GET', `/payment/${String(objectBody(response).insertedId)}`, { token: ada.token }),
    );
    expect(stored).toMatchObject({
      _id: objectBody(response).insertedId,
      name: 'Ada Smith',
      email: ada.email,
      quantity: 25,
      price: '472.50',
      img: '/images/drawings/claw-hammer.svg',
      itemName: 'Claw hammer',
      paid: false,
      pending: false,
      transactionId: null,
      toolId: hammer.id,
    });
  });

  test.each([
    ['a number', 472.5],
    ['a number with a browser’s rounding error', 25 * 18.9],
    ['a string with one decimal', '472.5'],
    ['a string with four decimals', '472.5000'],
  ])('accepts the price as %s', async (_how, price) => {
    expect((await sendOrder({ ...toOrderBody(ada, hammer, 25), price })).status).toBe(201);
  });

  test('rejects a price other than the current total, returns the new total and stores nothing', async () => {
    const before = await snapshotDatabase(shop);
    for (const price of [472.49, '472.51', 0, '0.01', '-472.50', 1e300]) {
      const response = await sendOrder({ ...toOrderBody(ada, hammer, 25), price });
      expect([statusAndCode(response), objectBody(response).price]).toEqual(['409 price_changed', '472.50']);
    }
    for (const price of ['free', '', '4 72.50']) {
      const response = await sendOrder({ ...toOrderBody(ada, hammer, 25), price });
      expect([statusAndCode(response), Object.keys(objectBody(response).errors as object)]).toEqual([
        '422 invalid',
        ['price'],
      ]);
    }
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test('rejects a price that changed after the page was loaded, and returns the new total', async () => {
    const tool = await createTool(shop, { unitPriceMinor: 1_000 });
    await shop.sql`update tools set unit_price_minor = 1100 where id = ${tool.id}`;
    const response = await sendOrder(toOrderBody(ada, tool, 10));
    expect([statusAndCode(response), objectBody(response).price]).toEqual(['409 price_changed', '110.00']);
    await sendOrder({ ...toOrderBody(ada, tool, 10), price: '110.00' });
    await shop.sql`update tools set unit_price_minor = 5 where id = ${tool.id}`;
    const [placed] = listBody(await shop.call('GET', `/myorder?email=${ada.email}&limit=1`, { token: ada.token }));
    expect([placed?.price, placed?.unitPrice]).toEqual(['110.00', 11]);
  });

  test('explains a field of the wrong type or length in plain words', async () => {
    for (const [wrong, sentence] of [
      [{ img: 'x'.repeat(2_001) }, 'Please send at most 2000 characters.'],
      [{ img: 7 }, 'Please send a string.'],
      [{ name: undefined }, 'This field is required.'],
    ] as const) {
      const response = await sendOrder({ ...toOrderBody(ada, hammer, 25), ...wrong });
      expect([statusAndCode(response), Object.values(objectBody(response).errors as object)]).toEqual([
        '422 invalid',
        [sentence],
      ]);
    }
  });

  test('accepts both limits of the quantity, and nothing outside them', async () => {
    const tool = await createTool(shop, { quantity: 35, minOrderQuantity: 10 });
    const below = await sendOrder(toOrderBody(ada, tool, 9));
    expect([statusAndCode(below), objectBody(below).detail]).toEqual([
      '422 quantity_out_of_range',
      'Please Order Between 10 && 35',
    ]);
    const above = await sendOrder(toOrderBody(ada, tool, 36));
    expect([statusAndCode(above), objectBody(above).max]).toEqual(['409 out_of_stock', 35]);
    expect((await sendOrder(toOrderBody(ada, tool, 10))).status).toBe(201);
    expect((await sendOrder(toOrderBody(ada, tool, 25))).status).toBe(201);
    expect(objectBody(await sendOrder(toOrderBody(ada, tool, 10))).detail).toBe('This tool is out of stock.');
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['zero', 0],
    ['minus ten', -10],
    ['a fraction', 10.5],
    ['a word', 'ten'],
    ['an exponent', '1e1'],
    ['a list', [10]],
    ['an operator', { $gt: 0 }],
    ['true', true],
    ['too large to exist', 1e21],
    ['nothing', undefined],
  ])('rejects a quantity that is %s', async (_what, quantity) => {
    const before = await snapshotDatabase(shop);
    const response = await sendOrder({ ...toOrderBody(ada, hammer), quantity });
    expect(statusAndCode(response)).toBe('422 invalid');
    expect(Object.keys(objectBody(response).errors as object)).toEqual(['quantity']);
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test('cannot contain NaN or Infinity', async () => {
    for (const quantity of ['NaN', 'Infinity']) {
      expect(
        statusAndCode(
          await sendOrder(JSON.stringify(toOrderBody(ada, hammer)).replace('"quantity":10', `"quantity":${quantity}`)),
        ),
      ).toBe('400 malformed_json');
    }
    expect(
      statusAndCode(
        await sendOrder(JSON.stringify(toOrderBody(ada, hammer)).replace('"quantity":10', '"quantity":1e400')),
      ),
    ).toBe('422 invalid');
  });

  test('rejects a tool name that matches no tool or several', async () => {
    const sameNamed = [await createTool(shop, { itemName: 'Twin' }), await createTool(shop, { itemName: 'Twin' })];
    const { toolId: _, ...body } = toOrderBody(ada, sameNamed[0] as TestTool);
    expect(statusAndCode(await sendOrder(body))).toBe('422 tool_ambiguous');
    expect(statusAndCode(await sendOrder({ ...body, itemName: 'No such tool' }))).toBe('422 tool_ambiguous');
    expect(statusAndCode(await sendOrder({ ...body, itemName: 'claw hammer' }))).toBe('422 tool_ambiguous');
    expect(statusAndCode(await sendOrder({ ...body, itemName: 'Claw\u0000hammer' }))).toBe('422 invalid');
    expect((await sendOrder({ ...body, toolId: sameNamed[1]?.id })).status).toBe(201);
  });

  test('rejects a name and an id of different tools, or an unknown id', async () => {
    expect(statusAndCode(await sendOrder({ ...toOrderBody(ada, hammer), itemName: 'Twin' }))).toBe('422 invalid');
    expect(statusAndCode(await sendOrder({ ...toOrderBody(ada, hammer), toolId: 'a'.repeat(24) }))).toBe('422 invalid');
    expect(statusAndCode(await sendOrder({ ...toOrderBody(ada, hammer), toolId: '1 or 1=1' }))).toBe('422 invalid');
  });

  test.each<[string, unknown]>([
    ['email', 'not an address'],
    ['name', 'Somebody Else'],
    ['name', undefined],
    ['itemName', 'a\u0000b'],
    ['itemName', undefined],
    ['itemName', { $ne: '' }],
    ['img', 'x'.repeat(2_001)],
    ['paid', true],
    ['userId', 'somebody'],
    ['state', 'paid'],
    ['unitPriceMinor', 1],
    ['transactionId', 'pi_1'],
    ['role', 'admin'],
  ])('rejects %s: %j at its field', async (field, value) => {
    const response = await sendOrder({ ...toOrderBody(ada, hammer), [field]: value });
    expect(statusAndCode(response)).toBe('422 invalid');
    expect(Object.keys(objectBody(response).errors as object)).toEqual([field]);
  });

  test('rejects an order in another user’s name', async () => {
    expect(statusAndCode(await sendOrder({ ...toOrderBody(ada, hammer), email: bob.email }))).toBe(
      '403 not_your_email',
    );
    expect(statusAndCode(await sendOrder(toOrderBody(admin, hammer), admin))).toBe('403 customers_only');
  });

  test('rejects a total below the card provider’s minimum', async () => {
    const tool = await createTool(shop, { unitPriceMinor: 1, minOrderQuantity: 1 });
    expect(statusAndCode(await sendOrder(toOrderBody(ada, tool, 49)))).toBe('422 order_too_small');
    expect((await sendOrder(toOrderBody(ada, tool, 50))).status).toBe(201);
  });

  test('rejects a total above the maximum of one card payment', async () => {
    const tool = await createTool(shop, { unitPriceMinor: 10_000_000, minOrderQuantity: 1 });
    expect(statusAndCode(await sendOrder(toOrderBody(ada, tool, 10)))).toBe('422 order_too_large');
    expect((await sendOrder(toOrderBody(ada, tool, 9))).status).toBe(201);
  });
});

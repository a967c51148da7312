import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Basket, BasketLine } from '#src/features/basket/contract.ts';
import { MAX_BASKET_LINES } from '#src/features/basket/rules.ts';
import { getBasket, previewBasket, putBasket } from '#src/features/basket/service.server.ts';
import { baskets } from '#src/features/basket/tables.server.ts';
import { claimAccount } from '#src/features/identity/account-ownership.server.ts';
import { identityUsers } from '#src/features/identity/tables.server.ts';
import type { ToolFields } from '#src/seed/factories.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, objectBody, statusAndCode, type TestTool } from './order-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let bob: TestUser;
let admin: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
  bob = await shop.signUp();
});
beforeEach(async () => {
  ada = await shop.signUp();
});
afterAll(() => checkAndClose(shop));

const add = (parts: Partial<ToolFields> = {}) => createTool(shop, parts);
const line = (tool: Pick<TestTool, 'id'>, quantity = 10) => ({ toolId: tool.id, quantity });
const put = (lines: unknown, { by = ada, ...more }: { by?: TestUser; version?: number; email?: string } = {}) =>
  shop.call('PUT', '/basket', { token: by.token, body: { lines, ...more } });
const preview = (lines: unknown) => shop.call('POST', '/basket/preview', { body: { lines } });
const get = async (by = ada) => (await shop.call('GET', '/basket', { token: by.token })).body as Basket;
const stored = async (lines: unknown, more = {}) => {
  const response = await put(lines, more);
  expect(statusAndCode(response)).toBe('200');
  return response.body as Basket;
};
const firstLine = async () => (await get()).lines[0] as BasketLine;
const changeTool = async (tool: TestTool, fields: object) => {
  const rows = await shop.sql`select version from tools where id = ${tool.id}`;
  const changed = await shop.call('PATCH', `/tools/${tool.id}`, {
    token: admin.token,
    body: { version: rows[0].version, ...fields },
  });
  expect(statusAndCode(changed)).toBe('200');
};
const take = (tool: TestTool, pieces: number) =>
  shop.call('POST', `/tools/${tool.id}/stock`, { token: admin.token, body: { delta: -pieces, reason: 'damaged' } });

describe('part numbers that are typed or pasted', () => {
  const find = async (entries: unknown) => shop.call('POST', '/basket/part-numbers', { body: { entries } });
  const id = () => crypto.randomUUID().slice(0, 8).toUpperCase();

  test('name tools by SKU and GTIN in any spelling, with a quantity or the smallest order', async () => {
    const [word, gtin] = [id(), '4006381333931'];
    const hammer = await add({ sku: `QH-${word}`, minOrderQuantity: 10, packMultiple: 4 });
    const vise = await add({ sku: `QV ${word}`, gtin });
    const { status, body } = await find([` qh${word.toLowerCase()}`, `QV ${word}\t7`, `${gtin}; 3`, `QX-${word} 5`]);
    expect(status).toBe(200);
    expect(body).toEqual({
      lines: [line(hammer, 12), line(vise, 10)],
      missing: [`QX-${word} 5`],
    });
  });

  test('do not name a longer part number by their quantity', async () => {
    const word = id();
    const [short, long] = [await add({ sku: `${word}-C1` }), await add({ sku: `${word}-C16` })];
    expect((await find([`${word}-C1 6`])).body).toMatchObject({ lines: [line(short, 6)] });
    expect((await find([`${word}-C16`])).body).toMatchObject({ lines: [{ toolId: long.id }] });
  });

  test('do not name drafts, archived tools, or one of two tools that read alike', async () => {
    const word = id();
    await add({ sku: `QD-${word}`, state: 'draft' });
    const archived = await add({ sku: `QA-${word}` });
    await shop.call('POST', `/tools/${archived.id}/archive`, { token: admin.token, body: {} });
    await add({ sku: `QT-${word}` });
    await add({ sku: `QT.${word}` });
    const entries = [`QD-${word}`, `QA-${word}`, `QT-${word}`];
    expect((await find(entries)).body).toEqual({ lines: [], missing: entries });
  });

  test('are at most a hundred of at most 200 characters', async () => {
    expect(statusAndCode(await find(Array.from({ length: 101 }, (_, at) => `A-${at}`)))).toBe('422 invalid');
    expect(statusAndCode(await find(['x'.repeat(201)]))).toBe('422 invalid');
    expect(statusAndCode(await find([]))).toBe('422 invalid');
  });
});

describe('the basket of a customer', () => {
  test('is empty at first, and then has its lines in order, with their tools’ current data', async () => {
    expect(await get()).toEqual({ email: ada.email, version: 0, lines: [], total: '0.00' });
    const [hammer, vise] = [await add(), await add({ unitPriceMinor: 5000, sku: `VS-${ada.userId.slice(0, 6)}` })];
    const answer = await stored([line(vise, 12), line(hammer)]);
    expect(answer).toEqual(await get());
    expect(answer).toMatchObject({ version: 1, total: '789.00' });
    expect(answer.lines).toMatchObject([
      { ...line(vise, 12), itemName: vise.itemName, unitPrice: 50, total: '600.00', state: 'on_sale', problem: null },
      { ...line(hammer), slug: expect.stringMatching(/^claw-hammer/), image: '/images/drawings/claw-hammer.svg' },
    ]);
    expect(answer.lines[0]).toMatchObject({
      minOrderQuantity: 10,
      packMultiple: 1,
      maxOrderQuantity: null,
      available: 100,
    });
  });

  test('has the price for the quantity, and offers the next lower one', async () => {
    const tool = await add({ unitPriceMinor: 1000, volumePrices: [{ quantity: 50, unitPrice: 8 }] });
    await stored([line(tool, 50)]);
    expect(await firstLine()).toMatchObject({ unitPrice: 8, total: '400.00', offers: [] });
    await stored([line(tool, 49)]);
    expect(await firstLine()).toMatchObject({
      unitPrice: 10,
      total: '490.00',
      offers: [{ quantity: 50, unitPrice: 8, total: '400.00', why: 'lower_unit_price' }],
    });
  });

  test('may have lines that cannot be ordered: they say why, offer what can be, and do not count in the total', async () => {
    const [packed, plain] = [await add({ packMultiple: 12, minOrderQuantity: 12 }), await add()];
    const { lines, total } = await stored([line(packed, 20), line(plain, 1_000_000_000)]);
    expect(lines).toMatchObject([
      { problem: 'part_of_pack', total: null, detail: 'It is sold in packs of 12.', changed: null },
      { problem: 'above_stock', total: null, detail: 'Only 100 are left.' },
    ]);
    expect(lines[0]?.offers.map(({ quantity }) => quantity)).toEqual([12, 24]);
    expect(total).toBe('0.00');
  });

  test('is private', async () => {
    await stored([line(await add())]);
    expect((await get(bob)).lines).toEqual([]);
    await put([], { by: bob });
    expect((await get()).lines).toHaveLength(1);
    expect(statusAndCode(await put([], { email: bob.email }))).toBe('403 not_your_email');
    expect((await get()).lines).toHaveLength(1);
  });

  test('is deleted when somebody else proves that they own the mailbox', async () => {
    await stored([line(await add())]);
    const { db } = shop.database;
    const [account] = await db.select().from(identityUsers).where(eq(identityUsers.email, ada.email));
    await db.transaction((tx) => claimAccount(tx, account?.id ?? '', { displayName: 'Cy', passwordHash: null }));
    expect(await db.$count(baskets, eq(baskets.userId, ada.userId))).toBe(0);
  });
});

describe('a line says what has changed since it was added', () => {
  test('price and minimum, until another quantity is chosen', async () => {
    const tool = await add({ unitPriceMinor: 1890 });
    const [before] = (await stored([line(tool, 20)])).lines;
    expect(before).toMatchObject({ changed: null, added: { unitPrice: 18.9, minimum: 10, available: 100 } });
    await changeTool(tool, { balance: 19.9, minOrderQuantity: 15 });
    const after = await firstLine();
    expect(after.added).toEqual(before?.added);
    expect(after).toMatchObject({
      unitPrice: 19.9,
      total: '398.00',
      changed: {
        unitPrice: { before: 18.9, now: 19.9 },
        minimum: { before: 10, now: 15 },
        stock: null,
        archived: false,
      },
    });
    const other = await add();
    const again = await stored([line(tool, 20), line(other)]);
    expect(again.lines[0]?.changed).toEqual(after.changed);
    expect((await stored([line(tool, 21), line(other)])).lines[0]?.changed).toBeNull();
  });

  test('stock that was sufficient and no longer is', async () => {
    const tool = await add({ quantity: 50 });
    await stored([line(tool, 40)]);
    await take(tool, 5);
    expect((await firstLine()).changed).toBeNull();
    await take(tool, 20);
    expect(await firstLine()).toMatchObject({
      problem: 'above_stock',
      changed: { stock: { before: 50, now: 25 } },
      offers: [{ quantity: 25 }],
    });
    await take(tool, 20);
    expect(await firstLine()).toMatchObject({ problem: 'sold_out', changed: { stock: { before: 50, now: 5 } } });
  });

  test('a tool that was archived, and nothing is shown about one that became a draft again', async () => {
    const [archived, withdrawn] = [await add(), await add({ itemName: 'Secret' })];
    await stored([line(archived), line(withdrawn)]);
    await shop.call('POST', `/tools/${archived.id}/archive`, { token: admin.token, body: {} });
    await changeTool(withdrawn, { state: 'draft', itemName: 'More secret' });
    const { lines, total } = await get();
    expect(lines).toMatchObject([
      { state: 'archived', problem: 'not_for_sale', total: null, changed: { archived: true } },
      { state: 'gone', problem: 'not_for_sale', itemName: '', slug: '', image: '', balance: 0, offers: [] },
    ]);
    expect(JSON.stringify(lines[1])).not.toMatch(/secret|18\.9[^,]*now/i);
    expect(total).toBe('0.00');
    // The line stays until it is removed, so that the other lines can be changed.
    expect((await stored([line(archived, 11), line(withdrawn)])).lines).toHaveLength(2);
    expect((await stored([line(archived, 11)])).lines).toHaveLength(1);
    expect(statusAndCode(await put([line(withdrawn)]))).toBe('422 invalid');
  });
});

describe('two devices', () => {
  test('cannot overwrite each other’s changes unseen: the later one gets the current basket', async () => {
    const [hammer, vise] = [await add(), await add()];
    const { version } = await stored([line(hammer)], { version: 0 });
    await stored([line(hammer), line(vise)], { version });
    const refused = await put([line(hammer, 30)], { version });
    expect(statusAndCode(refused)).toBe('409 basket_changed');
    expect(objectBody(refused).basket).toEqual(await get());
    expect((await get()).lines).toHaveLength(2);
    // Without a version, a request replaces the stored basket.
    expect((await stored([line(hammer, 30)])).version).toBe(3);
  });

  test('a basket that was never stored has version 0, and sending a later version is a conflict', async () => {
    const hammer = await add();
    expect(statusAndCode(await put([line(hammer)], { version: 1 }))).toBe('409 basket_changed');
    await stored([line(hammer)], { version: 0 });
    expect(statusAndCode(await put([line(hammer, 11)], { version: 0 }))).toBe('409 basket_changed');
  });

  test('the same lines sent again change nothing, whatever the version', async () => {
    const hammer = await add();
    const first = await stored([line(hammer)], { version: 0 });
    expect(await stored([line(hammer)], { version: 0 })).toEqual(first);
  });

  test('of concurrent writes based on one version, one is stored', async () => {
    const hammer = await add();
    await stored([line(hammer)]);
    const writes = Array.from({ length: 8 }, (_, at) => put([line(hammer, 20 + at)], { version: 1 }));
    const outcomes = (await Promise.all(writes)).map(statusAndCode).sort();
    expect(outcomes).toEqual(['200', ...Array(7).fill('409 basket_changed')]);
    expect((await get()).version).toBe(2);
    const fresh = await shop.signUp();
    const firsts = await Promise.all(
      [11, 12, 13, 14].map((pieces) => put([line(hammer, pieces)], { by: fresh, version: 0 })),
    );
    expect(firsts.map(statusAndCode).sort()).toEqual(['200', ...Array(3).fill('409 basket_changed')]);
  });
});

describe('the basket of a browser', () => {
  test('is priced without an account, and nothing is stored', async () => {
    const tool = await add();
    const response = await preview([line(tool), { toolId: 'a'.repeat(24), quantity: 3 }]);
    expect(statusAndCode(response)).toBe('200');
    expect(response.body).toMatchObject({
      total: '189.00',
      lines: [
        { ...line(tool), total: '189.00', changed: null, added: { unitPrice: 18.9, minimum: 10 } },
        { state: 'gone', problem: 'not_for_sale', total: null },
      ],
    });
    expect(await shop.database.db.$count(baskets, eq(baskets.userId, ada.userId))).toBe(0);
  });

  test('says what has changed since a line was added, and still does after merging into an account', async () => {
    const tool = await add();
    const [first] = objectBody(await preview([line(tool)])).lines as BasketLine[];
    await changeTool(tool, { balance: 21 });
    const sent = [{ ...line(tool), added: first?.added }];
    const changed = { unitPrice: { before: 18.9, now: 21 } };
    expect(objectBody(await preview(sent)).lines).toMatchObject([{ changed }]);
    expect((await stored(sent)).lines).toMatchObject([{ changed, added: first?.added }]);
    expect(await firstLine()).toMatchObject({ changed });
  });
});

describe('an invalid basket', () => {
  const ID = 'b'.repeat(24);
  const added = { at: '2026-11-20T10:00:00.000Z', unitPrice: 1, minimum: 1, available: 1 };
  const NO_QUANTITY = 'Please send a whole number from 1 to 1,000,000,000.';
  test.each<[string, unknown, Record<string, string>]>([
    ['no list', 'all', { lines: 'Please send an array.' }],
    ['an unknown field', [{ toolId: ID, quantity: 1, price: 1 }], { price: 'This field is not recognized.' }],
    ['no id', [{ toolId: '../etc', quantity: 1 }], { 'lines.0.toolId': 'Please send the id of a tool.' }],
    ...[0, -1, 1.5, 1_000_000_001, '5', null, true].map((quantity): [string, unknown, Record<string, string>] => [
      `the quantity ${JSON.stringify(quantity)}`,
      [{ toolId: ID, quantity }],
      { 'lines.0.quantity': NO_QUANTITY },
    ]),
    [
      'a tool that occurs twice',
      [
        { toolId: ID, quantity: 1 },
        { toolId: ID, quantity: 2 },
      ],
      { 'lines.1.toolId': 'This tool is in the list twice.' },
    ],
    [
      'too many lines',
      Array.from({ length: MAX_BASKET_LINES + 1 }, (_, at) => ({ toolId: String(at).padStart(24, 'x'), quantity: 1 })),
      { lines: 'A basket holds at most 100 tools.' },
    ],
    [
      'an invalid time',
      [{ toolId: ID, quantity: 1, added: { ...added, at: 'yesterday' } }],
      { 'lines.0.added.at': 'Please send a time as ISO 8601.' },
    ],
    [
      'an endless time',
      [{ toolId: ID, quantity: 1, added: { ...added, at: `2026-11-20T10:00:00.${'0'.repeat(50)}Z` } }],
      { 'lines.0.added.at': 'Please send a time as ISO 8601.' },
    ],
    [
      'half a cent',
      [{ toolId: ID, quantity: 1, added: { ...added, unitPrice: 0.005 } }],
      { 'lines.0.added.unitPrice': 'Please send an amount such as 12.50.' },
    ],
  ])('with %s is rejected at its field, both when stored and when priced', async (_what, lines, errors) => {
    for (const response of [await put(lines), await preview(lines)]) {
      expect(statusAndCode(response)).toBe('422 invalid');
      expect(objectBody(response).errors).toMatchObject(errors);
    }
    expect(await get()).toMatchObject({ version: 0, lines: [] });
  });

  test('with a missing tool or a draft is rejected at its line, and nothing is stored', async () => {
    const [hammer, draft] = [await add(), await add({ state: 'draft' })];
    const response = await put([line(hammer), { toolId: ID, quantity: 1 }, line(draft)]);
    expect(statusAndCode(response)).toBe('422 invalid');
    const errors = { 'lines.1.toolId': 'There is no such tool.', 'lines.2.toolId': 'There is no such tool.' };
    expect(objectBody(response).errors).toEqual(errors);
    expect((await get()).version).toBe(0);
  });

  test('is rejected by the database itself', async () => {
    const insert = (lines: unknown) =>
      shop.sql`insert into baskets (user_id, lines) values (${ada.userId}, ${JSON.stringify(lines)})`;
    await expect(insert(Array(MAX_BASKET_LINES + 1).fill({}))).rejects.toThrow('baskets_lines_bounded');
    await expect(insert({ toolId: ID })).rejects.toThrow('baskets_lines_bounded');
  });
});

describe('a hundred lines among many', () => {
  test('are read and written in a few statements that use indexes', async () => {
    const { db, pool, fill } = shop.database;
    await fill(
      `insert into tools (id, item_name, about, unit_price_minor, min_order_quantity, available, image)
       select 'x' || lpad(i::text, 23, '0'), md5(i::text), 'Forged.', 100, 1, 0, '/images/x.svg' from generate_series(1, 20000) i`,
    );
    await fill(
      `insert into users (id, email, display_name) select 'x' || lpad(i::text, 23, '0'), 'basket' || i || '@many.example', 'Cy' from generate_series(1, 20000) i`,
    );
    await fill(
      `insert into baskets (user_id, lines) select id, '[]' from users where email like 'basket%@many.example'`,
    );
    await pool.query('vacuum analyze tools, users, baskets');
    const lines = Array.from({ length: MAX_BASKET_LINES }, (_, at) => ({
      toolId: `x${String(at * 7 + 1).padStart(23, '0')}`,
      quantity: 2,
    }));
    const querySpy = vi.spyOn(pool, 'query');
    const owner = { userId: ada.userId, email: ada.email };
    /** Counts the statements that `work` runs, and expects that none of them reads a whole table. */
    const countStatements = async (work: () => Promise<unknown>) => {
      querySpy.mockClear();
      await work();
      const calls = [...querySpy.mock.calls];
      for (const [statement, values] of calls) {
        const { text } = statement as unknown as { text: string };
        const { rows } = await pool.query(`explain ${text}`, values as unknown as unknown[]);
        expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan on (tools|baskets|users)/);
      }
      return calls.length;
    };
    expect(await countStatements(() => putBasket(db, owner, { lines }))).toBe(3);
    expect(await countStatements(() => getBasket(db, owner))).toBe(1);
    expect(await countStatements(() => previewBasket(db, lines))).toBe(1);
    querySpy.mockRestore();
    const { lines: priced } = await get();
    expect(priced.map(({ toolId }) => toolId)).toEqual(lines.map(({ toolId }) => toolId));
  });
});

test('pricing and storing baskets have rate limits', async () => {
  const limited = await createTestShop({ settings: { rateLimits: true } });
  try {
    const cy = await limited.signUp();
    const send = async (method: string, path: string, times: number) => {
      const outcomes = new Set<string>();
      for (let sent = 0; sent < times; sent += 50) {
        const calls = Array.from({ length: 50 }, () =>
          limited.call(method, path, { token: cy.token, body: { lines: [] } }).then(statusAndCode),
        );
        for (const outcome of await Promise.all(calls)) outcomes.add(outcome);
      }
      // A busy machine turns some calls away, which count for the limit all the same.
      outcomes.delete('503 busy');
      return [...outcomes].sort();
    };
    expect(await send('PUT', '/basket', 350)).toEqual(['200', '429 too_many_requests']);
    expect(await send('POST', '/basket/preview', 650)).toEqual(['200', '429 too_many_requests']);
  } finally {
    await limited.close();
  }
});

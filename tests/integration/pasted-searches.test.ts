import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toCodeKey } from '#src/features/catalogue/search/fold-text.ts';
import { toCodeStart } from '#src/features/catalogue/search/match-tools.server.ts';
import {
  describePartNumbers,
  findPartNumbers,
  readPartNumbers,
} from '#src/features/catalogue/search/part-number-list.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';
import { createTool, listBody } from './order-helpers.ts';

const NAME =
  'Combination spanner set in a roll of waxed canvas, twelve pieces, chrome vanadium steel, polished heads, metric sizes from 8 to 19 mm, long pattern';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
  await createTool(shop, { itemName: NAME, sku: 'KT-SET12', gtin: '4006381333931' });
  for (let at = 1; at <= 60; at += 1)
    await createTool(shop, { itemName: `Spanner, ${at} mm, chrome vanadium steel`, sku: `KT-SP${at}-CV` });
  await shop.workers.get('tool-search').run();
});
afterAll(() => checkAndClose(shop));

async function search(q: string) {
  const response = await shop.call('GET', `/tools?q=${encodeURIComponent(q)}&limit=50`);
  expect(response.status).toBe(200);
  return listBody(response).map(({ sku }) => String(sku));
}

const find = (q: string) => findPartNumbers(shop.database.db, { q, onSale: true });

test('the whole name of a product finds it first, however many words it has', async () => {
  expect((await search(NAME))[0]).toBe('KT-SET12');
  expect((await search(`${NAME}, ${NAME}`))[0]).toBe('KT-SET12');
  expect((await shop.call('GET', `/tools/suggest?q=${encodeURIComponent(NAME)}`)).status).toBe(200);
  expect((await shop.call('GET', `/tools/facets?q=${encodeURIComponent(NAME)}`)).status).toBe(200);
});

describe('the beginning of a part number', () => {
  test.each(['KT-SP1', 'ktsp1', 'kt sp1', 'KT-SP1-'])('finds its tools, exact ones first: %s', async (q) => {
    expect(await search(q)).toEqual(
      ['KT-SP1-CV', ...Array.from({ length: 10 }, (_, at) => `KT-SP1${at}-CV`)].sort(byKey),
    );
    expect((await search('KT-SP1-CV'))[0]).toBe('KT-SP1-CV');
  });

  test('finds them in every order, in the filters, and in the admin’s list, which can change them at once', async () => {
    const admin = await shop.createAdmin();
    const sorted = await shop.call('GET', '/tools?q=KT-SP2&sort=name&limit=50');
    expect(listBody(sorted)).toHaveLength(11);
    const inventory = await shop.call('GET', '/inventory?q=KT-SP2&limit=50', { token: admin.token });
    expect([listBody(inventory).length, inventory.headers.get('x-total-count')]).toEqual([11, '11']);
    const byPrice = await shop.call('GET', '/inventory?q=KT-SP2&sort=price&limit=50', { token: admin.token });
    expect(listBody(byPrice)).toHaveLength(11);
  });

  test('is neither a word nor a short number', () => {
    expect(['hammer', '2000', '8mm', '1/2'].map(toCodeStart)).toEqual([null, null, null, null]);
  });
});

/** By the key that part numbers are compared by. */
const byKey = (one: string, other: string) => (toCodeKey(one) < toCodeKey(other) ? -1 : 1);

describe('a pasted list of part numbers', () => {
  test('finds its tools in its order, in any spelling and with quantities', async () => {
    const numbers = Array.from({ length: 30 }, (_, at) => `KT-SP${30 - at}-CV`);
    expect(await search(numbers.join('\n'))).toEqual(numbers);
    expect(await search(numbers.map((number) => `${number.toLowerCase().replaceAll('-', '')}; 25`).join('\n'))).toEqual(
      numbers,
    );
    expect(await search('4006381333931, kt sp1 cv, KT-SP2-CV')).not.toEqual([]);
    expect(await search('4006381333931,KT-SP2-CV,KT-SP2-CV')).toEqual(['KT-SET12', 'KT-SP2-CV']);
  });

  test('names what no tool has, and how many were not looked up', async () => {
    const found = await find('KT-SP3-CV KT-XX9-1 KT-SP1-CV');
    expect(found).toMatchObject({ asked: 3, missing: ['KT-XX9-1'], left: 0 });
    expect(found && describePartNumbers(found)).toEqual({
      title: 'We found 2 of 3 part numbers',
      text: 'Not found: KT-XX9-1.',
    });
    const many = Array.from({ length: 120 }, (_, at) => (at < 90 ? `KT-SP${(at % 30) + 1}-CV` : `ZZ-${at}-1`));
    expect(await find(many.join(' '))).toMatchObject({ asked: 60, left: 0, missing: { length: 30 } });
    const all = Array.from({ length: 130 }, (_, at) => `KT-SP${at + 1}-CV`);
    const cut = await find(all.join(' '));
    expect(cut).toMatchObject({ asked: 100, left: 30, missing: { length: 40 } });
    expect(cut && describePartNumbers(cut)).toMatchObject({
      title: 'We found 60 of 100 part numbers',
      text: expect.stringContaining('Only the first 100 were looked up. Please search for the other 30 separately.'),
    });
    expect(await find('KT-SP1-CV KT-XX1-1 KT-XX2-1')).toBeNull();
  });

  test('is only one if tools have at least half of it', async () => {
    expect(await find('8mm 10mm')).toBeNull();
    expect(await search('8mm 10mm vanadium')).not.toEqual([]);
    expect(readPartNumbers('spanner KT-SP1-CV')).toBeNull();
    expect(readPartNumbers('KT-SP1-CV 25')).toBeNull();
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCodeQuery, toCodeStart } from '#src/features/catalogue/search/code-start.server.ts';
import { toCodeKey } from '#src/features/catalogue/search/fold-text.ts';
import {
  describePartNumbers,
  findPartNumbers,
  readPartNumbers,
} from '#src/features/catalogue/search/part-number-list.server.ts';
import { cleanToolSearch } from '#src/shared/clean-search.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
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
    expect(['hammer', '2000', '8mm', '1/2', 'drill'].map(toCodeStart)).toEqual([null, null, null, null, null]);
  });
});

describe('the beginning of a part number without a digit', () => {
  const inventory = async (admin: TestUser, query: string) => {
    const response = await shop.call('GET', `/inventory?${query}&limit=50`, { token: admin.token });
    return listBody(response).map(({ sku }) => String(sku));
  };

  beforeAll(async () => {
    await createTool(shop, { itemName: 'Ball-pein hammer', sku: 'HM-BP24' });
    await createTool(shop, { itemName: 'Plumb bob', sku: 'ZZ-ABC' });
    await createTool(shop, { itemName: 'Hex key, long arm', sku: 'HX-KEY' });
    await createTool(shop, { itemName: 'Scriber', sku: 'HAMMER-TWO' });
    await createTool(shop, { itemName: 'Centre punch', sku: 'HEX-KEY-PUNCH' });
    await createTool(shop, { itemName: 'Pilot light', sku: 'DRILL-LIGHT' });
    await createTool(shop, { itemName: 'Hammer drill', sku: 'PW-ONE' });
    await shop.workers.get('tool-search').run();
  });

  test.each([
    ['HM-B', 'HM-BP24'],
    ['hmb', 'HM-BP24'],
    ['hmbp', 'HM-BP24'],
    ['ZZ-AB', 'ZZ-ABC'],
    ['zz', 'ZZ-ABC'],
    ['zza', 'ZZ-ABC'],
  ])('finds what the suggestion shows, in every list: %s', async (q, sku) => {
    const admin = await shop.createAdmin();
    const suggested = await shop.call('GET', `/tools/suggest?q=${q}`);
    expect(JSON.stringify(suggested.body)).toContain(sku);
    expect(await search(q)).toEqual([sku]);
    expect(listBody(await shop.call('GET', `/tools?q=${q}&sort=name&limit=50`)).map((tool) => tool.sku)).toEqual([sku]);
    expect(await inventory(admin, `q=${q}`)).toEqual([sku]);
    expect(await inventory(admin, `q=${q}&sort=price`)).toEqual([sku]);
    expect(await inventory(admin, `q=${q}&state=available`)).toEqual([sku]);
    const facets = await shop.call('GET', `/tools/facets?q=${q}`);
    expect([facets.status, (facets.body as { total?: number }).total]).toEqual([200, 1]);
  });

  test.each([
    ['hammer', ['PW-ONE', 'HM-BP24']],
    ['hamme', ['PW-ONE', 'HM-BP24']],
    ['drill', ['PW-ONE']],
    ['hex-key', ['HX-KEY']],
  ])('leaves a word a word: %s', async (q, skus) => {
    const found = await search(q);
    expect(new Set(found.slice(0, skus.length))).toEqual(new Set(skus));
  });

  test.each(['me', 'hammer drill', 'no-such', '', '---', 'h'])('is not %s', async (q) => {
    expect(await readCodeQuery(shop.database.db, q, { onSale: true })).toMatchObject({ start: null });
  });

  test('is looked up among tools on sale for the public, and finds the same ones ranked or not', async () => {
    const admin = await shop.createAdmin();
    const draft = await createTool(shop, { itemName: 'Pinch bar', sku: 'QXV-BAR' });
    await shop.sql`update tools set state = 'draft' where id = ${draft.id}`;
    await shop.workers.get('tool-search').run();
    expect(await search('qxv')).toEqual([]);
    expect(await inventory(admin, 'q=qxv')).toEqual(['QXV-BAR']);
    await shop.sql`insert into tools (id, item_name, about, unit_price_minor, min_order_quantity, available, image, sku)
      select 'y' || lpad(i::text, 23, '0'), 'Shim', 'Steel.', i, 1, 0, '/images/x.svg', 'QRST' || i from generate_series(1, 510) i`;
    for (let batch = 1; batch <= 3; batch += 1) await shop.workers.get('tool-search').run();
    const count = async (query: string) =>
      (await shop.call('GET', `/inventory?${query}`, { token: admin.token })).headers.get('x-total-count');
    expect([await count('q=qrs'), await count('q=qrs&sort=price')]).toEqual(['500', '500']);
  });
});

describe('pieces of a part number', () => {
  beforeAll(async () => {
    await createTool(shop, { itemName: 'Hex inserts', sku: 'KT-INS114-DRE' });
    await createTool(shop, { itemName: 'Torx inserts', sku: 'KT-INS115-DRE' });
    await createTool(shop, { itemName: 'Square inserts', sku: 'KT-XD8-25' });
    await createTool(shop, { itemName: 'Wall anchor', sku: 'KT-WAN-660' });
    await shop.workers.get('tool-search').run();
  });

  test.each([
    ['INS114-DRE', ['KT-INS114-DRE']],
    ['ins115 dre', ['KT-INS115-DRE']],
    ['DRE', ['KT-INS114-DRE', 'KT-INS115-DRE']],
    ['WAN-660', ['KT-WAN-660']],
  ])('find it: %s', async (q, skus) => {
    const admin = await shop.createAdmin();
    expect((await search(q)).sort()).toEqual(skus);
    const sorted = await shop.call('GET', `/inventory?q=${q}&sort=price&limit=50`, { token: admin.token });
    expect(listBody(sorted).map(({ sku }) => sku)).toEqual(expect.arrayContaining(skus));
    expect(sorted.headers.get('x-total-count')).toBe(String(skus.length));
  });

  test('are only found together, and not by single letters', async () => {
    expect(await search('INS114-DRX9')).toEqual([]);
    expect(await search('xd25')).toEqual([]);
    expect(await search('d25')).toEqual([]);
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
      text: 'Not found: KT-XX9-1. To order them together, paste the list into the basket.',
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
  });

  test('names what no tool has, however much that is, if it can only be part numbers', async () => {
    expect(await find('KT-SP1-CV KT-XX1-1 KT-XX2-1')).toMatchObject({ ids: [{}], missing: ['KT-XX1-1', 'KT-XX2-1'] });
    const none = await find('KT-XX1-1, KT-XX2-1 4006381333948');
    expect(none).toMatchObject({ ids: [], asked: 3, missing: { length: 3 } });
    expect(none && describePartNumbers(none)).toEqual({
      title: 'We found none of 3 part numbers',
      text: 'Not found: KT-XX1-1, KT-XX2-1, 4006381333948.',
    });
    // Sizes and grades, words that are in a name, and one part number that was typed as two words.
    await createTool(shop, { itemName: 'Driver dhp484z with case dhp486z', sku: 'ABC123-DEF456' });
    await shop.workers.get('tool-search').run();
    for (const q of ['PH2 PZ2 T25', 'M8x40 M10x60', '18v 5ah 4ah', 'dhp484z dhp486z', 'dhp484z KT-XX2-1 KT-XX3-1'])
      expect([q, await find(q)]).toEqual([q, null]);
    for (const q of ['ABC123 DEF456', 'abc123 def45']) expect([q, await search(q)]).toEqual([q, ['ABC123-DEF456']]);
    expect((await search('dhp484z dhp486z'))[0]).toBe('ABC123-DEF456');
  });

  test('has room for 100 long ones with quantities', async () => {
    const numbers = Array.from({ length: 100 }, (_, at) => `KT-SP${(at % 60) + 1}-CV-${at}`.padEnd(30, 'X'));
    const q = numbers.map((number) => `${number}; 25`).join('\n');
    expect(cleanToolSearch(q).split(' ')).toHaveLength(200);
    expect((await find(cleanToolSearch(q)))?.missing).toEqual(numbers);
    const response = await shop.call('GET', `/tools?q=${encodeURIComponent(cleanToolSearch(q))}`);
    expect([response.status, listBody(response)]).toEqual([200, []]);
    expect((await shop.call('GET', `/tools?q=${'a'.repeat(4_001)}`)).status).toBe(422);
  });

  test.each(['a,', 'ü', '字', '🔨'])('is cut to an address that the server accepts: %s', (text) => {
    const q = cleanToolSearch(text.repeat(4_000));
    expect(encodeURIComponent(q).length).toBeLessThanOrEqual(12_000);
    expect(q.length).toBeGreaterThan(1_300);
  });

  test('is only one if tools have at least half of it', async () => {
    expect(await find('8mm 10mm')).toBeNull();
    expect(await search('8mm 10mm vanadium')).not.toEqual([]);
    expect(readPartNumbers('spanner KT-SP1-CV')).toBeNull();
    expect(readPartNumbers('KT-SP1-CV 25')).toBeNull();
  });
});

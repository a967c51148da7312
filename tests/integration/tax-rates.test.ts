import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createShop } from '#src/app/composition-root.server.ts';
import { TAX_RATES_LOCK_ID, taxRates } from '#src/features/taxes/tables.server.ts';
import { decidePurchaseTax, getTaxRates } from '#src/flows/taxes/decide-purchase-tax.server.ts';
import { acquireTxLock, publishChange } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { listBody, objectBody, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let owner: TestUser;

beforeAll(async () => {
  shop = await createTestShop({ settings: { tax: { kind: 'table' } } });
  owner = await shop.createOwner();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.sql`delete from tax_rates`;
  await shop.context.taxRates.reload();
});

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const VAT = { name: 'VAT', country: 'DE', rate: 19, validFrom: '2020-01-01' };

const add = (body: object) => shop.call('POST', '/tax-rates', { token: owner.token, body });
const change = (id: string, body: object) => shop.call('PATCH', `/tax-rates/${id}`, { token: owner.token, body });
const remove = (id: string) => shop.call('DELETE', `/tax-rates/${id}`, { token: owner.token });
const list = async () => listBody(await shop.call('GET', '/tax-rates', { token: owner.token }));
const addedId = async (body: object) => String(objectBody(await add(body)).insertedId);
const errorsOf = (response: Awaited<ReturnType<typeof add>>) => objectBody(response).errors as Record<string, string>;

test('a rate is listed with its state, and replaces the one before it on its day', async () => {
  await add({ ...VAT, country: 'Germany', rate: '19 %' });
  await add({ ...VAT, rate: '16,5', validFrom: day(0) });
  await add({ ...VAT, rate: 20, validFrom: day(30) });
  expect(await list()).toMatchObject([
    { ...VAT, taxClass: 'standard', region: '', isAdded: false, state: 'past', version: 1 },
    { rate: 16.5, state: 'in_force' },
    { rate: 20, state: 'scheduled' },
  ]);
});

test('the list is read in parts', async () => {
  for (const country of ['DE', 'FR', 'AT']) await add({ ...VAT, country });
  const first = await shop.call('GET', '/tax-rates?limit=2', { token: owner.token });
  expect(listBody(first).map(({ country }) => country)).toEqual(['FR', 'AT']);
  const [, next = ''] = /<\/api([^>]+)>/.exec(first.headers.get('link') ?? '') ?? [];
  expect(listBody(await shop.call('GET', next, { token: owner.token }))).toMatchObject([{ country: 'DE' }]);
});

test('a region is stored as addresses have it, and a single postal code is a range', async () => {
  await add({ ...VAT, country: 'US', region: 'ohio', postalFrom: '44114' });
  expect(await list()).toMatchObject([{ region: 'OH', postalFrom: '44114', postalTo: '44114' }]);
});

describe('a wrong value is told at its field', () => {
  test.each([
    ['rate', { rate: 100.5 }, /at most 100 %/],
    ['rate', { rate: '1900 %' }, /at most 100 %/],
    ['rate', { rate: -1 }, /from 0 to 100/],
    ['rate', { rate: '8.87512' }, /four decimals/],
    ['rate', { rate: 'much' }, /percentage/],
    ['name', { name: '' }, /fill this in/],
    ['country', { country: 'Atlantis' }, /country/],
    ['region', { country: 'US', region: 'Bavaria' }, /region/],
    ['taxClass', { taxClass: 'top secret!' }, /class of your own/],
    ['postalFrom', { postalTo: '44199' }, /first postal code/],
    ['postalTo', { postalFrom: '44199', postalTo: '44100' }, /after the first/],
    ['validFrom', { validFrom: '2026-02-30' }, /day/],
    ['validFrom', { validFrom: '' }, /day/],
    ['isAdded', { isAdded: 'yes' }, /true or false/],
  ])('%s: %j', async (field, wrong, sentence) => {
    const response = await add({ ...VAT, ...wrong });
    expect(statusAndCode(response)).toBe('422 invalid');
    expect(Object.keys(errorsOf(response))).toEqual([field]);
    expect(errorsOf(response)[field]).toMatch(sentence);
    expect(await list()).toEqual([]);
  });
});

describe('what was in force stays as it was', () => {
  test('a rate cannot begin in the past if another one was in force', async () => {
    await add(VAT);
    expect(errorsOf(await add({ ...VAT, rate: 20, validFrom: day(-1) })).validFrom).toMatch(
      /This day has passed.*VAT 19 %/,
    );
    expect((await add({ ...VAT, rate: 20, validFrom: day(0) })).status).toBe(201);
    // Before the first rate of a place, nothing was in force.
    expect((await add({ ...VAT, country: 'FR', validFrom: day(-1) })).status).toBe(201);
  });

  test('the rate, place and day of a rate in force cannot change, but its name can', async () => {
    const id = await addedId(VAT);
    for (const wrong of [{ rate: 20 }, { country: 'FR' }, { validFrom: '2021-01-01' }, { taxClass: 'zero' }])
      expect(errorsOf(await change(id, { ...wrong, version: 1 }))).toEqual({
        [Object.keys(wrong)[0] as string]: expect.stringContaining('in force since 2020-01-01'),
      });
    expect(objectBody(await change(id, { name: 'MwSt', version: 1 }))).toMatchObject({ modifiedCount: 1, version: 2 });
    expect(await list()).toMatchObject([{ ...VAT, name: 'MwSt' }]);
  });

  test('a scheduled rate can change in everything, but not begin in the past', async () => {
    await add(VAT);
    const id = await addedId({ ...VAT, rate: 20, validFrom: day(30) });
    expect((await change(id, { rate: 21, validFrom: day(40), version: 1 })).status).toBe(200);
    expect(Object.keys(errorsOf(await change(id, { validFrom: day(-1), version: 2 })))).toEqual(['validFrom']);
  });

  test('without the rate that was deleted, the one before it is in force again', async () => {
    await add(VAT);
    const id = await addedId({ ...VAT, rate: 20, validFrom: day(0) });
    expect((await remove(id)).status).toBe(200);
    expect(statusAndCode(await remove(id))).toBe('404 not_found');
    expect(await list()).toMatchObject([{ rate: 19, state: 'in_force' }]);
  });
});

describe('a rate that would make the tax of an address unclear is refused, and both are named', () => {
  const range = (postalFrom: string, postalTo: string, more: object = {}) => ({
    ...VAT,
    name: `Tax ${postalFrom}`,
    country: 'US',
    postalFrom,
    postalTo,
    ...more,
  });

  test('a second one of the same place, class and day', async () => {
    await add(VAT);
    const { validFrom } = errorsOf(await add({ ...VAT, rate: 7, validFrom: '2020-01-01', name: 'Other' }));
    // The day has passed, too; that is told first.
    expect(validFrom).toMatch(/VAT 19 %/);
    await add({ ...VAT, validFrom: day(5) });
    expect(errorsOf(await add({ ...VAT, rate: 7, name: 'Other', validFrom: day(5) })).validFrom).toMatch(
      /“Other 7 %.*” and “VAT 19 %.*” apply to the same place/,
    );
  });

  test('one with overlapping postal codes, but not one of another class or place', async () => {
    await add(range('441', '449'));
    const { postalFrom } = errorsOf(await add(range('445', '455')));
    expect(postalFrom).toMatch(/“Tax 445 .*445–455.*” and “Tax 441 .*441–449.*” overlap/);
    expect((await add(range('445', '455', { taxClass: 'reduced' }))).status).toBe(201);
    expect((await add(range('450', '455'))).status).toBe(201);
    const id = await addedId(range('460', '465', { validFrom: day(1) }));
    expect(Object.keys(errorsOf(await change(id, { postalFrom: '451', version: 1 })))).toEqual(['postalFrom']);
  });

  test('an added tax of another name belongs to the same place, until it would no longer be told apart', async () => {
    await add(range('441', '449', { isAdded: true, name: 'County' }));
    const id = await addedId(range('441', '449', { isAdded: true, name: 'Transit' }));
    expect((await change(id, { name: 'Transit authority', version: 1 })).status).toBe(200);
    await add(range('441', '449', { isAdded: true, name: 'Transit authority', validFrom: day(9) }));
    expect(Object.keys(errorsOf(await change(id, { name: 'Bus', version: 2 })))).toEqual(['name']);
  });

  test('one that papers could not tell from another that is charged with it, also by renaming', async () => {
    const ohio = { ...VAT, name: 'Sales tax', country: 'US', region: 'OH', rate: 2 };
    await add(ohio);
    const county = { ...ohio, postalFrom: '44114', isAdded: true };
    const { name } = errorsOf(await add(county));
    expect(name).toMatch(/“Sales tax 2 %.*” is charged together with this one/);
    const id = await addedId({ ...county, name: 'County tax' });
    expect(Object.keys(errorsOf(await change(id, { name: 'Sales tax', version: 1 })))).toEqual(['name']);
    expect(await list()).toHaveLength(2);
  });

  test('one that is added while another one is being stored waits for it', async () => {
    let adding: ReturnType<typeof add> | undefined;
    await shop.database.db.transaction(async (tx) => {
      await acquireTxLock(tx, TAX_RATES_LOCK_ID);
      const { rate: _, ...other } = range('441', '449');
      await tx.insert(taxRates).values({ ...other, id: newIdentifier(), taxClass: 'standard', rate: 10_000 });
      adding = add(range('445', '455'));
      await Promise.race([adding, pause(300)]);
      publishChange(tx, []);
    });
    expect(statusAndCode(await (adding as ReturnType<typeof add>))).toBe('422 invalid');
  });
});

test('a change names the version that it was made from, and repeating it is no conflict', async () => {
  const id = await addedId(VAT);
  expect(statusAndCode(await change(id, { name: 'A' }))).toBe('428 version_required');
  expect((await change(id, { name: 'A', version: 1 })).status).toBe(200);
  expect(objectBody(await change(id, { name: 'A', version: 1 }))).toMatchObject({ modifiedCount: 0, version: 2 });
  const late = await change(id, { name: 'B', version: 1 });
  expect(statusAndCode(late)).toBe('412 tax_rate_changed');
  expect(objectBody(late).tax_rate).toMatchObject({ name: 'A', version: 2 });
});

test('each change is in the audit log', async () => {
  const id = await addedId(VAT);
  await change(id, { name: 'MwSt', version: 1 });
  await remove(id);
  const rows =
    await shop.sql`select action, subject_name, before, after from audit_events where subject_id = ${id} order by seq`;
  expect(rows).toMatchObject([
    { action: 'tax_rate.added', subject_name: 'VAT 19 % standard, Germany, from 2020-01-01', after: { rate: 19 } },
    { action: 'tax_rate.changed', before: { name: 'VAT' }, after: { name: 'MwSt' } },
    { action: 'tax_rate.deleted', before: { name: 'MwSt', rate: 19 } },
  ]);
});

test('a shop has at most 2,000 rates', async () => {
  const rows = Array.from({ length: 2_000 }, (_, at) => ({
    ...{ id: newIdentifier(), name: 'Tax', taxClass: 'standard', country: 'US', rate: 1 },
    ...{ postalFrom: String(10_000 + at), postalTo: String(10_000 + at), validFrom: '2020-01-01' },
  }));
  await shop.database.db.insert(taxRates).values(rows);
  expect(errorsOf(await add(VAT)).name).toMatch(/already 2,000/);
});

describe('the rates in memory', () => {
  const germanAddress = { country: 'DE', region: '', postalCode: '10115' };
  const buyer = { vatId: '', isVatIdValid: false, exemption: null };
  const lines = [{ totalMinor: 1_000, quantity: 1, taxClass: 'standard' }];
  const purchase = { destination: germanAddress, buyer, lines, shipping: null, budget: [] };
  const decide = async (...given: Parameters<typeof decidePurchaseTax>) => {
    const decided = await decidePurchaseTax(...given);
    return decided.ok ? decided.value : decided;
  };

  test('are in force in this process once the change is answered, and soon in the others', async () => {
    const { context: other } = createShop({ ...shop.parts, log: createLog('silent') });
    await add(VAT);
    expect(getTaxRates(shop.context)).toMatchObject([{ name: 'VAT', rate: 190_000 }]);
    await expect.poll(() => getTaxRates(other)?.length).toBe(1);
    expect(await decide(shop.context, purchase)).toMatchObject({
      kind: 'domestic',
      terms: { classes: { standard: [{ name: 'VAT', rate: 190_000 }] } },
    });
  });

  test('change at midnight in the shop’s time zone', async () => {
    await add({ ...VAT, country: 'US' });
    await add({ ...VAT, country: 'US', rate: 20, validFrom: '2099-01-01' });
    await shop.sql`update shop_settings set version = version + 1, values = '{"timeZone": "America/New_York"}'`;
    await shop.context.shopSettings.reload();
    const at = (iso: string) => decide(shop.context, { ...purchase, destination: null }, new Date(iso));
    const atRate = (rate: number) => ({ terms: { classes: { standard: [{ rate }] } } });
    expect(await at('2099-01-01T04:59:59Z')).toMatchObject(atRate(190_000));
    expect(await at('2099-01-01T05:00:00Z')).toMatchObject(atRate(200_000));
  });

  test('of a region are those of the shop for what has no address, if the settings name it', async () => {
    await add({ ...VAT, country: 'US', region: 'OH', name: 'Ohio tax', rate: 5.75 });
    const atShop = () => decide(shop.context, { ...purchase, destination: null });
    expect(await atShop()).toMatchObject({ kind: 'untaxed' });
    await shop.sql`update shop_settings set version = version + 1, values = '{"originRegion": "Ohio"}'`;
    await shop.context.shopSettings.reload();
    expect(await atShop()).toMatchObject({ kind: 'domestic', terms: { classes: { standard: [{ rate: 57_500 }] } } });
  });

  test('are of no effect while tax is off', async () => {
    await add(VAT);
    const off = { ...shop.context, settings: { ...shop.context.settings, tax: 'off' as const } };
    expect(getTaxRates(off)).toBeNull();
    expect(await decide(off, purchase)).toBeNull();
  });
});

import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inShipping } from '#src/features/shipping/change-shipping.server.ts';
import { listMethods } from '#src/features/shipping/rules.ts';
import { shippingZones } from '#src/features/shipping/tables.server.ts';
import { listenForChanges } from '#src/platform/change-listener.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { ok } from '#src/shared/problem.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { type ApiResponse, listBody, objectBody, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let owner: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  owner = await shop.createOwner();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.sql`delete from shipping_methods`;
  await shop.sql`delete from shipping_zones`;
});

async function readShippingTerms() {
  await shop.context.shipping.reload();
  return shop.context.shipping.get();
}

const call = (method: string, path: string, body?: unknown, headers = {}) =>
  shop.call(method, path, { token: owner.token, body, headers });
const place = (country: string, parts: object = {}) => ({ country, ...parts });
const codes = (country: string, postalFrom: string, postalTo = postalFrom) => place(country, { postalFrom, postalTo });
const addZone = (name: string, ...places: object[]) => call('POST', '/shipping-zones', { name, places });
const idOf = (added: ApiResponse) => {
  expect([added.status, added.body]).toMatchObject([201, { acknowledged: true }]);
  return String(objectBody(added).insertedId);
};
const errorsOf = (response: ApiResponse) => {
  expect(statusAndCode(response)).toBe('422 invalid');
  return objectBody(response).errors as Record<string, string>;
};
const getZones = async () => listBody(await call('GET', '/shipping-zones'));
const getMethods = async () => listBody(await call('GET', '/shipping-methods'));
const addMethod = (changes: object = {}) =>
  call('POST', '/shipping-methods', { name: 'Parcel', kind: 'flat', rates: [{ price: '9.50' }], ...changes });

describe('a shipping zone', () => {
  test('is stored with its places as they are compared', async () => {
    const id = idOf(
      await addZone(
        ' Middle ',
        place('us', { region: 'ohio' }),
        codes('DE', '10115', '14199'),
        place('GB', { postalFrom: 'sw1' }),
      ),
    );
    expect(await getZones()).toEqual([
      {
        _id: id,
        name: 'Middle',
        places: [
          { country: 'US', region: 'OH', postalFrom: '', postalTo: '' },
          { country: 'DE', region: '', postalFrom: '10115', postalTo: '14199' },
          { country: 'GB', region: '', postalFrom: 'SW1', postalTo: 'SW1' },
        ],
        version: 1,
      },
    ]);
  });

  test.each<[string, object, string, RegExp]>([
    ['an unknown country', place('XX'), 'places.0.country', /^Please choose a country\.$/],
    ['an unknown region', place('US', { region: 'Bavaria' }), 'places.0.region', /no region “Bavaria”/],
    ['a region where none are listed', place('DE', { region: 'Bayern' }), 'places.0.region', /use postal codes/],
    ['a region with postal codes', place('US', { region: 'OH', postalFrom: '441' }), 'places.0.region', /either/],
    ['only a last postal code', place('DE', { postalTo: '2' }), 'places.0.postalFrom', /first postal code/],
    ['no postal code', place('DE', { postalFrom: '--' }), 'places.0.postalFrom', /not a postal code/],
    ['a range that ends before it begins', codes('DE', '14199', '10115'), 'places.0.postalTo', /10115 comes before/],
  ])('with %s is told at the field', async (_, wrong, field, sentence) => {
    expect(errorsOf(await addZone('Wrong', wrong))).toEqual({ [field]: expect.stringMatching(sentence) });
  });

  test('without a name, without places, or with more than it can have is refused', async () => {
    expect(Object.keys(errorsOf(await addZone('', place('US'))))).toEqual(['name']);
    expect(errorsOf(await addZone('Empty'))).toEqual({ places: 'Please add at least one country.' });
    const many = Array.from({ length: 201 }, (_, at) => codes('DE', String(10_000 + at)));
    expect(errorsOf(await addZone('Many', ...many))).toEqual({ places: 'One zone can have at most 200 places.' });
  });

  test('that overlaps with another one is refused with both names', async () => {
    idOf(await addZone('North', codes('DE', '10000', '29999')));
    expect(errorsOf(await addZone('Berlin', place('AT'), codes('DE', '10115', '14199')))).toEqual({
      'places.1.postalFrom':
        '“Berlin” (Germany 10115–14199) overlaps with “North” (Germany 10000–29999). Please change one of them.',
    });
    idOf(await addZone('Rest of Germany', place('DE')));
    expect(errorsOf(await addZone('Again', place('DE')))).toEqual({
      'places.0.country': expect.stringMatching(/“Again” \(Germany\) overlaps with “Rest of Germany” \(Germany\)/),
    });
    idOf(await addZone('Ohio', place('US', { region: 'OH' })));
    expect(Object.keys(errorsOf(await addZone('Lakes', place('US', { region: 'oh' }))))).toEqual(['places.0.region']);
  });

  test('with places that overlap each other is refused with both ranges', async () => {
    expect(errorsOf(await addZone('North', codes('DE', '10000', '19999'), codes('DE', '15000', '20000')))).toEqual({
      'places.1.postalFrom': 'Germany 15000–20000 and Germany 10000–19999 overlap. Please remove one of them.',
    });
    expect(errorsOf(await addZone('All', place('DE'), codes('DE', '1')))).toEqual({
      'places.1.country': 'This zone already has all of Germany. Please remove one of them.',
    });
  });

  test('cannot be changed into an overlap, but can keep its own places', async () => {
    idOf(await addZone('North', codes('DE', '1', '2')));
    const id = idOf(await addZone('South', codes('DE', '8', '9')));
    const change = (body: object) => call('PATCH', `/shipping-zones/${id}`, { version: 1, ...body });
    expect(Object.keys(errorsOf(await change({ places: [codes('DE', '2', '9')] })))).toEqual(['places.0.postalFrom']);
    expect(Object.keys(errorsOf(await change({ name: 'NORTH' })))).toEqual(['name']);
    expect((await change({ name: 'South', places: [codes('DE', '8', '9')] })).body).toMatchObject({ modifiedCount: 0 });
    expect((await change({ places: [codes('DE', '7', '9')] })).body).toMatchObject({ modifiedCount: 1, version: 2 });
  });

  test('is changed only from the version that was read', async () => {
    const id = idOf(await addZone('North', codes('DE', '1')));
    const change = (name: string, headers = {}) => call('PATCH', `/shipping-zones/${id}`, { name }, headers);
    expect(statusAndCode(await change('First'))).toBe('428 version_required');
    expect((await change('First', { 'if-match': '"1"' })).status).toBe(200);
    const late = await change('Second', { 'if-match': '"1"' });
    expect(statusAndCode(late)).toBe('412 shipping_zone_changed');
    expect(objectBody(late).shipping_zone).toMatchObject({ name: 'First', version: 2 });
    // A request that is sent again is not refused.
    expect((await change('First', { 'if-match': '"1"' })).body).toMatchObject({ modifiedCount: 0, version: 2 });
  });

  test('that comes while another one is being stored is compared with it', async () => {
    const [stored, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = inShipping(shop.database.db, async (tx) => {
      const france = { country: 'FR', region: '', postalFrom: '', postalTo: '' };
      await tx.insert(shippingZones).values({ id: newIdentifier(), name: 'First', places: [france] });
      stored.resolve();
      await released.promise;
      return ok(undefined);
    });
    await stored.promise;
    const second = addZone('Second', place('FR'));
    await Promise.race([second, pause(500)]);
    released.resolve();
    await first;
    expect(Object.keys(errorsOf(await second))).toEqual(['places.0.country']);
  });

  test('is deleted only if no method serves it', async () => {
    const zoneId = idOf(await addZone('Ohio', place('US', { region: 'OH' })));
    const method = idOf(await addMethod({ zoneId }));
    const refused = await call('DELETE', `/shipping-zones/${zoneId}`);
    expect(statusAndCode(refused)).toBe('409 shipping_zone_used');
    expect(objectBody(refused).detail).toMatch(/^“Parcel” serves this zone/);
    expect((await call('DELETE', `/shipping-methods/${method}`)).status).toBe(200);
    expect((await call('DELETE', `/shipping-zones/${zoneId}`)).status).toBe(200);
    expect(await getZones()).toEqual([]);
  });

  test('is one of at most a hundred, with at most 4,000 places together', async () => {
    const fill = (count: number, places: number) =>
      shop.query(
        `insert into shipping_zones (id, name, places)
       select 'z' || z, 'Zone ' || z, (select jsonb_agg(jsonb_build_object('country', 'PL', 'region', '', 'postalFrom', c, 'postalTo', c))
         from (select lpad((z * $2 + p)::text, 6, '0') as c from generate_series(1, $2::int) p) q)
       from generate_series(1, $1::int) z`,
        [count, places],
      );
    await fill(20, 200);
    expect(errorsOf(await addZone('More', place('US')))).toEqual({ places: expect.stringMatching(/4,001 places/) });
    await shop.sql`delete from shipping_zones`;
    await fill(100, 2);
    expect(errorsOf(await addZone('More', place('US')))).toEqual({ name: expect.stringMatching(/already 100 zones/) });
    expect(await getZones()).toHaveLength(100);
  });
});

describe('a shipping method', () => {
  let zoneId: string;
  beforeEach(async () => {
    zoneId = idOf(await addZone('US', place('US')));
  });

  test('is stored and read back as it was sent', async () => {
    const sent = {
      name: 'Parcel',
      zoneId,
      kind: 'by_weight',
      rates: [
        { from: '5', price: '12.00' },
        { from: '0', price: '7.9' },
      ],
      upTo: '70,5',
      freeFrom: 500,
      handling: '2.50',
      daysMin: '1',
      daysMax: 3,
      weightUnit: 'lb',
    };
    const _id = idOf(await call('POST', '/shipping-methods', sent));
    expect(await getMethods()).toEqual([
      {
        _id,
        ...sent,
        rates: [
          { from: '0', price: '7.90' },
          { from: '5', price: '12.00' },
        ],
        upTo: '70.5',
        freeFrom: '500.00',
        daysMin: 1,
        pickupAddress: '',
        pickupHours: '',
        active: true,
        position: 1,
        version: 1,
      },
    ]);
    const [row] = await shop.sql`select rates, up_to, free_from_minor from shipping_methods`;
    expect(row).toEqual({
      rates: [
        { from: 0, priceMinor: 790 },
        { from: 2_268, priceMinor: 1_200 },
      ],
      up_to: 31_978,
      free_from_minor: 50_000,
    });
  });

  const byWeight = { kind: 'by_weight', rates: [{ from: '0', price: '5' }] };
  test.each<[string, object, string, RegExp]>([
    ['a zone', { zoneId: null }, 'zoneId', /choose a zone/],
    ['a zone that exists', { zoneId: 'x'.repeat(24) }, 'zoneId', /no longer exists/],
    ['a price', { rates: [] }, 'rates.0.price', /at least one price/],
    ['a price that was left blank', { rates: [{ price: '' }] }, 'rates.0.price', /Please enter a price/],
    ['a price that is one', { rates: [{ price: 'ten' }] }, 'rates.0.price', /Please enter a price/],
    ['a price that can be paid', { rates: [{ price: '1000000' }] }, 'rates.0.price', /at most \$999,999\.99/],
    ['any rate', { ...byWeight, rates: [] }, 'rates', /at least one price/],
    ['a weight', { ...byWeight, rates: [{ from: 'light', price: '5' }] }, 'rates.0.from', /a weight in kg/],
    [
      'rates that differ',
      { ...byWeight, rates: [...byWeight.rates, { from: '0.0001', price: '6' }] },
      'rates.1.from',
      /same point/,
    ],
    ['a limit above its rates', { ...byWeight, rates: [{ from: '5', price: '5' }], upTo: '5' }, 'upTo', /not above/],
    ['a value that makes it free', { freeFrom: '0' }, 'freeFrom', /above 0/],
    ['handling that is an amount', { handling: '-1' }, 'handling', /an amount/],
    ['both days', { daysMin: '2' }, 'daysMax', /both/],
    ['days in order', { daysMin: '2', daysMax: '1' }, 'daysMax', /less than/],
    ['whole days', { daysMin: '1.5', daysMax: '2' }, 'daysMin', /whole number/],
    ['days that are not too many', { daysMin: '1', daysMax: '91' }, 'daysMax', /at most 90/],
  ])('without %s is told at the field', async (_, changes, field, sentence) => {
    expect(errorsOf(await addMethod({ zoneId, ...changes }))).toEqual({ [field]: expect.stringMatching(sentence) });
    expect(await getMethods()).toEqual([]);
  });

  test('loses what another kind does not have', async () => {
    const id = idOf(await addMethod({ zoneId, ...byWeight, upTo: '30', freeFrom: '500', daysMin: 1, daysMax: 2 }));
    expect(
      (await call('PATCH', `/shipping-methods/${id}`, { kind: 'pickup', pickupHours: 'Mornings', version: 1 })).status,
    ).toBe(200);
    expect(await getMethods()).toMatchObject([
      {
        kind: 'pickup',
        zoneId: null,
        rates: [],
        upTo: null,
        freeFrom: '500.00',
        daysMin: null,
        pickupHours: 'Mornings',
      },
    ]);
  });

  test('has a name that no other method for the same buyers has', async () => {
    idOf(await addMethod({ zoneId }));
    expect(Object.keys(errorsOf(await addMethod({ zoneId, name: 'parcel' })))).toEqual(['name']);
    idOf(await addMethod({ kind: 'pickup' }));
    expect(Object.keys(errorsOf(await addMethod({ kind: 'pickup' })))).toEqual(['name']);
  });

  test('is changed only from the version that was read, and as a whole', async () => {
    const id = idOf(await addMethod({ zoneId }));
    const change = (body: object) => call('PATCH', `/shipping-methods/${id}`, body);
    expect(statusAndCode(await change({ active: false }))).toBe('428 version_required');
    expect((await change({ active: false, version: 1 })).body).toMatchObject({ modifiedCount: 1, version: 2 });
    const late = await change({ name: 'Late', version: 1 });
    expect(statusAndCode(late)).toBe('412 shipping_method_changed');
    expect(objectBody(late).shipping_method).toMatchObject({ active: false, version: 2 });
    expect((await change({ active: false, version: 1 })).body).toMatchObject({ modifiedCount: 0, version: 2 });
    expect(errorsOf(await change({ kind: 'by_value', upTo: '0', version: 2 }))).toEqual({
      upTo: expect.stringMatching(/not above/),
    });
  });

  test('moves among the others, which keep their order', async () => {
    const ids: Record<string, string> = {};
    for (const name of ['A', 'B', 'C']) ids[name] = idOf(await addMethod({ zoneId, name }));
    const getOrder = async () => (await getMethods()).map(({ name, position }) => `${name}${position}`);
    expect((await call('PATCH', `/shipping-methods/${ids.C}`, { position: 1, version: 1 })).status).toBe(200);
    expect(await getOrder()).toEqual(['C1', 'A2', 'B3']);
    await call('PATCH', `/shipping-methods/${ids.A}`, { position: 200, version: 1 });
    expect(await getOrder()).toEqual(['C1', 'B2', 'A3']);
    await call('DELETE', `/shipping-methods/${ids.C}`);
    expect(await getOrder()).toEqual(['B1', 'A2']);
  });

  test('is one of at most two hundred, whose list stays small', async () => {
    await shop.query(
      `insert into shipping_methods (id, name, zone_id, kind, rates, position)
       select 'm' || m, repeat('n', 56) || m, $1, 'by_weight', (select jsonb_agg(jsonb_build_object('from', r * 25000000, 'priceMinor', 99999999)) from generate_series(1, 40) r), m
       from generate_series(1, 200) m`,
      [zoneId],
    );
    expect(errorsOf(await addMethod({ zoneId }))).toEqual({ name: expect.stringMatching(/already 200 methods/) });
    expect(JSON.stringify(await getMethods()).length).toBeLessThan(500_000);
  });

  test('that is inactive is not read for a basket, and with an active one, the basket gets its price', async () => {
    const id = idOf(await addMethod({ zoneId, active: false }));
    expect(await readShippingTerms()).toEqual({ zones: [], methods: [] });
    await call('PATCH', `/shipping-methods/${id}`, { active: true, handling: '0.50', version: 1 });
    const offers = listMethods(await readShippingTerms(), {
      destination: { country: 'US', region: 'OH', postalCode: '44114' },
      goodsMinor: 10_000,
      lines: [{ name: 'Anvil', weightGrams: null, shipsSeparately: false, packs: 1, notShippedTo: [] }],
    });
    expect(offers).toMatchObject([{ id, name: 'Parcel', priceMinor: 1_000 }]);
  });
});

test('each change is in the audit log, and told to every process', async () => {
  const heard: string[] = [];
  shop.database.changes.follow((tags) => heard.push(...(tags ?? [])));
  const stopListening = await listenForChanges(shop.database.url, shop.database.changes, { log: createLog('silent') });
  const zoneId = idOf(await addZone('US', place('US')));
  await call('PATCH', `/shipping-zones/${zoneId}`, { places: [place('US'), place('CA')], version: 1 });
  const id = idOf(await addMethod({ zoneId }));
  await call('PATCH', `/shipping-methods/${id}`, { rates: [{ price: '10' }], version: 1 });
  await call('DELETE', `/shipping-methods/${id}`);
  await call('DELETE', `/shipping-zones/${zoneId}`);
  const events = await shop.sql`select action, subject_name, before, after from audit_events
    where subject like 'shipping%' and subject_id in (${zoneId}, ${id}) order by seq`;
  expect(events).toMatchObject([
    { action: 'shipping_zone.added', subject_name: 'US', after: { name: 'US', places: 'United States' } },
    {
      action: 'shipping_zone.changed',
      before: { places: 'United States' },
      after: { places: 'United States; Canada' },
    },
    { action: 'shipping_method.added', after: { zone: 'US', rates: '9.50' } },
    { action: 'shipping_method.changed', before: { rates: '9.50' }, after: { rates: '10.00' } },
    { action: 'shipping_method.deleted' },
    { action: 'shipping_zone.deleted' },
  ]);
  expect(Object.keys(events[1]?.after)).toEqual(['places']);
  await expect.poll(() => heard.filter((tag) => tag === 'shipping').length).toBeGreaterThanOrEqual(6);
  await stopListening();
});

test('a shop without changes has neither zones nor methods', async () => {
  expect([await getZones(), await getMethods()]).toEqual([[], []]);
  expect(await readShippingTerms()).toEqual({ zones: [], methods: [] });
});

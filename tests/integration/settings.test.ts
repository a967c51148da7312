import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, type ShopSettings } from '#src/features/shop-settings/rules.ts';
import { submitMessage } from '#src/flows/enquiries/submit-enquiry.server.ts';
import { readInitialSettings } from '#src/flows/settings/read-initial-settings.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { snapshotDatabase } from './db-snapshot.ts';
import { getEmailTexts } from './mail-helpers.ts';
import { createTool, listBody, objectBody, statusAndCode } from './order-helpers.ts';
import { placePurchase } from './purchase-helpers.ts';

let shop: TestShop;
let owner: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  owner = await shop.createOwner();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.sql`update shop_settings set version = version + 1,
    values = '{}', is_environment_read = false, changed_at = null, changed_by = null`;
  await shop.context.shopSettings.reload();
});

const read = async () =>
  (await shop.call('GET', '/settings', { token: owner.token })).body as { version: number; settings: ShopSettings };
const put = (body: unknown) => shop.call('PUT', '/settings', { token: owner.token, body });

async function change(changes: Partial<Record<keyof ShopSettings, unknown>>) {
  const { version, settings } = await read();
  return put({ version, settings: { ...settings, ...changes } });
}

test('an unchanged shop has the values of the specification', async () => {
  const { settings } = await read();
  expect(settings).toEqual(DEFAULT_SETTINGS);
  expect(settings).toMatchObject({
    holdHours: 72,
    unconfirmedUnpaidOrders: 5,
    unpaidOrders: 20,
    countries: '100+',
    projects: '535+',
    clients: '273+',
    feedback: '432+',
  });
});

test('a change takes effect at once, also in cached responses, and only values that differ from their defaults are stored', async () => {
  const readName = async () => (await (await shop.app.request(`${shop.origin}/manifest.webmanifest`)).json()).name;
  expect(await readName()).toBe('Ironmonger');
  const before = await read();
  const changed = await change({ shopName: ' Vise and Sons ', holdHours: '48' });
  expect([changed.status, objectBody(changed).version]).toEqual([200, before.version + 1]);
  expect(objectBody(changed).settings).toMatchObject({ shopName: 'Vise and Sons', holdHours: 48 });
  expect(await readName()).toBe('Vise and Sons');
  const rows = await shop.sql`select values, changed_by from shop_settings`;
  expect(rows).toEqual([{ values: { shopName: 'Vise and Sons', holdHours: 48 }, changed_by: owner.userId }]);
  await change({ holdHours: 72 });
  expect((await shop.sql`select values from shop_settings`)[0].values).toEqual({
    shopName: 'Vise and Sons',
  });
});

test('a number may be typed with a decimal comma', async () => {
  expect((await change({ latitude: '41,6233', longitude: '-81,7' })).status).toBe(200);
  expect((await shop.sql`select values from shop_settings`)[0].values).toMatchObject({
    latitude: 41.6233,
    longitude: -81.7,
  });
  expect(statusAndCode(await change({ holdHours: '1,250' }))).toBe('422 invalid');
  await change({ latitude: 41.505, longitude: -81.6934 });
});

test('each changed setting is in the audit log with its value before and after; saving unchanged changes nothing', async () => {
  await change({ taxNumber: '34-1234567', latitude: 40 });
  const rows = await shop.sql`select actor_email, subject_id, before, after from audit_events
    where action = 'setting.changed' order by seq desc limit 2`;
  expect(rows.reverse()).toEqual([
    {
      actor_email: owner.email,
      subject_id: 'taxNumber',
      before: { taxNumber: '' },
      after: { taxNumber: '34-1234567' },
    },
    { actor_email: owner.email, subject_id: 'latitude', before: { latitude: 41.505 }, after: { latitude: 40 } },
  ]);
  const before = await snapshotDatabase(shop);
  expect((await change({})).status).toBe(200);
  expect(await snapshotDatabase(shop)).toEqual(before);
});

test('settings that are sent again after a lost response are no conflict with themselves', async () => {
  const { version, settings } = await read();
  const sent = { version, settings: { ...settings, hours: 'Sundays' } };
  const first = await put(sent);
  const again = await put(sent);
  expect([statusAndCode(first), statusAndCode(again)]).toEqual(['200', '200']);
  expect(objectBody(again)).toEqual(objectBody(first));
});

test('settings that changed in the meantime are not overwritten: the response has the current ones and the differences', async () => {
  const { version, settings } = await read();
  expect((await change({ shopName: 'First' })).status).toBe(200);
  const before = await snapshotDatabase(shop);
  const late = await put({ version, settings: { ...settings, hours: 'Mornings' } });
  expect(statusAndCode(late)).toBe('409 settings_changed');
  expect(late.body).toMatchObject({
    version: version + 1,
    settings: { ...settings, shopName: 'First' },
    differences: ['shopName', 'hours'],
  });
  expect(await snapshotDatabase(shop)).toEqual(before);
});

test('of two simultaneous changes, one is stored', async () => {
  const { version, settings } = await read();
  const both = await Promise.all(['A', 'B'].map((shopName) => put({ version, settings: { ...settings, shopName } })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

describe('a value outside its limits is rejected at its field', () => {
  const wrong: [keyof ShopSettings, unknown][] = [
    ['shopName', ''],
    ['shopName', 'x'.repeat(41)],
    ['shopName', '\u200b'],
    ['shopName', '\ud800abc'],
    ['legalName', 'two\nlines'],
    ['town', ' '],
    ['taxNumber', 'x'.repeat(41)],
    ['phone', 'call us'],
    ['phone', '123'],
    ['email', 'nobody'],
    ['noticeEmail', 'nobody'],
    ['hours', ''],
    ['timeZone', 'Cleveland'],
    ['timeZone', '+05:00'],
    ['latitude', 91],
    ['latitude', ''],
    ['longitude', '-180.5'],
    ['longitude', 'west'],
    ['countries', 'many'],
    ['feedback', '12345678'],
    ['holdHours', 0],
    ['holdHours', '1e3'],
    ['unconfirmedHoldHours', 8_761],
    ['unpaidOrders', 0],
    ['unpaidOrders', 1.5],
    ['unconfirmedUnpaidOrders', -1],
    ['networkUnpaidOrders', 10_001],
    ['unconfirmedNetworkUnpaidOrders', 'NaN'],
    ['pricesInclude', 'both'],
    ['taxRounding', ''],
    ['shippingTax', 'books'],
    ['reverseCharge', true],
    ['smallBusiness', 'yes'],
    ['smallBusinessSentence', 'x'.repeat(201)],
    ['taxFallback', 'guess'],
    ['taxCodes', 'books = 35010000'],
    ['taxCodes', 'books = txcd_35010000, books = txcd_35010001'],
  ];
  test.each(wrong)('%s: %j', async (name, value) => {
    const response = await change({ [name]: value });
    expect([statusAndCode(response), Object.keys(objectBody(response).errors as object)]).toEqual([
      '422 invalid',
      [`settings.${name}`],
    ]);
    expect((objectBody(response).errors as Record<string, string>)[`settings.${name}`]).toMatch(/^Please /);
    expect((await read()).settings).toEqual(DEFAULT_SETTINGS);
  });

  test('an unknown setting', async () => {
    expect(statusAndCode(await change({ color: 'red' } as object))).toBe('422 invalid');
  });
});

test('a stored value that this version does not accept counts as never changed', async () => {
  await shop.sql`update shop_settings set version = version + 1,
    values = '{"shopName": "", "holdHours": 24, "color": "red"}'`;
  expect((await read()).settings).toEqual({ ...DEFAULT_SETTINGS, holdHours: 24 });
});

describe('ORDER_HOLD_HOURS of an earlier version', () => {
  const warnings: unknown[] = [];
  const start = (holdHours: number | undefined) =>
    readInitialSettings(
      { ...shop.context, log: { ...shop.context.log, warn: (details: unknown) => warnings.push(details) } as never },
      { holdHours },
    );

  test('becomes the setting at the first start, and has no effect later, and the log says both', async () => {
    await start(24);
    expect(shop.context.shopSettings.get().settings.holdHours).toBe(24);
    await start(12);
    expect(shop.context.shopSettings.get().settings.holdHours).toBe(24);
    expect(warnings).toEqual([
      { takenOver: true, holdHours: 24 },
      { takenOver: false, holdHours: 12 },
    ]);
  });

  test('is not adopted once the shop has started without it', async () => {
    await start(undefined);
    await start(12);
    expect(shop.context.shopSettings.get().settings.holdHours).toBe(72);
  });
});

test('an enquiry is announced to the address for notices, and not at all without one', async () => {
  const notices = () => getEmailTexts(shop, 'enquiry_notice', 'boss@example.com');
  const message = { name: 'Cy', email: 'cy@example.com', subject: 'Vises', message: 'Which do you have?' };
  await submitMessage(shop.context, message, '192.0.2.1');
  expect(await notices()).toEqual([]);
  await change({ noticeEmail: 'Boss@Example.com', shopName: 'Vise and Sons' });
  await submitMessage(shop.context, { ...message, subject: 'Files' }, '192.0.2.1');
  const [notice = ''] = await notices();
  expect(notice).toContain('/dashboard/inbox/messages');
  expect(notice).toContain('the Vise and Sons settings');
});

test('a product without an SKU gets one with the prefix of the settings', async () => {
  const add = async () =>
    objectBody(
      await shop.call('POST', '/tools', {
        token: owner.token,
        body: {
          itemName: 'Rasp',
          about: 'Stitched by hand.',
          balance: 20,
          quantity: 10,
          minOrderQuantity: 1,
          picture: '/images/drawings/claw-hammer.svg',
        },
      }),
    ).insertedId as string;
  const readSku = async (id: string) => objectBody(await shop.call('GET', `/tools/${id}`)).sku;
  expect(await readSku(await add())).toMatch(/^IM-\d{5}$/);
  expect(objectBody(await change({ skuPrefix: 'kt' })).settings).toMatchObject({ skuPrefix: 'KT' });
  expect(await readSku(await add())).toMatch(/^KT-\d{5}$/);
  expect(objectBody(await change({ skuPrefix: 'K T' })).errors).toEqual({
    'settings.skuPrefix': 'Please enter 1 to 6 letters or digits, such as KT.',
  });
});

test('new orders have the prefix of the settings, and those with another one are still found', async () => {
  const buyer = await shop.signUp({ displayName: 'Cy Twombly' });
  const tool = await createTool(shop, { quantity: 1_000 });
  const former = await placePurchase(shop, buyer, [tool]);
  expect(former.number).toMatch(/^IM-\d{4}-\d{6}$/);
  expect(objectBody(await change({ orderPrefix: 'kt' })).settings).toMatchObject({ orderPrefix: 'KT' });
  const current = await placePurchase(shop, buyer, [tool]);
  expect(current.number).toMatch(/^KT-\d{4}-\d{6}$/);
  for (const { number } of [former, current]) {
    expect((await shop.call('GET', `/purchases/${number}`, { token: buyer.token })).status).toBe(200);
    const typed = [number, number.toLowerCase().replaceAll('-', ' '), number.slice(3), String(Number(number.slice(8)))];
    for (const q of typed) {
      const found = await shop.call('GET', `/purchases?q=${encodeURIComponent(q)}&page=1`, { token: owner.token });
      expect([q, listBody(found).map((row) => row.number)]).toEqual([q, [number]]);
    }
  }
  expect(objectBody(await change({ orderPrefix: 'K1' })).errors).toEqual({
    'settings.orderPrefix': 'Please enter 1 to 6 letters, such as KT.',
  });
  expect(objectBody(await change({ orderPrefix: 'inv' })).errors).toEqual({
    'settings.orderPrefix': 'Invoices, credit notes and debit notes have this prefix. Please choose another one.',
  });
});

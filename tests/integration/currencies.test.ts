import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rescalePrices, toRescale } from '#src/features/catalogue/keeping/rescale-prices.server.ts';
import { DEFAULT_SETTINGS } from '#src/features/shop-settings/rules.ts';
import { checkAndClose, checkInvariants } from '#tests/support/invariants.ts';
import { readPages } from '#tests/support/read-pdf.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { addShippingMethods } from './charge-helpers.ts';
import { chooseCurrency, createShopIn } from './currency-helpers.ts';
import { checkFile, importFile } from './import-helpers.ts';
import { getEmailTexts } from './mail-helpers.ts';
import { createTool, getToolRow, objectBody, placeOrder, statusAndCode } from './order-helpers.ts';
import { placePurchase } from './purchase-helpers.ts';
import { paidPurchase, postRefund, refund } from './refund-helpers.ts';

interface Expected {
  currency: string;
  /** A tool's price in minor units, and the amounts of what follows. */
  unitPriceMinor: number;
  balance: number;
  total: string;
  shown: string;
  refunded: string;
  refundShown: string;
  /** A cell of a file, and the price that it means in minor units. */
  cell: [text: string, minor: number];
  tooMuch: string;
}

const TOKYO: Expected = {
  currency: 'JPY',
  unitPriceMinor: 1_890,
  balance: 1_890,
  total: '18900',
  shown: '¥18,900',
  refunded: '500',
  refundShown: '¥500',
  cell: ['¥2,450', 2_450],
  tooMuch: 'One card payment can be at most ¥99,999,999.',
};

const KUWAIT: Expected = {
  currency: 'KWD',
  unitPriceMinor: 5_120,
  balance: 5.12,
  total: '51.200',
  shown: 'KWD\u00a051.200',
  refunded: '1.250',
  refundShown: 'KWD\u00a01.250',
  cell: ['KWD 2.450', 2_450],
  tooMuch: 'One card payment can be at most KWD\u00a099,999.990.',
};

const REYKJAVIK: Expected = {
  ...TOKYO,
  currency: 'ISK',
  shown: 'ISK\u00a018,900',
  refundShown: 'ISK\u00a0500',
  cell: ['2,450', 2_450],
  tooMuch: 'One card payment can be at most ISK\u00a0999,999.',
};

async function readPaper(shop: TestShop, { token }: TestUser, path: string): Promise<string> {
  const response = await shop.app.request(`${shop.origin}/api/purchases/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return (await readPages(new Uint8Array(await response.arrayBuffer()))).map(({ text }) => text).join('\n');
}

describe.each([['Tokyo', TOKYO] as const, ['Kuwait', KUWAIT] as const, ['Reykjavík', REYKJAVIK] as const])(
  'a shop in %s',
  (_place, expected) => {
    let shop: TestShop;
    let owner: TestUser;
    let ada: TestUser;
    const code = expected.currency.toLowerCase();

    beforeAll(async () => {
      ({ shop, owner, ada } = await createShopIn(expected.currency));
    });
    afterAll(() => checkAndClose(shop));

    test('sells, is paid, refunds a part and writes its papers in its currency', async () => {
      const { unitPriceMinor } = expected;
      const tool = await createTool(shop, { unitPriceMinor, quantity: 1_000 });
      const wire = await shop.call('GET', `/tools/${tool.id}`);
      expect(wire.body).toMatchObject({ balance: expected.balance });
      const address = { name: 'Ada', company: '', line1: '1 Mill Lane', line2: '', city: 'Cleveland', region: 'OH' };
      const stored = await shop.call('POST', '/addresses', {
        token: ada.token,
        body: { ...address, postalCode: '44114', country: 'US', phone: '', vatId: '' },
      });
      const addressId = String(objectBody(stored).insertedId);
      const purchase = await paidPurchase(shop, ada, [tool], { addressId });
      expect(purchase.total).toBe(expected.total);
      const rows = await shop.sql`select p.currency as purchase, p.state, o.currency as line, y.currency as payment
        from purchases p join orders o on o.purchase_id = p.id join payments y on y.purchase_id = p.id`;
      expect(rows).toEqual([{ purchase: code, line: code, payment: code, state: 'paid' }]);

      expect(await refund(shop, owner, purchase, { amount: expected.refunded })).toMatchObject({
        amount: expected.refunded,
        state: 'succeeded',
      });
      const paper = await readPaper(shop, ada, `${purchase.id}/invoice.pdf`);
      expect(paper.replaceAll('\u00a0', ' ')).toContain(expected.shown.replaceAll('\u00a0', ' '));
      const [note] = await shop.sql`select data from papers where kind = 'credit_note'`;
      expect(note?.data).toMatchObject({ currency: code });

      const kinds = ['order_placed', 'order_paid', 'payment_refunded'];
      const texts = await Promise.all(kinds.map((kind) => getEmailTexts(shop, kind, ada.email)));
      const mails = texts.flat().join('\n').replaceAll('\u00a0', ' ');
      expect(mails).toContain(expected.shown.replaceAll('\u00a0', ' '));
      expect(mails).toContain(expected.refundShown.replaceAll('\u00a0', ' '));
      expect(mails).not.toContain('$');

      const year = new Date().getFullYear();
      const exported = await shop.call('GET', `/exports/purchases.csv?from=${year}-01-01&to=${year}-12-31`, {
        token: owner.token,
      });
      const csv = String(exported.body);
      expect(csv).toContain(`"${code}"`);
      expect(csv).toContain(`"${expected.total}"`);
      expect(csv).toContain(`"${expected.refunded}"`);
      await checkInvariants(shop.database.pool);
    });

    test('reads the prices of a file as people write them, and writes them so that it reads them again', async () => {
      const [cell, minor] = expected.cell;
      await importFile(shop, owner, `SKU,Name,Unit price in ${expected.currency},MOQ,Stock\nC-1,Rasp,"${cell}",1,3\n`);
      const price = async () => (await shop.sql`select unit_price_minor from tools where sku = 'C-1'`)[0];
      expect(await price()).toEqual({ unit_price_minor: minor });
      const exported = String((await shop.call('GET', '/exports/tools.csv', { token: owner.token })).body);
      expect(await checkFile(shop, owner, exported)).toMatchObject({ changes: 0, unchanged: 2, faults: [] });
      expect(await price()).toEqual({ unit_price_minor: minor });
    });

    test('refuses an amount above what its card provider takes in one payment', async () => {
      const tool = await createTool(shop, { unitPriceMinor: 900_000, quantity: 1_000_000 });
      const body = { lines: [{ toolId: tool.id, quantity: 1_000 }] };
      const response = await shop.call('POST', '/purchases', { token: ada.token, body });
      expect(statusAndCode(response)).toBe('422 order_too_large');
      expect(objectBody(response).detail).toContain(expected.tooMuch);
    });

    test('is filtered by prices with its decimals alone', async () => {
      const filter = (price: string) => shop.call('GET', `/tools?price.max=${price}`);
      const hasDecimals = expected.total.includes('.');
      expect([(await filter('2450')).status, (await filter('2.450')).status]).toEqual([200, hasDecimals ? 200 : 422]);
    });

    test('says its currency and its first order in the settings', async () => {
      const settings = await shop.call('GET', '/settings', { token: owner.token });
      expect(settings.body).toMatchObject({
        settings: { currency: expected.currency },
        defaults: { currency: 'USD' },
        firstOrder: { number: expect.stringMatching(/^IM-/) },
      });
    });

    test('keeps its currency after the first order', async () => {
      const before = await shop.sql`select values, version from shop_settings`;
      const refused = await chooseCurrency(shop, owner, 'EUR');
      expect(statusAndCode(refused)).toBe('422 invalid');
      expect(JSON.stringify(refused.body)).toContain(`Orders have been in ${expected.currency} since IM-`);
      expect(await shop.sql`select values, version from shop_settings`).toEqual(before);
    });
  },
);

test('in Kuwait, prices and refunds are what cards can be charged: no thousandth of a dinar', async () => {
  const { shop, owner, ada } = await createShopIn('KWD');
  const tool = await createTool(shop, { unitPriceMinor: 5_120, quantity: 1_000 });
  const change = await shop.call('PATCH', `/tools/${tool.id}`, {
    token: owner.token,
    body: { version: 1, balance: '5.124' },
  });
  expect([change.status, JSON.stringify(change.body)]).toEqual([
    422,
    expect.stringContaining('Please enter a price such as 1.890, in steps of 0.010.'),
  ]);
  const purchase = await paidPurchase(shop, ada, [tool]);
  const refused = await postRefund(shop, owner, purchase, { amount: '1.005' });
  expect(JSON.stringify(refused.body)).toContain('Please enter an amount in KWD, such as 1.000, in steps of 0.010.');
  await checkAndClose(shop);
});

test('in Kuwait, shipping costs what cards can be charged, and a price of an earlier version stays until it changes', async () => {
  const { shop, owner } = await createShopIn('KWD');
  const send = (method: string, path: string, body: object) => shop.call(method, path, { token: owner.token, body });
  const pickup = { name: 'Parcel', kind: 'flat', rates: [{ price: '1.005' }], handling: '0.001' };
  const [id = ''] = await addShippingMethods(shop, 'KW', {
    name: 'Old',
    kind: 'flat',
    rates: [{ from: 0, priceMinor: 1_005 }],
  });
  const [zone] = await shop.sql`select id from shipping_zones`;
  const refused = await send('POST', '/shipping-methods', { ...pickup, zoneId: zone.id });
  const steps = expect.stringMatching(
    /^Please enter an amount in steps of 0\.010: a card cannot pay less than KWD.0\.010\.$/,
  );
  expect(objectBody(refused)).toMatchObject({ code: 'invalid', errors: { 'rates.0.price': steps, handling: steps } });
  const change = (body: object) => send('PATCH', `/shipping-methods/${id}`, body);
  expect((await change({ active: false, version: 1 })).status).toBe(200);
  expect(objectBody(await change({ rates: [{ price: '1.006' }], version: 2 })).errors).toEqual({
    'rates.0.price': steps,
  });
  const { version, settings } = objectBody(await shop.call('GET', '/settings', { token: owner.token }));
  const surcharged = { ...(settings as object), smallOrderBelow: '5.005', smallOrderSurcharge: '0.505' };
  expect(objectBody(await send('PUT', '/settings', { version, settings: surcharged })).errors).toEqual({
    'settings.smallOrderSurcharge': 'Please enter an amount in steps of 0.010.',
  });
  await checkAndClose(shop);
});

test('the prices of many tools are rescaled batch by batch, each of them once, with their history', async () => {
  const { shop } = await createShopIn('USD');
  const tools = [];
  for (let at = 1; at <= 7; at += 1) tools.push(await createTool(shop, { unitPriceMinor: at * 100 }));
  await shop.sql`update tools set unit_price_minor = unit_price_minor + 50, version = version + 1`;
  const rescale = toRescale({ digits: 2 }, { digits: 3, stepMinor: 10 });
  await shop.database.db.transaction((tx) => rescalePrices(tx, rescale, 3));
  const rows = await Promise.all(tools.map(({ id }) => getToolRow(shop, id)));
  expect(rows.map(({ unitPriceMinor }) => unitPriceMinor)).toEqual([1, 2, 3, 4, 5, 6, 7].map((at) => at * 1_000 + 500));
  const [history] =
    await shop.sql`select count(*)::int as all, count(*) filter (where unit_price_minor >= 1000)::int as rescaled
    from price_changes`;
  expect(history.all).toBeGreaterThan(0);
  expect(history.rescaled).toBe(history.all);
  await checkAndClose(shop);
});

describe('choosing the currency', () => {
  test('before the first order keeps the figures of all prices', async () => {
    const { shop, owner, ada } = await createShopIn('USD');
    const volumePrices = [
      { quantity: 20, unitPrice: 18.6 },
      { quantity: 50, unitPrice: 17.2 },
    ];
    const hammer = await createTool(shop, { unitPriceMinor: 1_890, volumePrices, quantity: 100 });
    const washer = await createTool(shop, { unitPriceMinor: 4 });
    const basket = { version: 0, lines: [{ toolId: hammer.id, quantity: 10 }] };
    await shop.call('PUT', '/basket', { token: ada.token, body: basket });
    const read = async () => {
      const rows = [await getToolRow(shop, hammer.id), await getToolRow(shop, washer.id)];
      return rows.map((row) => [row.unitPriceMinor, ...row.volumePrices.map((price) => price.unitPriceMinor)]);
    };
    expect((await chooseCurrency(shop, owner, 'EUR')).status).toBe(200);
    expect(await read()).toEqual([[1_890, 1_860, 1_720], [4]]);
    const { version } = await getToolRow(shop, hammer.id);
    expect(version).toBe(1);
    expect((await chooseCurrency(shop, owner, 'KWD')).status).toBe(200);
    expect(await read()).toEqual([[18_900, 18_600, 17_200], [40]]);
    expect((await chooseCurrency(shop, owner, 'jpy')).status).toBe(200);
    // 18.6 is rounded to the price before it, so that it no longer says anything. A price is never zero.
    expect(await read()).toEqual([[19, 17], [1]]);
    expect((await getToolRow(shop, hammer.id)).volumePrices).toEqual([{ quantity: 50, unitPriceMinor: 17 }]);
    const [remembered] = await shop.sql`select lines->0->'added'->>'unitPriceMinor' as price from baskets`;
    expect(remembered).toEqual({ price: '19' });
    const history = await shop.sql`select unit_price_minor from price_changes where tool_id = ${hammer.id}`;
    expect(history.map((row) => row.unit_price_minor)).toEqual([19, 19, 19]);
    const wire = await shop.call('GET', `/tools/${hammer.id}`);
    expect(wire.body).toMatchObject({ balance: 19, volumePrices: [{ quantity: 50, unitPrice: 17 }] });
    const [event] = await shop.sql`select before, after from audit_events where action = 'setting.changed'
      order by seq desc limit 1`;
    expect(event).toEqual({ before: { currency: 'KWD' }, after: { currency: 'JPY' } });
    await checkAndClose(shop);
  });

  test('is refused where a product would cost more than one payment, and for a code that is not offered', async () => {
    const { shop, owner } = await createShopIn('USD');
    const tool = await createTool(shop, { unitPriceMinor: 50_000_000 });
    const refused = await chooseCurrency(shop, owner, 'KWD');
    expect(JSON.stringify(refused.body)).toContain('One product costs more than KWD\u00a099,999.990');
    expect((await getToolRow(shop, tool.id)).unitPriceMinor).toBe(50_000_000);
    for (const code of ['XTS', 'usdollar', '$', ''])
      expect(statusAndCode(await chooseCurrency(shop, owner, code))).toBe('422 invalid');
    expect((await shop.call('GET', '/settings', { token: owner.token })).body).toMatchObject({
      settings: DEFAULT_SETTINGS,
      firstOrder: null,
    });
    await checkAndClose(shop);
  });

  test('never passes an order that is being placed: each order is in the currency of the shop', async () => {
    for (const round of [1, 2, 3, 4]) {
      const { shop, owner, ada } = await createShopIn('USD');
      const tool = await createTool(shop, { unitPriceMinor: 1_890, quantity: 10_000 });
      const [changed] = await Promise.all([
        chooseCurrency(shop, owner, round % 2 === 0 ? 'EUR' : 'JPY'),
        ...Array.from({ length: 6 }, () => placePurchase(shop, ada, [tool]).catch(() => null)),
      ]);
      const [setting] =
        await shop.sql`select coalesce(lower(values->>'currency'), 'usd') as currency from shop_settings`;
      const orders = await shop.sql`select distinct currency from purchases`;
      expect(orders.every(({ currency }) => currency === setting?.currency)).toBe(true);
      expect([200, 422]).toContain(changed.status);
      await checkAndClose(shop);
    }
  });

  test('waits for an order that is not committed yet, and then finds it', async () => {
    const { shop, owner, ada } = await createShopIn('USD');
    const tool = await createTool(shop, { unitPriceMinor: 1_890, quantity: 10_000 });
    const placing = await shop.database.pool.connect();
    await placing.query('begin');
    await placing.query("select is_shop_currency('usd')");
    let settled = false;
    const changing = chooseCurrency(shop, owner, 'EUR').finally(() => {
      settled = true;
    });
    await expect
      .poll(async () => (await shop.sql`select from pg_locks where locktype = 'advisory' and not granted`).length)
      .toBe(1);
    expect(settled).toBe(false);
    await placing.query(
      `insert into purchases (id, seq, number, user_id, name, email, total_minor, currency, po_number, note)
       values ('first0000000000000000001', 1, 'IM-2026-000001', $1, 'Ada', $2, 18900, 'usd', '', '')`,
      [ada.userId, ada.email],
    );
    await placing.query('commit');
    placing.release();
    expect(JSON.stringify((await changing).body)).toContain('since IM-2026-000001');
    expect(tool.unitPriceMinor).toBe(1_890);
    await shop.close();
  });

  test('stops an order of a process that has not heard of it', async () => {
    const { shop, ada } = await createShopIn('USD');
    const tool = await createTool(shop, { unitPriceMinor: 1_890, quantity: 10_000 });
    await shop.sql`update shop_settings set values = '{"currency": "EUR"}', version = version + 1`;
    const body = { lines: [{ toolId: tool.id, quantity: 10 }] };
    const refused = await shop.call('POST', '/purchases', { token: ada.token, body });
    expect(statusAndCode(refused)).toBe('409 currency_changed');
    expect(await shop.sql`select from purchases`).toEqual([]);
    // By now it has: the next order is in the new currency.
    await placeOrder(shop, ada, tool);
    expect(await shop.sql`select currency from purchases`).toEqual([{ currency: 'eur' }]);
    await checkAndClose(shop);
  });
});

import { sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { takePaperNumber } from '#src/features/papers/paper-numbers.server.ts';
import { readPackingList } from '#src/flows/papers/read-packing-list.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { readPages } from '#tests/support/read-pdf.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { openDashboard } from '#tests/support/stripe-shop.ts';
import {
  createTool,
  listBody,
  objectBody,
  payOrder,
  placeOrder,
  statusAndCode,
  type TestTool,
} from './order-helpers.ts';
import { payPurchase, placePurchase } from './purchase-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let bob: TestUser;
let admin: TestUser;
let hammer: TestTool;
let vise: TestTool;
let addressId: string;
/** The provider's dashboard, where staff refund without the shop. */
let dashboard: Stripe;

const ADDRESS = {
  name: 'Ada Smith',
  company: 'Σμιθ & Кузнецов',
  line1: '12 Mill Lane',
  line2: '',
  city: 'Cleveland',
  region: 'OH',
  postalCode: '44114',
  country: 'US',
  phone: '',
  vatId: '',
};

beforeAll(async () => {
  shop = await createTestShop();
  [admin, ada, bob] = await Promise.all([
    shop.createAdmin(),
    shop.signUp({ confirmed: true }),
    shop.signUp({ displayName: 'Bob' }),
  ]);
  hammer = await createTool(shop, { itemName: 'Claw hammer', quantity: 100_000 });
  vise = await createTool(shop, { itemName: 'Bench vise', quantity: 100_000, unitPriceMinor: 12_999 });
  const stored = await shop.call('POST', '/addresses', { token: ada.token, body: ADDRESS });
  addressId = String(objectBody(stored).insertedId);
  dashboard = openDashboard(shop);
});
afterAll(() => checkAndClose(shop));

/** Returns a paper's file name and its words in reading order. */
async function getPaper(user: TestUser, purchaseId: string, name: string) {
  const response = await shop.app.request(`${shop.origin}/api/purchases/${purchaseId}/${name}`, {
    headers: { authorization: `Bearer ${user.token}` },
  });
  if (response.status !== 200) return { status: response.status, file: '', text: '' };
  const pages = await readPages(new Uint8Array(await response.arrayBuffer()));
  const file = /filename="(.+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
  return { status: 200, file, text: pages.map(({ text }) => text).join('\n') };
}

const listNumbers = async (kind: string) =>
  await shop.sql`select number, year, count from papers where kind = ${kind} order by count`;

describe('the invoice', () => {
  test('is issued by the payment, exact to the cent, and never changes', async () => {
    const purchase = await placePurchase(shop, ada, [hammer, [vise, 11]], { addressId, poNumber: 'PO-4711' });
    expect((await getPaper(ada, purchase.id, 'invoice.pdf')).status).toBe(409);
    const transactionId = await payPurchase(shop, ada, purchase);
    const invoice = await getPaper(ada, purchase.id, 'invoice.pdf');
    expect(invoice.file).toMatch(/^invoice-INV-\d{4}-\d{6}\.pdf$/);
    for (const words of [
      'Invoice',
      purchase.number,
      'PO-4711',
      'Σμιθ & Кузнецов',
      'Cleveland',
      '$189.00',
      '$1,429.89',
      '$1,618.89',
      // The id is broken into lines to fit its column.
      transactionId.slice(0, 20),
    ])
      expect(invoice.text).toContain(words);
    await shop.sql`update tools set item_name = 'Renamed', version = version + 1 where id = ${vise.id}`;
    const settings = shop.context.shopSettings.get();
    const { getCompany } = shop.context;
    shop.context.getCompany = () => ({ ...getCompany(), legalName: 'Somebody Else Inc.' });
    expect(await getPaper(admin, purchase.id, 'invoice.pdf')).toEqual(invoice);
    shop.context.getCompany = getCompany;
    await shop.sql`update tools set item_name = 'Bench vise', version = version + 1 where id = ${vise.id}`;
    expect(shop.context.shopSettings.get()).toBe(settings);
    expect((await getPaper(bob, purchase.id, 'invoice.pdf')).status).toBe(404);
  });

  test('of twenty payments at once have numbers without gaps and duplicates', async () => {
    const bounds = shop.context.boundsUnpaidOrders;
    shop.context.boundsUnpaidOrders = false;
    const purchases = await Promise.all(
      Array.from({ length: 20 }, () => placePurchase(shop, ada, [hammer], { addressId })),
    );
    shop.context.boundsUnpaidOrders = bounds;
    await Promise.all(purchases.map((purchase) => payPurchase(shop, ada, purchase)));
    const issued = await listNumbers('invoice');
    expect(issued.length).toBeGreaterThanOrEqual(20);
    expect(issued.map(({ count }) => count)).toEqual(issued.map((_, at) => at + 1));
    expect(issued.map(({ number }) => number)).toEqual(
      issued.map(({ year, count }) => `INV-${year}-${String(count).padStart(6, '0')}`),
    );
  });

  test('has the time of its number: an invoice that waits for the counter is dated after the previous one', async () => {
    const client = await shop.database.pool.connect();
    try {
      const first = await placePurchase(shop, ada, [hammer], { addressId });
      await client.query('begin');
      await client.query("update paper_counts set last = last where kind = 'invoice'");
      const paying = payPurchase(shop, ada, first);
      // It waits for the counter.
      await expect
        .poll(
          async () => (await shop.sql`select from pg_locks where not granted and locktype = 'transactionid'`).length,
        )
        .toBeGreaterThan(0);
      const { rows } = await client.query('select clock_timestamp() as freed');
      await client.query('commit');
      await paying;
      const issued = await shop.sql`select issued_at, data->>'issuedAt' as dated from papers
        where purchase_id = ${first.id}`;
      expect(issued[0].issued_at.getTime()).toBeGreaterThanOrEqual(rows[0].freed.getTime());
      expect(issued[0].dated).toBe(issued[0].issued_at.toISOString());
    } finally {
      client.release();
    }
  });

  test('keeps the year of its number if the year ends while it waits', async () => {
    await shop.database.db
      .transaction(async (tx) => {
        await tx.execute(sql`create sequence ticks`);
        await tx.execute(sql`delete from purchase_years`);
        await tx.execute(sql`create or replace function get_shop_clock(out now timestamptz, out time_zone text)
          language sql volatile as $$
            select timestamptz '2019-12-31T23:59:59.999Z' + (nextval('ticks') - 1) * interval '5 seconds', 'UTC'
          $$`);
        const { number, issuedAt } = await takePaperNumber(tx, 'invoice');
        expect([number, issuedAt.toISOString()]).toEqual(['INV-2019-000001', '2019-12-31T23:59:59.999Z']);
        tx.rollback();
      })
      .catch((error) => expect(String(error)).toMatch(/rollback/i));
  });

  test('waits for a billing address: until then there is a receipt', async () => {
    const id = await placeOrder(shop, ada, hammer);
    await payOrder(shop, ada, id);
    const receipt = await getPaper(ada, id, 'invoice.pdf');
    expect(receipt.file).toMatch(/^receipt-IM-/);
    expect(receipt.text).toContain('Receipt');
    const before = (await listNumbers('invoice')).length;
    const give = (user: TestUser, body: object) => shop.call('PATCH', `/purchases/${id}`, { token: user.token, body });
    expect(statusAndCode(await give(bob, { poNumber: 'x' }))).toBe('404 not_found');
    expect(statusAndCode(await give(ada, { addressId: 'a'.repeat(24) }))).toBe('422 invalid');
    expect((await give(ada, { addressId })).status).toBe(200);
    const invoice = await getPaper(ada, id, 'invoice.pdf');
    expect(invoice.file).toMatch(/^invoice-INV-/);
    expect(invoice.text).toContain('12 Mill Lane');
    expect((await listNumbers('invoice')).length).toBe(before + 1);
    const other = await shop.call('POST', '/addresses', {
      token: ada.token,
      body: { ...ADDRESS, line1: '1 Other Road' },
    });
    const moved = await give(ada, { addressId: String(objectBody(other).insertedId) });
    expect(statusAndCode(moved)).toBe('409 purchase_agreed');
    expect((await give(ada, { addressId })).status).toBe(200);
    expect((await listNumbers('invoice')).length).toBe(before + 1);
  });

  test('is not made for purchases that were paid in a version without invoices', async () => {
    const id = await placeOrder(shop, ada, hammer);
    await payOrder(shop, ada, id);
    await shop.sql`alter table purchases disable trigger user`;
    await shop.sql`update purchases set is_from_order = true where id = ${id}`;
    await shop.sql`alter table purchases enable trigger user`;
    await shop.call('PATCH', `/purchases/${id}`, { token: ada.token, body: { addressId } });
    expect((await getPaper(ada, id, 'invoice.pdf')).file).toMatch(/^receipt-/);
  });
});

describe('a receipt', () => {
  test('includes refunds made after it was first read', async () => {
    const id = await placeOrder(shop, ada, hammer);
    const intent = await payOrder(shop, ada, id);
    expect((await getPaper(ada, id, 'invoice.pdf')).text).not.toContain('Refunded on');
    await dashboard.refunds.create({ payment_intent: intent, amount: 1_234 });
    const rows = await shop.sql`select id from payments where purchase_id = ${id}`;
    await shop.call('POST', `/payments/${rows[0].id}/check`, { token: admin.token });
    const receipt = await getPaper(ada, id, 'invoice.pdf');
    expect(receipt.file).toMatch(/^receipt-IM-/);
    for (const words of ['Refunded on', '-$12.34', 'Paid after refunds', '$176.66'])
      expect(receipt.text).toContain(words);
    expect((await shop.sql`select from papers where purchase_id = ${id} and kind = 'receipt'`).length).toBe(0);
  });
});

describe('a credit note', () => {
  test('follows each refund of an invoiced purchase once, and none is lost before a late invoice', async () => {
    const invoiced = await placePurchase(shop, ada, [hammer], { addressId });
    const transactionId = await payPurchase(shop, ada, invoiced);
    await dashboard.refunds.create({ payment_intent: transactionId, amount: 1_001 });
    const rows = await shop.sql`select id from payments where purchase_id = ${invoiced.id}`;
    const sync = () => shop.call('POST', `/payments/${rows[0].id}/check`, { token: admin.token });
    for (let time = 0; time < 2; time += 1) expect((await sync()).status).toBe(200);
    const note = await getPaper(ada, invoiced.id, 'credit-note.pdf');
    expect(note.file).toMatch(/^credit-note-CN-\d{4}-\d{6}\.pdf$/);
    for (const words of ['Credit note', '$10.01', 'INV-']) expect(note.text).toContain(words);

    const bare = await placeOrder(shop, ada, hammer);
    const intent = await payOrder(shop, ada, bare);
    await dashboard.refunds.create({ payment_intent: intent, amount: 500 });
    const payments = await shop.sql`select id from payments where purchase_id = ${bare}`;
    await shop.call('POST', `/payments/${payments[0].id}/check`, { token: admin.token });
    expect((await getPaper(ada, bare, 'credit-note.pdf')).status).toBe(404);
    await shop.call('PATCH', `/purchases/${bare}`, { token: ada.token, body: { addressId } });
    expect((await getPaper(ada, bare, 'credit-note.pdf')).text).toContain('$5.00');
    const issued = await listNumbers('credit_note');
    expect(issued.map(({ count }) => count)).toEqual([1, 2]);
  });
});

describe('the other papers', () => {
  test('a confirmation exists from the order on, with the amount to pay', async () => {
    const purchase = await placePurchase(shop, ada, [hammer, vise], { addressId, note: 'By noon, please.' });
    const paper = await getPaper(ada, purchase.id, 'confirmation.pdf');
    for (const words of ['Order confirmation', purchase.number, 'By noon, please.', '$1,488.90', 'To pay'])
      expect(paper.text).toContain(words);
    const { body } = await shop.call('GET', `/purchases/${purchase.id}/papers`, { token: ada.token });
    expect(body).toMatchObject([{ kind: 'confirmation', number: purchase.number }]);
  });

  test('a confirmation is final once it has the address', async () => {
    const id = await placeOrder(shop, ada, hammer);
    await payOrder(shop, ada, id);
    expect((await getPaper(ada, id, 'confirmation.pdf')).text).not.toContain('12 Mill Lane');
    expect((await shop.call('PATCH', `/purchases/${id}`, { token: ada.token, body: { addressId } })).status).toBe(200);
    const paper = await getPaper(ada, id, 'confirmation.pdf');
    expect(paper.text).toContain('12 Mill Lane');
    await shop.sql`update tools set item_name = 'Renamed', version = version + 1 where id = ${hammer.id}`;
    expect(await getPaper(ada, id, 'confirmation.pdf')).toEqual(paper);
    await shop.sql`update tools set item_name = 'Claw hammer', version = version + 1 where id = ${hammer.id}`;
    expect((await shop.sql`select from papers where purchase_id = ${id} and kind = 'confirmation'`).length).toBe(1);
  });

  test('a packing list is for admins, and for several purchases at once', async () => {
    const purchases = [
      await placePurchase(shop, ada, [hammer, vise], { addressId }),
      await placePurchase(shop, ada, [hammer]),
    ];
    for (const purchase of purchases) await payPurchase(shop, ada, purchase);
    const ids = purchases.map(({ id }) => id).join(',');
    const fetchList = (user: TestUser) =>
      shop.app.request(`${shop.origin}/api/packing-list.pdf?purchases=${ids}`, {
        headers: { authorization: `Bearer ${user.token}` },
      });
    expect((await fetchList(ada)).status).toBe(403);
    const list = await fetchList(admin);
    const text = (await readPages(new Uint8Array(await list.arrayBuffer()))).map((page) => page.text).join('\n');
    for (const { number } of purchases) expect(text).toContain(number);
    for (const words of ['Packing list', 'All pieces by tool', '20', 'No shipping address yet'])
      expect(text).toContain(words);
  });

  test('a packing list of too many lines is rejected with an explanation, and takes as many statements as one of two orders', async () => {
    const bounds = shop.context.boundsUnpaidOrders;
    shop.context.boundsUnpaidOrders = false;
    const tools = [];
    for (let at = 0; at < 100; at += 1) tools.push(await createTool(shop, { quantity: 100_000, minOrderQuantity: 1 }));
    const ids: string[] = [];
    for (let at = 0; at < 11; at += 1) {
      const purchase = await placePurchase(
        shop,
        ada,
        tools.map((tool) => [tool, 1] as const),
        { addressId },
      );
      await payPurchase(shop, ada, purchase);
      ids.push(purchase.id);
    }
    shop.context.boundsUnpaidOrders = bounds;
    const query = vi.spyOn(shop.database.pool, 'query');
    const pack = async (count: number) => {
      query.mockClear();
      const packed = await readPackingList(shop.database.db, shop.context, ids.slice(0, count));
      return { packed, statements: query.mock.calls.length };
    };
    const two = await pack(2);
    expect(two.packed.ok).toBe(true);
    expect((await pack(10)).statements).toBe(two.statements);
    query.mockRestore();
    const refused = await shop.call('GET', `/packing-list.pdf?purchases=${ids.join(',')}`, { token: admin.token });
    expect(statusAndCode(refused)).toBe('422 invalid');
    expect(objectBody(refused).errors).toEqual({
      purchases: 'These orders have 1,100 lines to pack. Please choose fewer, with at most 1,000 lines in all.',
    });
  });
});

describe('an address that an admin adds', () => {
  const patch = (user: TestUser, id: string, body: object) =>
    shop.call('PATCH', `/purchases/${id}`, { token: user.token, body });
  const place = async (isPaid = true) => {
    const purchase = await placePurchase(shop, bob, [hammer]);
    if (isPaid) await payPurchase(shop, bob, purchase);
    return purchase;
  };

  test('to a paid purchase is for delivery and billing, the invoice follows, and nobody can change it', async () => {
    const { id } = await place();
    expect((await getPaper(bob, id, 'invoice.pdf')).text).toContain('Receipt');
    const delivery = { ...ADDRESS, name: 'Bob', company: '' };
    expect((await patch(admin, id, { delivery })).status).toBe(200);
    const read = objectBody(await shop.call('GET', `/purchases/${id}`, { token: bob.token }));
    expect(read).toMatchObject({ delivery: { name: 'Bob', line1: '12 Mill Lane' }, billing: { name: 'Bob' } });
    expect((await getPaper(bob, id, 'invoice.pdf')).file).toMatch(/^invoice-INV-/);
    expect(statusAndCode(await patch(admin, id, { delivery: ADDRESS }))).toBe('409 purchase_agreed');
    const timeline = await shop.call('GET', `/purchases/${id}/timeline`, { token: bob.token });
    expect(timeline.body).toContainEqual(expect.objectContaining({ kind: 'addressed', by: 'shop', name: null }));
  });

  test('is rejected if it is invalid, if the purchase is unpaid, and with other fields', async () => {
    const [paid, unpaid] = [await place(), await place(false)];
    const wrong = await patch(admin, paid.id, { delivery: { ...ADDRESS, postalCode: 'ABC' } });
    expect(objectBody(wrong).errors).toEqual({ 'delivery.postalCode': expect.any(String) });
    expect(statusAndCode(await patch(admin, paid.id, { delivery: ADDRESS, note: 'Hello' }))).toBe('422 invalid');
    expect(statusAndCode(await patch(admin, paid.id, {}))).toBe('422 invalid');
    expect(statusAndCode(await patch(admin, unpaid.id, { delivery: ADDRESS }))).toBe('409 not_paid');
    // A buyer must choose an address from their book.
    expect(statusAndCode(await patch(bob, paid.id, { delivery: ADDRESS }))).toBe('422 invalid');
  });
});

test('for billing can still be set after shipping, and the invoice follows', async () => {
  const { id, orders } = await placePurchase(shop, ada, [hammer]);
  const read = async () => objectBody(await shop.call('GET', `/purchases/${id}`, { token: ada.token }));
  expect(await read()).toMatchObject({ awaitsBilling: false });
  await payPurchase(shop, ada, { id, orders, number: '', total: '' });
  const shipped = await shop.call('PUT', `/updateStatus/${orders[0]}`, { token: admin.token });
  expect(shipped.status).toBe(200);
  expect(await read()).toMatchObject({ state: 'shipped', awaitsBilling: true });
  expect((await shop.call('PATCH', `/purchases/${id}`, { token: ada.token, body: { addressId } })).status).toBe(200);
  expect(await read()).toMatchObject({ awaitsBilling: false });
  expect((await getPaper(ada, id, 'invoice.pdf')).file).toMatch(/^invoice-INV-/);
});

test('a delivery note has the number of its packing list, and its carrier’s name', async () => {
  const purchase = await placePurchase(shop, ada, [hammer], { addressId });
  await payPurchase(shop, ada, purchase);
  for (const quantity of [4, 6]) {
    const body = { lines: [{ order: purchase.orders[0], quantity }], carrier: 'UPS', tracking: '1Z999' };
    const shipped = await shop.call('POST', `/purchases/${purchase.id}/shipments`, { token: admin.token, body });
    expect(statusAndCode(shipped)).toBe('201');
  }
  const listed = await shop.call('GET', `/purchases/${purchase.id}/papers`, { token: ada.token });
  const notes = listBody(listed).filter(({ kind }) => kind === 'delivery_note');
  expect(notes.map(({ number }) => number)).toEqual([`${purchase.number}-1`, `${purchase.number}-2`]);
  const note = await getPaper(ada, purchase.id, 'delivery-note.pdf?shipment=1');
  expect(note.file).toBe(`delivery-note-${purchase.number}-1.pdf`);
  for (const words of ['UPS', `${purchase.number}-1`, '4 pieces in this shipment.', '6 pieces still to come.'])
    expect(note.text).toContain(words);
});

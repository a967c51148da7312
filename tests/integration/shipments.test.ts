import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setFailPoints } from '#src/platform/fail-point.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { snapshotDatabase } from './db-snapshot.ts';
import { listBody, objectBody, statusAndCode, type TestTool } from './order-helpers.ts';
import { createTradingShop, type PlacedPurchase, payPurchase, placePurchase } from './purchase-helpers.ts';
import { refundPieces } from './refund-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let bob: TestUser;
let admin: TestUser;
let hammer: TestTool;
let vise: TestTool;

beforeAll(async () => {
  ({ shop, admin, ada, bob, hammer, vise } = await createTradingShop());
});
afterEach(() => setFailPoints(null));
afterAll(() => checkAndClose(shop));

/** Creates a paid purchase of ten hammers and ten vises. */
async function payTwoLines(): Promise<PlacedPurchase & { first: string; second: string }> {
  const purchase = await placePurchase(shop, ada, [hammer, vise]);
  await payPurchase(shop, ada, purchase);
  const [first = '', second = ''] = purchase.orders;
  return { ...purchase, first, second };
}

const ship = (purchase: { id: string }, body: object = {}, headers: Record<string, string> = {}) =>
  shop.call('POST', `/purchases/${purchase.id}/shipments`, { token: admin.token, body, headers });
async function shipId(purchase: { id: string }, body: object = {}): Promise<string> {
  const shipped = await ship(purchase, body);
  if (shipped.status !== 201) throw new Error(JSON.stringify(shipped.body));
  return String(objectBody(shipped).insertedId);
}
const undo = (purchase: { id: string }, shipment: string, body: object = {}) =>
  shop.call('POST', `/purchases/${purchase.id}/shipments/${shipment}/undo`, { token: admin.token, body });
const list = async (purchase: { id: string }, who: TestUser) =>
  listBody(await shop.call('GET', `/purchases/${purchase.id}/shipments`, { token: who.token }));
const readLines = async (purchase: PlacedPurchase) => {
  const rows = await shop.sql`select state, shipped_quantity, shipped_at is not null as dated from orders
    where purchase_id = ${purchase.id} order by line_number`;
  return rows.map((row) => [row.state, row.shipped_quantity, row.dated]);
};
const readState = async (purchase: { id: string }) =>
  objectBody(await shop.call('GET', `/purchases/${purchase.id}`, { token: ada.token })).state;
const readMails = async (purchase: { id: string }) => {
  const rows = await shop.sql`select kind, dedupe_key, data from mails where purchase_id = ${purchase.id}
    and kind ~ 'ship' order by seq`;
  return rows as { kind: string; dedupe_key: string; data: Record<string, unknown> }[];
};
const readAudit = async (id: string) => {
  const rows = await shop.sql`select action, before, after from audit_events where subject_id = ${id}
    order by seq`;
  return rows;
};
/** Moves a shipment and its due email into the past. Only a test can change recorded times. */
async function letPass(shipment: string, seconds: number): Promise<void> {
  await shop.sql`alter table shipments disable trigger shipments_fixed`;
  await shop.sql`update shipments set shipped_at = shipped_at - make_interval(secs => ${seconds})
    where id = ${shipment}`;
  await shop.sql`alter table shipments enable trigger shipments_fixed`;
  await shop.sql`update mails set next_attempt_at = next_attempt_at - make_interval(secs => ${seconds})
    where dedupe_key = ${shipment}`;
}

describe('shipping a purchase', () => {
  test('in parts counts the pieces of each line, and sends one email for each part', async () => {
    const purchase = await payTwoLines();
    const { first, second } = purchase;
    const part = await ship(purchase, {
      lines: [{ order: first, quantity: 4 }],
      carrier: 'UPS',
      tracking: ' 1Z 999 AA1 ',
    });
    expect([part.status, part.body]).toEqual([
      201,
      {
        acknowledged: true,
        insertedId: expect.any(String),
        number: 1,
        shipped: [{ order: first, quantity: 4 }],
        undoableUntil: expect.any(String),
      },
    ]);
    expect(await readLines(purchase)).toEqual([
      ['paid', 4, false],
      ['paid', 0, false],
    ]);
    const rest = objectBody(await ship(purchase));
    expect(rest).toMatchObject({
      number: 2,
      shipped: [
        { order: first, quantity: 6 },
        { order: second, quantity: 10 },
      ],
    });
    expect(await readLines(purchase)).toEqual([
      ['shipped', 10, true],
      ['shipped', 10, true],
    ]);
    expect(await readState(purchase)).toBe('shipped');
    const partId = objectBody(part).insertedId;
    const mails = await readMails(purchase);
    expect(mails.map(({ kind, dedupe_key }) => [kind, dedupe_key])).toEqual([
      ['order_shipped', partId],
      ['order_shipped', rest.insertedId],
    ]);
    expect(mails[0]?.data).toMatchObject({
      carrier: 'UPS',
      tracking: '1Z 999 AA1',
      trackingUrl: 'https://www.ups.com/track?tracknum=1Z999AA1',
      toCome: [
        { itemName: 'Claw hammer', quantity: 6 },
        { itemName: 'Bench vise', quantity: 10 },
      ],
      order: { itemName: 'Claw hammer', quantity: 4, totalMinor: 7_560 },
    });
    expect(mails[1]?.data).toMatchObject({
      order: { totalMinor: 140_340, lines: [{ quantity: 6 }, { quantity: 10 }] },
    });
    expect(mails[1]?.data.toCome).toBeUndefined();
    expect(await readAudit(String(partId))).toEqual([
      { action: 'shipment.created', before: null, after: { pieces: 4, carrier: 'UPS', tracking: '1Z 999 AA1' } },
    ]);
    expect((await readAudit(first)).filter(({ action }) => action === 'order.shipped')).toHaveLength(1);
  });

  test('is only listed for its buyer and admins, newest last, page by page', async () => {
    const purchase = await payTwoLines();
    const { first } = purchase;
    const one = await shipId(purchase, {
      lines: [{ order: first, quantity: 1 }],
      carrier: 'Our own van',
      tracking: '7',
    });
    const two = await shipId(purchase);
    const mine = await list(purchase, ada);
    expect(mine.map(({ _id }) => _id)).toEqual([one, two]);
    expect(mine[0]).toEqual({
      _id: one,
      number: 1,
      carrier: 'Our own van',
      tracking: '7',
      trackingUrl: null,
      shippedAt: expect.any(String),
      lines: [{ order: first, itemName: 'Claw hammer', quantity: 1 }],
      correctedAt: null,
      correctionReason: '',
    });
    expect((await list({ id: purchase.number }, admin))[0]).toMatchObject({ shippedBy: admin.email, undoneAt: null });
    const path = `/purchases/${purchase.id}/shipments`;
    expect(statusAndCode(await shop.call('GET', path, { token: bob.token }))).toBe('404 not_found');
    const page = listBody(await shop.call('GET', `${path}?limit=1&before=${two}`, { token: ada.token }));
    expect(page.map(({ _id }) => _id)).toEqual([one]);
  });

  test.each([
    [
      'more than is left',
      (p: { first: string }) => ({ lines: [{ order: p.first, quantity: 11 }] }),
      'lines.0.quantity',
    ],
    [
      'a line of another purchase',
      (p: { first: string }) => ({
        lines: [
          { order: p.first, quantity: 1 },
          { order: 'a'.repeat(24), quantity: 1 },
        ],
      }),
      'lines.1.order',
    ],
    [
      'a repeated line',
      (p: { first: string }) => ({ lines: [1, 2].map((quantity) => ({ order: p.first, quantity })) }),
      'lines.1.order',
    ],
    ['no pieces', (p: { first: string }) => ({ lines: [{ order: p.first, quantity: 0 }] }), 'lines.0.quantity'],
    ['half a piece', (p: { first: string }) => ({ lines: [{ order: p.first, quantity: 0.5 }] }), 'lines.0.quantity'],
    ['no lines', () => ({ lines: [] }), 'lines'],
    ['a tracking number of two lines', () => ({ tracking: '1\n2' }), 'tracking'],
    ['a tracking number of 101 characters', () => ({ tracking: '1'.repeat(101) }), 'tracking'],
    ['a carrier of 61 characters', () => ({ carrier: 'x'.repeat(61) }), 'carrier'],
  ])('of %s is rejected at its field, and nothing is stored', async (_what, toBody, field) => {
    const purchase = await payTwoLines();
    const before = await snapshotDatabase(shop);
    const refused = await ship(purchase, toBody(purchase));
    expect([statusAndCode(refused), Object.keys(objectBody(refused).errors as object)]).toEqual([
      '422 invalid',
      [field],
    ]);
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test('is rejected before payment, after its end, and when nothing is left', async () => {
    const unpaid = await placePurchase(shop, ada, [hammer, vise]);
    expect(statusAndCode(await ship(unpaid))).toBe('409 not_paid');
    for (const id of unpaid.orders) await shop.call('DELETE', `/order/${id}`, { token: ada.token });
    expect(statusAndCode(await ship(unpaid))).toBe('409 order_ended');
    const purchase = await payTwoLines();
    await ship(purchase);
    expect(statusAndCode(await ship(purchase))).toBe('409 nothing_to_ship');
    for (const id of ['a'.repeat(24), '%00', 'IM-2026-999999'])
      expect(statusAndCode(await ship({ id }))).toBe('404 not_found');
  });

  test('does not ship refunded pieces', async () => {
    const purchase = await payTwoLines();
    const { first, second } = purchase;
    await refundPieces(shop, admin, { ...purchase, order: first, quantity: 3 });
    expect(statusAndCode(await ship(purchase, { lines: [{ order: first, quantity: 8 }] }))).toBe('422 invalid');
    expect(objectBody(await ship(purchase, { lines: [{ order: first, quantity: 7 }] })).number).toBe(1);
    expect(await readLines(purchase)).toEqual([
      ['shipped', 7, true],
      ['paid', 0, false],
    ]);
    await refundPieces(shop, admin, { ...purchase, order: second, quantity: 10 });
    expect(statusAndCode(await ship(purchase))).toBe('409 nothing_to_ship');
    expect(await readState(purchase)).toBe('shipped');
  });

  test('happens once per key and once per piece, when sent twenty times at once', async () => {
    const purchase = await payTwoLines();
    const key = { 'idempotency-key': 'a-double-click' };
    const body = { lines: [{ order: purchase.first, quantity: 2 }] };
    const same = await Promise.all(Array.from({ length: 20 }, () => ship(purchase, body, key)));
    expect(new Set(same.map((one) => `${one.status} ${JSON.stringify(one.body)}`)).size).toBe(1);
    expect(same[0]?.status).toBe(201);
    expect(statusAndCode(await ship(purchase, {}, key))).toBe('422 idempotency_key_reused');
    const parallel = await Promise.all(
      Array.from({ length: 20 }, () => ship(purchase, { lines: [{ order: purchase.first, quantity: 3 }] })),
    );
    expect(parallel.map(statusAndCode).sort()).toEqual(['201', '201', ...Array(18).fill('422 invalid')]);
    expect((await readLines(purchase))[0]).toEqual(['paid', 8, false]);
    const others = await Promise.all([
      ...Array.from({ length: 10 }, () => ship(purchase)),
      ...Array.from({ length: 10 }, () =>
        shop.call('PUT', `/updateStatus/${purchase.second}`, { token: admin.token, body: {} }),
      ),
    ]);
    expect(others.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await readLines(purchase)).toEqual([
      ['shipped', 10, true],
      ['shipped', 10, true],
    ]);
  });

  test('more than its pieces is rejected by the database, and so is a change of a shipment', async () => {
    const purchase = await payTwoLines();
    const shipment = await shipId(purchase);
    const violated = (text: string, ...values: unknown[]) =>
      shop.query(text, values).then(
        () => null,
        ({ constraint }) => constraint,
      );
    expect(await violated('update orders set shipped_quantity = quantity + 1 where id = $1', purchase.first)).toBe(
      'orders_pieces_bounded',
    );
    for (const change of [
      'update shipment_lines set quantity = quantity + 1 where shipment_id = $1',
      'delete from shipment_lines where shipment_id = $1',
      "update shipments set tracking = 'other' where id = $1",
      'delete from shipments where id = $1',
    ])
      expect(await violated(change, shipment)).toBe('shipments_fixed');
  });

  test('through the specified call creates a shipment of the rest of one line', async () => {
    const purchase = await payTwoLines();
    await ship(purchase, { lines: [{ order: purchase.first, quantity: 4 }] });
    const put = () => shop.call('PUT', `/updateStatus/${purchase.first}`, { token: admin.token });
    expect([objectBody(await put()).modifiedCount, objectBody(await put()).modifiedCount]).toEqual([1, 0]);
    expect((await list(purchase, ada)).map(({ lines }) => lines)).toEqual([
      [{ order: purchase.first, itemName: 'Claw hammer', quantity: 4 }],
      [{ order: purchase.first, itemName: 'Claw hammer', quantity: 6 }],
    ]);
    await ship(purchase);
    expect(objectBody(await put()).modifiedCount).toBe(0);
  });
});

describe('undoing a shipment', () => {
  test('within its minute leaves no trace for its buyer, and everything can be shipped again', async () => {
    const purchase = await payTwoLines();
    const shipment = await shipId(purchase);
    expect(await readState(purchase)).toBe('shipped');
    expect((await undo(purchase, shipment)).body).toEqual({ acknowledged: true, modifiedCount: 1, corrected: false });
    expect(await readLines(purchase)).toEqual([
      ['paid', 0, false],
      ['paid', 0, false],
    ]);
    expect(await readState(purchase)).toBe('paid');
    expect(await readMails(purchase)).toEqual([]);
    expect(await list(purchase, ada)).toEqual([]);
    expect(await list(purchase, admin)).toMatchObject([{ undoneBy: admin.email, correctedAt: null }]);
    const orders = listBody(await shop.call('GET', `/orders?q=${purchase.number}`, { token: admin.token }));
    expect(orders.map(({ pending, state }) => [pending, state])).toEqual([
      [false, 'paid'],
      [false, 'paid'],
    ]);
    expect((await readAudit(shipment)).map(({ action }) => action)).toEqual(['shipment.created', 'shipment.undone']);
    expect(statusAndCode(await undo(purchase, shipment))).toBe('409 shipment_undone');
    expect(objectBody(await ship(purchase)).number).toBe(2);
  });

  test('after the minute is a correction with a reason, and its buyer gets one email', async () => {
    const purchase = await payTwoLines();
    await ship(purchase, { lines: [{ order: purchase.first, quantity: 4 }] });
    const shipment = await shipId(purchase);
    await letPass(shipment, 61);
    const before = await snapshotDatabase(shop);
    for (const reason of [undefined, '', '  '])
      expect(objectBody(await undo(purchase, shipment, { reason }))).toMatchObject({
        status: 422,
        errors: { reason: expect.stringContaining('explain why') },
      });
    expect(await snapshotDatabase(shop)).toEqual(before);
    const corrected = await undo(purchase, shipment, { reason: 'The wrong bay.' });
    expect(objectBody(corrected)).toMatchObject({ corrected: true });
    expect(await readLines(purchase)).toEqual([
      ['paid', 4, false],
      ['paid', 0, false],
    ]);
    const mails = await readMails(purchase);
    expect(mails.map(({ kind }) => kind)).toEqual(['order_shipped', 'order_shipped', 'shipment_corrected']);
    expect(mails[2]?.data).toMatchObject({
      reason: 'The wrong bay.',
      order: { lines: [{ itemName: 'Claw hammer', quantity: 6 }, { itemName: 'Bench vise' }] },
    });
    expect((await list(purchase, ada))[1]).toMatchObject({
      correctedAt: expect.any(String),
      correctionReason: 'The wrong bay.',
    });
    expect((await readAudit(shipment)).at(-1)).toEqual({
      action: 'shipment.corrected',
      before: { pieces: 16 },
      after: { pieces: 0, reason: 'The wrong bay.' },
    });
    expect(statusAndCode(await undo(purchase, shipment, { reason: 'Again.' }))).toBe('409 shipment_undone');
  });

  test('within its minute is still a correction once its email is being sent', async () => {
    const purchase = await payTwoLines();
    const shipment = await shipId(purchase);
    await shop.sql`update mails set attempts = 1 where dedupe_key = ${shipment} and kind = 'order_shipped'`;
    expect(statusAndCode(await undo(purchase, shipment))).toBe('422 invalid');
    expect(objectBody(await undo(purchase, shipment, { reason: 'Torn box.' })).corrected).toBe(true);
    expect((await readMails(purchase)).map(({ kind }) => kind)).toEqual(['order_shipped', 'shipment_corrected']);
  });

  test('takes later refunds into account: lines stay shipped, or can be shipped again', async () => {
    const purchase = await payTwoLines();
    const { first, second } = purchase;
    await ship(purchase, { lines: [{ order: first, quantity: 6 }] });
    const rest = await shipId(purchase);
    await refundPieces(shop, admin, { ...purchase, order: first, quantity: 4 });
    await refundPieces(shop, admin, { ...purchase, order: second, quantity: 1 });
    await undo(purchase, rest);
    expect(await readLines(purchase)).toEqual([
      ['shipped', 6, true],
      ['paid', 0, false],
    ]);
    expect(await readState(purchase)).toBe('paid');
    expect(objectBody(await ship(purchase)).shipped).toEqual([{ order: second, quantity: 9 }]);
  });

  test('keeps a review that its buyer wrote in the meantime', async () => {
    const purchase = await payTwoLines();
    const shipment = await shipId(purchase);
    const review = { title: 'Good', rating: 5, about: 'It holds.', toolId: vise.id, company: 'Works', designation: '' };
    const written = await shop.call('POST', '/review', {
      token: ada.token,
      body: { ...review, displayName: ada.displayName, image: '/images/monograms/AS.svg', designation: 'Smith' },
    });
    expect(written.status).toBe(201);
    expect((await undo(purchase, shipment)).status).toBe(200);
    const shown = listBody(await shop.call('GET', `/review?toolId=${vise.id}`, {}));
    expect(shown).toHaveLength(1);
  });

  test('of another purchase, or with an unknown or malformed id, does nothing', async () => {
    const [purchase, other] = [await payTwoLines(), await payTwoLines()];
    const shipment = await shipId(other);
    for (const id of [shipment, 'a'.repeat(24), '%00'])
      expect(statusAndCode(await undo(purchase, id, { reason: 'No.' }))).toBe('404 not_found');
  });

  test('at the same time as shipping never ships a piece too many or too few', async () => {
    const purchase = await payTwoLines();
    const shipment = await shipId(purchase);
    const all = await Promise.all([
      ...Array.from({ length: 8 }, () => undo(purchase, shipment)),
      ...Array.from({ length: 8 }, () => ship(purchase)),
    ]);
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status >= 500)).toEqual([]);
    const left = (await readLines(purchase)).map(([, pieces]) => pieces);
    expect([
      [0, 0],
      [10, 10],
    ]).toContainEqual(left);
  });
});

describe('shipping many purchases', () => {
  const shipMany = (body: object, headers: Record<string, string> = {}) =>
    shop.call('POST', '/shipments', { token: admin.token, body, headers });

  test('reports the result for each, and a repetition with its key ships nothing more', async () => {
    const [one, two, three] = [await payTwoLines(), await placePurchase(shop, ada, [hammer]), await payTwoLines()];
    const purchases = [one.id, two.id, 'a'.repeat(24), three.id];
    const key = { 'idempotency-key': 'the-morning' };
    const sent = await shipMany({ purchases, carrier: 'gls' }, key);
    const results = objectBody(sent).results as object[];
    expect(results).toMatchObject([
      { purchase: one.id, shipped: true, number: 1, insertedId: expect.any(String) },
      { purchase: two.id, shipped: false, code: 'not_paid', detail: expect.stringContaining('paid') },
      { purchase: 'a'.repeat(24), shipped: false, code: 'not_found' },
      { purchase: three.id, shipped: true, number: 1 },
    ]);
    expect((await shipMany({ purchases, carrier: 'gls' }, key)).body).toEqual(sent.body);
    expect((await list(three, ada))[0]).toMatchObject({ carrier: 'GLS', number: 1 });
  });

  test('gives each parcel its own tracking number', async () => {
    const [one, two] = [await payTwoLines(), await payTwoLines()];
    const tracking = { [two.id]: ' 1Z 999 ' };
    expect((await shipMany({ purchases: [one.id, two.id], carrier: 'ups', tracking })).status).toBe(200);
    expect((await list(one, ada))[0]).toMatchObject({ carrier: 'UPS', tracking: '', trackingUrl: null });
    expect((await list(two, ada))[0]).toMatchObject({ tracking: '1Z 999', trackingUrl: expect.stringContaining('1Z') });
  });

  test.each([
    ['a tracking number of another purchase', { purchases: ['a'.repeat(24)], tracking: { ['b'.repeat(24)]: '1' } }],
    ['a tracking number of two lines', { purchases: ['a'.repeat(24)], tracking: { ['a'.repeat(24)]: '1\n2' } }],
    ['none', { purchases: [] }],
    ['a repeated purchase', { purchases: ['a'.repeat(24), 'a'.repeat(24)] }],
    ['51', { purchases: Array.from({ length: 51 }, (_, at) => `${at}`.padStart(24, 'a')) }],
    ['a malformed id', { purchases: ['1'] }],
  ])('rejects %s', async (_what, body) => {
    expect(statusAndCode(await shipMany(body))).toBe('422 invalid');
  });
});

describe('a process that dies', () => {
  const dieAt = (name: string) =>
    setFailPoints((reached) => {
      if (reached === name) throw new Error('killed');
    });

  test('before a shipment is committed has shipped nothing, and afterwards everything, as the same key confirms', async () => {
    const purchase = await payTwoLines();
    const before = await snapshotDatabase(shop);
    const key = { 'idempotency-key': 'dies' };
    dieAt('ship:before-commit');
    expect((await ship(purchase, {}, key)).status).toBe(500);
    setFailPoints(null);
    expect(await snapshotDatabase(shop)).toEqual(before);
    dieAt('ship:after-commit');
    expect((await ship(purchase, {}, key)).status).toBe(500);
    setFailPoints(null);
    const again = await ship(purchase, {}, key);
    expect([again.status, objectBody(again).number]).toEqual([201, 1]);
    expect(await readMails(purchase)).toHaveLength(1);
  });

  test('before an undo is committed has undone nothing', async () => {
    const purchase = await payTwoLines();
    const shipment = await shipId(purchase);
    const before = await snapshotDatabase(shop);
    dieAt('unship:before-commit');
    expect((await undo(purchase, shipment)).status).toBe(500);
    setFailPoints(null);
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test('between two of many purchases has shipped the first, and a repetition ships the rest', async () => {
    const both = [await payTwoLines(), await payTwoLines()];
    const body = { purchases: both.map(({ id }) => id) };
    const call = () =>
      shop.call('POST', '/shipments', { token: admin.token, body, headers: { 'idempotency-key': 'cut' } });
    dieAt('ship:after-commit');
    expect((await call()).status).toBe(500);
    setFailPoints(null);
    expect(await Promise.all(both.map(readState))).toEqual(['shipped', 'paid']);
    expect(objectBody(await call()).results).toMatchObject([
      { shipped: true, number: 1 },
      { shipped: true, number: 1 },
    ]);
    for (const purchase of both) expect(await readMails(purchase)).toHaveLength(1);
  });
});

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TimelineEntry } from '#src/features/purchases/contract.ts';
import { expirePurchases } from '#src/flows/cancellations/expire-purchases.server.ts';
import { readTimeline } from '#src/flows/purchases/read-timeline.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { createTool, listBody, statusAndCode, type TestTool } from './order-helpers.ts';
import { createTradingShop, type PlacedPurchase, payPurchase, placePurchase } from './purchase-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let bob: TestUser;
let admin: TestUser;
let hammer: TestTool;
let vise: TestTool;

beforeAll(async () => {
  ({ shop, admin, ada, bob, hammer, vise } = await createTradingShop());
});
afterAll(() => checkAndClose(shop));

const read = (user: TestUser, idOrNumber: string) =>
  shop.call('GET', `/purchases/${idOrNumber}/timeline`, { token: user.token });
const list = async (user: TestUser, { number }: Pick<PlacedPurchase, 'number'>) =>
  listBody(await read(user, number)) as unknown as TimelineEntry[];
const texts = (entries: TimelineEntry[]) => entries.map(({ text }) => text);

/** Changes rows in a way that is only possible with direct access to the database. */
async function change(table: string, statement: string, ...values: unknown[]): Promise<void> {
  await shop.query(`alter table ${table} disable trigger user`);
  await shop.query(statement, values);
  await shop.query(`alter table ${table} enable trigger user`);
}
const forget = (table: string, column: string, value: string) =>
  change(table, `delete from ${table} where ${column} = $1`, value);

describe('the timeline of a purchase', () => {
  test('shows its buyer and the shop what happened, in order, by its id and by its number', async () => {
    const purchase = await placePurchase(shop, ada, [hammer, vise]);
    await payPurchase(shop, ada, purchase);
    const entries = await list(admin, purchase);
    expect(texts(entries)).toEqual([
      'Ordered',
      'Email stored, not sent: On hold for you: order IM-2026-000001, 2 tools',
      'Paid with a card',
      'Email stored, not sent: Paid: order IM-2026-000001, 2 tools',
    ]);
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted());
    expect(listBody(await read(admin, purchase.id))).toEqual(entries);
    // An email that was never sent is left out, since its buyer cannot have read it.
    expect(texts(await list(ada, purchase))).toEqual(['Ordered', 'Paid with a card']);
  });

  test('shows the buyer emails that were sent or failed, and no emails to anybody else', async () => {
    const purchase = await placePurchase(shop, ada, [hammer]);
    await shop.sql`update mails set state = 'sent', sent_at = now() where purchase_id = ${purchase.id}`;
    expect(texts(await list(ada, purchase))[1]).toMatch(
      /^Email sent: On hold for you: order IM-2026-\d+, 10 × Claw hammer/,
    );
    await shop.sql`update mails set state = 'failed', sent_at = null where purchase_id = ${purchase.id}`;
    expect(texts(await list(ada, purchase))[1]).toMatch(/^Email could not be sent/);
    await shop.sql`update mails set recipient = 'shop@example.com' where purchase_id = ${purchase.id}`;
    expect(texts(await list(ada, purchase))).toEqual(['Ordered']);
    expect(await list(admin, purchase)).toHaveLength(2);
    await shop.sql`update mails set recipient = ${ada.email}, state = 'stored' where purchase_id = ${purchase.id}`;
  });

  test('shows who deleted a line: an admin for admins, and the shop for the buyer', async () => {
    const purchase = await placePurchase(shop, ada, [hammer, vise]);
    await shop.call('DELETE', `/order/${purchase.orders[1]}`, { token: admin.token });
    const find = async (user: TestUser) => (await list(user, purchase)).find(({ kind }) => kind === 'line_removed');
    expect(await find(admin)).toMatchObject({ text: 'Deleted: 10 Bench vise', by: 'shop', name: admin.displayName });
    expect(await find(ada)).toMatchObject({ text: 'Deleted: 10 Bench vise', by: 'shop', name: null });
  });

  test('shows who canceled it, and that another one expired by itself', async () => {
    const canceled = await placePurchase(shop, ada, [hammer]);
    await shop.call('DELETE', `/order/${canceled.orders[0]}`, { token: ada.token });
    expect((await list(ada, canceled)).at(-1)).toMatchObject({ kind: 'canceled', by: 'buyer' });
    const expired = await placePurchase(shop, ada, [vise]);
    await shop.sql`update stock_holds set expires_at = now() - interval '1 second' where order_id = ${expired.id}`;
    await expirePurchases(shop.context);
    const entries = await list(ada, expired);
    expect(entries.filter(({ kind }) => kind !== 'mail').at(-1)).toMatchObject({ kind: 'expired', by: null });
    expect(entries.filter(({ kind }) => kind === 'line_removed')).toEqual([]);
  });

  test('shows shipments with carrier and reason, and one from a version that did not store shipments', async () => {
    const purchase = await placePurchase(shop, ada, [hammer]);
    await payPurchase(shop, ada, purchase);
    await shop.call('PUT', `/updateStatus/${purchase.orders[0]}`, { token: admin.token });
    const shipped = async (user: TestUser) =>
      (await list(user, purchase)).filter(({ kind }) => kind === 'shipped' || kind === 'unshipped');
    // First the event, then the email about it.
    expect((await list(admin, purchase)).slice(-2).map(({ kind }) => kind)).toEqual(['shipped', 'mail']);
    expect(await shipped(ada)).toMatchObject([{ text: 'Shipped: 10 pieces', by: 'shop', name: null }]);
    await forget('shipment_lines', 'order_id', purchase.id);
    await forget('shipments', 'purchase_id', purchase.id);
    await shop.query(
      `insert into shipments (id, purchase_id, number, carrier, tracking, shipped_by, undone_at, undone_by, undo_reason, is_corrected)
       values ('s1', $1, 1, 'ups', '1Z999', $2, now() + interval '1 minute', $2, 'Wrong dock', true)`,
      [purchase.id, admin.userId],
    );
    await shop.sql`insert into shipment_lines (shipment_id, order_id, quantity) values ('s1', ${purchase.id}, 4)`;
    expect(await shipped(admin)).toMatchObject([
      { text: 'Shipped: 4 pieces', note: 'UPS, tracking number 1Z999', name: admin.displayName },
      { text: 'Shipment undone: 4 pieces', note: 'Wrong dock', name: admin.displayName },
    ]);
    expect(new Set((await shipped(ada)).map(({ name }) => name))).toEqual(new Set([null]));
    // A buyer does not see a shipment that was undone before its email was sent.
    await change('shipments', "update shipments set is_corrected = false where id = 's1'");
    expect(await shipped(ada)).toEqual([]);
    expect(await shipped(admin)).toHaveLength(2);
    await forget('shipment_lines', 'shipment_id', 's1');
    await forget('shipments', 'id', 's1');
    await shop.sql`update orders set state = 'paid', shipped_at = null, shipped_quantity = 0
      where id = ${purchase.id}`;
    await shop.sql`update purchases set state = 'paid', shipped_at = null where id = ${purchase.id}`;
  });

  test('shows the admin who canceled a paid purchase', async () => {
    const purchase = await placePurchase(shop, ada, [hammer]);
    await payPurchase(shop, ada, purchase);
    await shop.call('POST', `/purchases/${purchase.id}/cancel`, {
      token: admin.token,
      body: { reason: 'Out of stock' },
    });
    const find = async (user: TestUser) => (await list(user, purchase)).find(({ kind }) => kind === 'canceled');
    expect(await find(admin)).toMatchObject({ by: 'shop', name: admin.displayName, note: 'Out of stock' });
    expect(await find(ada)).toMatchObject({ by: 'shop', name: null });
  });

  test('keeps each request to cancel and how it was declined, with both reasons', async () => {
    const purchase = await placePurchase(shop, ada, [hammer]);
    await payPurchase(shop, ada, purchase);
    const cancel = (user: TestUser, body: object) =>
      shop.call('POST', `/purchases/${purchase.id}/cancel`, { token: user.token, body });
    await cancel(ada, { reason: 'Bought too many' });
    await cancel(admin, { decline: true, reason: 'It leaves today.' });
    await cancel(ada, { reason: 'Please' });
    const entries = (await list(ada, purchase)).filter(({ kind }) => kind.startsWith('cancel'));
    expect(entries).toMatchObject([
      { kind: 'cancel_requested', note: 'Bought too many', by: 'buyer' },
      { kind: 'cancel_declined', text: 'Request to cancel declined', note: 'It leaves today.', by: 'shop', name: null },
      { kind: 'cancel_requested', note: 'Please', by: 'buyer' },
    ]);
  });

  test('shows refunds by the shop and in the provider’s dashboard, and failed ones only to the shop', async () => {
    const purchase = await placePurchase(shop, ada, [hammer]);
    await payPurchase(shop, ada, purchase);
    const rows = await shop.sql`select id from payments where purchase_id = ${purchase.id} and state = 'captured'`;
    const [payment] = rows as { id: string }[];
    await shop.sql`insert into refunds (id, purchase_id, payment_id, amount_minor, reason, state, settled_at, requested_by)
       values ('r1', ${purchase.id}, ${payment?.id}, 500, 'A dent', 'failed', now(), ${admin.userId})`;
    await shop.sql`insert into payment_refunds (id, payment_id, amount_minor, status, created_at)
      values ('re_1', ${payment?.id}, 700, 'pending', now())`;
    const refunds = async (user: TestUser) => (await list(user, purchase)).filter(({ kind }) => kind === 'refund');
    expect(await refunds(admin)).toMatchObject([
      { text: 'Refund failed: $5.00', note: 'A dent', by: 'shop', name: admin.displayName },
      { text: 'Refund in progress: $7.00', by: 'provider' },
    ]);
    expect(texts(await refunds(ada))).toEqual(['Refund in progress: $7.00']);
    await forget('payment_refunds', 'id', 're_1');
    await forget('refunds', 'id', 'r1');
  });

  test('shows who added the address of a paid purchase', async () => {
    const purchase = await placePurchase(shop, ada, [hammer]);
    await payPurchase(shop, ada, purchase);
    const address = {
      name: 'Ada',
      line1: '1 Main Street',
      city: 'Cleveland',
      region: 'OH',
      postalCode: '44114',
      country: 'US',
    };
    const added = await shop.call('POST', '/addresses', { token: ada.token, body: address });
    const { insertedId: addressId } = added.body as { insertedId: string };
    await shop.call('PATCH', `/purchases/${purchase.id}`, { token: ada.token, body: { addressId } });
    expect((await list(ada, purchase)).at(-1)).toMatchObject({ text: 'Address added', by: 'buyer' });
  });

  test('is not found for somebody else by number or id, or for a missing purchase', async () => {
    const purchase = await placePurchase(shop, ada, [hammer]);
    for (const id of [purchase.id, purchase.number, 'IM-2026-999999', 'nothing'])
      expect(statusAndCode(await read(bob, id))).toBe('404 not_found');
  });

  test('takes as many statements for many lines and emails as for one', async () => {
    const tools = await Promise.all(Array.from({ length: 20 }, () => createTool(shop, { quantity: 1_000 })));
    const one = await placePurchase(shop, ada, [hammer]);
    const many = await placePurchase(shop, ada, tools);
    const count = async ({ id }: PlacedPurchase) => {
      const query = vi.spyOn(pg.Client.prototype, 'query');
      await readTimeline(shop.database.db, 'shop', id);
      // This process may announce other writes to other processes at any time.
      const calls = query.mock.calls.filter((call) => !JSON.stringify(call).includes('pg_notify')).length;
      query.mockRestore();
      return calls;
    };
    const few = await count(one);
    expect(few).toBeGreaterThan(4);
    expect(await count(many)).toBe(few);
  });
});

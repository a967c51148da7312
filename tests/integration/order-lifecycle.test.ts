import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderCopy } from '#src/features/orders/copy.ts';
import { expirePurchases } from '#src/flows/cancellations/expire-purchases.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { snapshotDatabase } from './db-snapshot.ts';
import {
  createTool,
  getOrderRow,
  getToolRow,
  listBody,
  objectBody,
  payOrder,
  placeOrder,
  statusAndCode,
  type TestTool,
} from './order-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let bob: TestUser;
let admin: TestUser;
let hammer: TestTool;

beforeAll(async () => {
  shop = await createTestShop();
  [admin, ada, bob] = await Promise.all([shop.createAdmin(), shop.signUp(), shop.signUp({ displayName: 'Bob' })]);
  hammer = await createTool(shop, { itemName: 'Claw hammer', quantity: 10_000 });
});
afterAll(() => checkAndClose(shop));

describe('reading orders', () => {
  test('GET /myorder returns only the caller’s orders, limited and paginated', async () => {
    const eve = await shop.signUp({ displayName: 'Eve' });
    const ids: string[] = [];
    for (let at = 0; at < 4; at += 1) ids.push(await placeOrder(shop, eve, hammer));
    const ownOrders = listBody(await shop.call('GET', `/myorder?email=${eve.email}`, { token: eve.token }));
    expect(ownOrders.map((row) => row._id)).toEqual(ids);
    const page = listBody(
      await shop.call('GET', `/myorder?email=${eve.email}&limit=2&before=${ids[3]}`, { token: eve.token }),
    );
    expect(page.map((row) => row._id)).toEqual(ids.slice(1, 3));
    for (const token of [ada.token, admin.token]) {
      expect(statusAndCode(await shop.call('GET', `/myorder?email=${eve.email}`, { token }))).toBe(
        '403 not_your_email',
      );
    }
    expect(statusAndCode(await shop.call('GET', '/myorder', { token: eve.token }))).toBe('422 invalid');
  });

  test('GET /orders returns everyone’s orders to admins, limited and paginated', async () => {
    for (const buyer of [ada, bob]) await placeOrder(shop, buyer, hammer);
    const all = listBody(await shop.call('GET', '/orders', { token: admin.token }));
    expect(all.slice(-2).map((row) => row.email)).toEqual([ada.email, bob.email]);
    const page = listBody(
      await shop.call('GET', `/orders?limit=1&before=${String(all[1]?._id)}`, { token: admin.token }),
    );
    expect(page).toEqual([all[0]]);
    expect(statusAndCode(await shop.call('GET', '/orders', { token: bob.token }))).toBe('403 forbidden');
  });

  test('GET /payment/{id} looks the same for another user’s order and a missing one', async () => {
    const id = await placeOrder(shop, bob, hammer);
    expect((await shop.call('GET', `/payment/${id}`, { token: bob.token })).status).toBe(200);
    const strip = (response: { body: unknown }) => ({ ...(response.body as object), requestId: '' });
    const none = await shop.call('GET', `/payment/${'a'.repeat(24)}`, { token: ada.token });
    for (const other of [ada, admin]) {
      expect(strip(await shop.call('GET', `/payment/${id}`, { token: other.token }))).toEqual(strip(none));
    }
    expect(statusAndCode(await shop.call('GET', '/payment/%00', { token: ada.token }))).toBe('404 not_found');
  });

  test('the buyer who tries to pay an order that has ended reads why, and nobody else does', async () => {
    const price = '189.00';
    const expired = (id: string) =>
      shop.sql`update stock_holds set expires_at = now() - interval '1 second' where order_id = ${id}`;
    for (const [state, end] of [
      ['deleted', (id: string) => shop.call('DELETE', `/order/${id}`, { token: admin.token })],
      ['expired', async (id: string) => [await expired(id), await expirePurchases(shop.context)]],
    ] as const) {
      const id = await placeOrder(shop, bob, hammer);
      await end(id);
      const read = (token: string) => shop.call('GET', `/payment/${id}`, { token });
      const pay = (token: string) => shop.call('POST', '/create-payment-intent', { token, body: { price, order: id } });
      for (const attempt of [read, pay]) {
        const own = await attempt(bob.token);
        expect(statusAndCode(own)).toBe('404 not_found');
        expect(own.body).toMatchObject({ detail: orderCopy.ended[state], state, toolId: hammer.id });
        const foreign = await attempt(ada.token);
        expect(statusAndCode(foreign)).toBe('404 not_found');
        expect(foreign.body).toMatchObject({ detail: orderCopy.ended.unknown });
        expect(foreign.body).not.toHaveProperty('toolId');
      }
    }
  });
});

describe('DELETE /order/{id}', () => {
  test('cancels the owner’s unpaid order, returns its stock and hides it', async () => {
    const before = await getToolRow(shop, hammer.id);
    const id = await placeOrder(shop, ada, hammer, 40);
    const response = await shop.call('DELETE', `/order/${id}`, { token: ada.token });
    expect([response.status, response.body]).toEqual([200, { acknowledged: true, deletedCount: 1 }]);
    expect(await getToolRow(shop, hammer.id)).toEqual(before);
    for (const again of ['GET', 'DELETE'] as const) {
      expect(
        statusAndCode(
          await shop.call(again, again === 'GET' ? `/payment/${id}` : `/order/${id}`, { token: ada.token }),
        ),
      ).toBe('404 not_found');
    }
    expect((await getOrderRow(shop, id)).state).toBe('deleted');
  });

  test('lets an admin cancel any unpaid order', async () => {
    const id = await placeOrder(shop, ada, hammer);
    expect((await shop.call('DELETE', `/order/${id}`, { token: admin.token })).status).toBe(200);
  });

  test('treats another customer’s order as missing', async () => {
    const id = await placeOrder(shop, ada, hammer);
    const before = await snapshotDatabase(shop);
    expect(statusAndCode(await shop.call('DELETE', `/order/${id}`, { token: bob.token }))).toBe('404 not_found');
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test('never cancels a paid order', async () => {
    const id = await placeOrder(shop, ada, hammer);
    await payOrder(shop, ada, id);
    const before = await snapshotDatabase(shop);
    for (const { token } of [ada, admin])
      expect(statusAndCode(await shop.call('DELETE', `/order/${id}`, { token }))).toBe('409 already_paid');
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test('ten times in parallel returns the stock once', async () => {
    const before = await getToolRow(shop, hammer.id);
    const id = await placeOrder(shop, ada, hammer, 40);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => shop.call('DELETE', `/order/${id}`, { token: ada.token })),
    );
    expect(responses.map(statusAndCode).sort()).toEqual(['200', ...Array.from({ length: 9 }, () => '404 not_found')]);
    expect(await getToolRow(shop, hammer.id)).toEqual(before);
  });
});

describe('PUT /updateStatus/{id}', () => {
  test('ships a paid order once, and a repetition changes nothing', async () => {
    const id = await placeOrder(shop, ada, hammer);
    expect(statusAndCode(await shop.call('PUT', `/updateStatus/${id}`, { token: admin.token }))).toBe('409 not_paid');
    await payOrder(shop, ada, id);
    expect(statusAndCode(await shop.call('PUT', `/updateStatus/${id}`, { token: ada.token }))).toBe('403 forbidden');
    const both = await Promise.all(
      [1, 2].map(() => shop.call('PUT', `/updateStatus/${id}`, { token: admin.token, body: {} })),
    );
    expect(both.map((response) => objectBody(response).modifiedCount).sort()).toEqual([0, 1]);
    const shipped = objectBody(await shop.call('GET', `/payment/${id}`, { token: ada.token }));
    expect([shipped.paid, shipped.pending]).toEqual([true, true]);
  });

  test('returns 404 for a canceled or missing order', async () => {
    const id = await placeOrder(shop, ada, hammer);
    await shop.call('DELETE', `/order/${id}`, { token: ada.token });
    for (const missing of [id, 'a'.repeat(24), '%00']) {
      expect(statusAndCode(await shop.call('PUT', `/updateStatus/${missing}`, { token: admin.token }))).toBe(
        '404 not_found',
      );
    }
  });
});

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Permission, ROLES } from '#src/shared/permissions.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, objectBody, payOrder, placeOrder, statusAndCode, type TestTool } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let ada: TestUser;
let hammer: TestTool;

beforeAll(async () => {
  shop = await createTestShop();
  [admin, ada] = await Promise.all([shop.createAdmin(), shop.signUp()]);
  hammer = await createTool(shop, { quantity: 1_000 });
});
afterAll(() => shop.close());

const list = ROLES.admin.permissions as unknown as Permission[];
const whole = [...list];
afterEach(() => list.splice(0, list.length, ...whole));

/** Takes permissions away from admins until the end of the test. */
function take(...taken: Permission[]): void {
  list.splice(0, list.length, ...whole.filter((permission) => !taken.includes(permission)));
}

const call = async (method: string, path: string, body?: object) =>
  statusAndCode(await shop.call(method, path, { token: admin.token, body }));

async function makePriceChange(): Promise<{ status: string; id: string }> {
  const found = objectBody(await shop.call('GET', `/inventory/${hammer.id}`, { token: admin.token }));
  const body = { change: { kind: 'price', percent: 3 }, tools: [{ _id: hammer.id, version: found.version }] };
  const made = await shop.call('POST', '/bulk-changes', { token: admin.token, body });
  return { status: statusAndCode(made), id: String(objectBody(made).insertedId) };
}

test('an admin who may ship but not refund can ship a paid order, but neither refund nor cancel it', async () => {
  take('payments.refund');
  const id = await placeOrder(shop, ada, hammer);
  await payOrder(shop, ada, id);
  const body = { reason: 'Bent' };
  expect(await call('POST', `/purchases/${id}/cancel`, body)).toBe('403 forbidden');
  expect(await call('POST', `/purchases/${id}/cancel`, { ...body, decline: true })).toBe('403 forbidden');
  expect(await call('POST', `/purchases/${id}/refunds`, { ...body, amount: '1.00' })).toBe('403 owners_only');
  expect(await call('POST', `/purchases/${id}/shipments`, {})).toBe('201');
  const role = objectBody(await shop.call('GET', `/admin/${admin.email}`, { token: admin.token }));
  expect(role).toEqual({ admin: true, permissions: whole.filter((permission) => permission !== 'payments.refund') });
});

test('an admin who may read but not cancel orders cannot cancel an unpaid one', async () => {
  take('orders.cancel');
  const id = await placeOrder(shop, ada, hammer);
  expect(await call('GET', `/purchases/${id}`)).toBe('200');
  expect(await call('POST', `/purchases/${id}/cancel`, { reason: 'No' })).toBe('403 forbidden');
  expect(await call('DELETE', `/order/${id}`)).toBe('404 not_found');
});

test('an admin who may edit tools but not prices can change all other fields', async () => {
  const { id } = await makePriceChange();
  const { version } = objectBody(await shop.call('GET', `/inventory/${hammer.id}`, { token: admin.token }));
  take('range.prices');
  expect(await call('PATCH', `/tools/${hammer.id}`, { version, balance: 99 })).toBe('403 forbidden');
  expect(await call('PATCH', `/tools/${hammer.id}`, { version, volumePrices: [{ quantity: 50, unitPrice: 1 }] })).toBe(
    '403 forbidden',
  );
  expect(await makePriceChange()).toMatchObject({ status: '403 forbidden' });
  expect(await call('POST', `/bulk-changes/${id}/undo`, {})).toBe('403 forbidden');
  expect(await call('PATCH', `/tools/${hammer.id}`, { version, about: 'Drives nails.' })).toBe('200');
});

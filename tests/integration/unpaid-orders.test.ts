import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ShopSettings } from '#src/features/shop-settings/rules.ts';
import { expirePurchases } from '#src/flows/cancellations/expire-purchases.server.ts';
import { shareConnections } from '#src/platform/connection-turns.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { getEmailTexts } from './mail-helpers.ts';
import {
  createTool,
  objectBody,
  payOrder,
  placeOrder,
  statusAndCode,
  type TestTool,
  toOrderBody,
} from './order-helpers.ts';
import { toPurchaseBody } from './purchase-helpers.ts';

let shop: TestShop;
let tool: TestTool;

beforeAll(async () => {
  shop = await createTestShop({ settings: { rateLimits: true, trustedProxies: 1 } });
  tool = await createTool(shop, { quantity: 1_000_000, minOrderQuantity: 1 });
});
afterEach(() => set({}));
afterAll(() => checkAndClose(shop));

/** Applies settings without an owner. */
async function set(values: Partial<ShopSettings>): Promise<void> {
  await shop.sql`update shop_settings set version = version + 1, values = ${values}`;
  await shop.context.shopSettings.reload();
}

async function signUp(kind: 'confirmed' | 'unconfirmed'): Promise<TestUser> {
  const user = await shop.signUp();
  if (kind === 'confirmed') await shop.sql`update users set email_confirmed = true where id = ${user.userId}`;
  return user;
}

const order = (buyer: TestUser, quantity = 10, headers = {}) =>
  shop.call('POST', '/order', { token: buyer.token, body: toOrderBody(buyer, tool, quantity), headers });

/** Orders over a real connection, from this network. */
async function orderFrom(network: string, buyer: TestUser): Promise<number> {
  const response = await fetch(`${shop.origin}/api/order`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${buyer.token}`,
      'content-type': 'application/json',
      'x-forwarded-for': network,
    },
    body: JSON.stringify(toOrderBody(buyer, tool)),
  });
  await response.text();
  return response.status;
}

const count = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length;
/** Counts the statements that wait for a lock. */
async function countWaiting(): Promise<number> {
  const rows = await shop.sql`select count(*)::int from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock'`;
  return rows[0].count;
}

const newNetwork = () => `198.51.${randomBytes(1)[0]}.${randomBytes(1)[0]}`;

describe('the unpaid orders of one account', () => {
  test('are limited to five while its address is unconfirmed: the sixth is rejected with what to do, and stock stays', async () => {
    const buyer = await signUp('unconfirmed');
    for (let at = 0; at < 5; at += 1) expect((await order(buyer)).status).toBe(201);
    const before = await shop.sql`select available, held from tools where id = ${tool.id}`;
    const refused = await order(buyer);
    expect(statusAndCode(refused)).toBe('409 too_many_unpaid_orders');
    expect(objectBody(refused)).toMatchObject({
      detail:
        'You have 5 unpaid orders, and your account cannot have more at a time. Pay or delete one under My Order, or confirm your email address with the link we sent you. Then you can have 20.',
      bound: 'account',
      limit: 5,
    });
    const after = await shop.sql`select available, held from tools where id = ${tool.id}`;
    expect(after).toEqual(before);
  });

  test.each(['paid', 'deleted', 'expired'])('make room once one is %s', async (end) => {
    await set({ unconfirmedUnpaidOrders: 1 });
    const buyer = await signUp('unconfirmed');
    const id = await placeOrder(shop, buyer, tool);
    expect((await order(buyer)).status).toBe(409);
    if (end === 'paid') await payOrder(shop, buyer, id);
    if (end === 'deleted') await shop.call('DELETE', `/order/${id}`, { token: buyer.token });
    if (end === 'expired') {
      await shop.sql`update stock_holds set expires_at = now() where order_id = ${id}`;
      await expirePurchases(shop.context);
    }
    expect((await order(buyer)).status).toBe(201);
  });

  test('can include a first one for the whole stock, regardless of the limits', async () => {
    const drill = await createTool(shop, { quantity: 5_000, minOrderQuantity: 1 });
    await set({ unpaidOrders: 1, networkUnpaidOrders: 1 });
    await placeOrder(shop, await signUp('confirmed'), tool);
    expect(await placeOrder(shop, await signUp('confirmed'), drill, 5_000)).toHaveLength(24);
  });

  test.each([
    ['unconfirmed', 5, 100],
    ['confirmed', 20, 60],
  ] as const)('never exceed the limit of an %s account that orders in parallel', async (kind, bound, attempts) => {
    const buyer = await signUp(kind);
    const sent = await Promise.all(Array.from({ length: attempts }, () => order(buyer)));
    const statuses = sent.map(({ status }) => status);
    expect([count(statuses, 201), count(statuses, 409)]).toEqual([bound, attempts - bound]);
    const rows = await shop.sql`select count(*)::int from orders where user_id = ${buyer.userId}
      and state = 'placed'`;
    expect(rows[0].count).toBe(bound);
  });

  test('return its own order to a repeated request, instead of an error', async () => {
    await set({ unconfirmedUnpaidOrders: 1 });
    const buyer = await signUp('unconfirmed');
    const same = await Promise.all(Array.from({ length: 4 }, () => order(buyer, 10, { 'idempotency-key': 'one' })));
    expect(new Set(same.map((response) => `${response.status} ${objectBody(response).insertedId}`)).size).toBe(1);
  });
});

describe('the unpaid orders of one network', () => {
  test('have a common limit for unconfirmed accounts, also in parallel, but not for other networks', async () => {
    await set({ unconfirmedNetworkUnpaidOrders: 4 });
    const network = newNetwork();
    const buyers = await Promise.all(Array.from({ length: 8 }, () => signUp('unconfirmed')));
    // All requests are in progress before the first can take its stock.
    const blocker = await shop.database.pool.connect();
    await blocker.query('begin');
    await blocker.query('select from tools where id = $1 for update', [tool.id]);
    const sent = Promise.all(buyers.map((buyer) => orderFrom(network, buyer)));
    // A network can have half of the connections, so its other requests come later.
    const { perNetwork } = shareConnections(shop.database.pool.options.max);
    await expect.poll(countWaiting, { interval: 20 }).toBe(Math.min(buyers.length, perNetwork));
    await blocker.query('commit');
    blocker.release();
    const statuses = await sent;
    expect([count(statuses, 201), count(statuses, 409)]).toEqual([4, 4]);
    const refused = buyers[statuses.indexOf(409)] as TestUser;
    const response = await fetch(`${shop.origin}/api/order`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${refused.token}`,
        'content-type': 'application/json',
        'x-forwarded-for': network,
      },
      body: JSON.stringify(toOrderBody(refused, tool)),
    });
    expect(((await response.json()) as { detail: string }).detail).toBe(
      'There are too many unpaid orders from your network right now. Confirm your email address with the link we sent you, then order again.',
    );
    expect(await orderFrom(newNetwork(), refused)).toBe(201);
  });

  test('never block the first order of a confirmed account, only further ones', async () => {
    await set({ networkUnpaidOrders: 1, unconfirmedNetworkUnpaidOrders: 1 });
    const network = newNetwork();
    expect(await orderFrom(network, await signUp('unconfirmed'))).toBe(201);
    expect(await orderFrom(network, await signUp('confirmed'))).toBe(201);
    const buyer = await signUp('confirmed');
    expect(await orderFrom(network, buyer)).toBe(201);
    expect(await orderFrom(network, buyer)).toBe(409);
  });

  test('count each tool of a basket, and an unconfirmed account reads how many one order can have', async () => {
    await set({ unconfirmedNetworkUnpaidOrders: 2, networkUnpaidOrders: 3 });
    const tools = await Promise.all([1, 2, 3].map(() => createTool(shop)));
    const send = async (network: string, buyer: TestUser) => {
      const response = await fetch(`${shop.origin}/api/purchases`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${buyer.token}`,
          'content-type': 'application/json',
          'x-forwarded-for': network,
        },
        body: JSON.stringify(toPurchaseBody(tools)),
      });
      return { status: response.status, ...((await response.json()) as { detail?: string }) };
    };
    expect(await send(newNetwork(), await signUp('unconfirmed'))).toMatchObject({
      status: 409,
      detail:
        'Until your email address is confirmed, one order can have at most 2 tools. Confirm it with the link we sent you, then order again.',
    });
    // A confirmed account may exceed the limit once, since a large basket is not an attack.
    const [network, buyer] = [newNetwork(), await signUp('confirmed')];
    expect(await orderFrom(network, buyer)).toBe(201);
    expect((await send(network, buyer)).status).toBe(201);
    expect(await send(network, buyer)).toMatchObject({
      status: 409,
      detail:
        'There are too many unpaid orders from your network right now. Pay or delete one under My Order, then order again.',
    });
  });

  test('keep their network only while they are unpaid', async () => {
    const [network, buyer] = [newNetwork(), await signUp('unconfirmed')];
    for (let at = 0; at < 3; at += 1) expect(await orderFrom(network, buyer)).toBe(201);
    const readHolds = async () =>
      (await shop.sql`select order_id as id, h.network from stock_holds h join orders o on o.id = order_id
          where user_id = ${buyer.userId} order by seq`) as { id: string; network: string | null }[];
    const [first, second, third] = await readHolds();
    expect([first?.network, second?.network, third?.network]).toEqual([network, network, network]);
    await payOrder(shop, buyer, first?.id ?? '');
    await shop.call('DELETE', `/order/${second?.id}`, { token: buyer.token });
    expect((await readHolds()).map((hold) => hold.network)).toEqual([null, null, network]);
  });
});

describe('the hold of an order', () => {
  const readHold = async (buyer: TestUser) => {
    const [order] = (await shop.call('GET', `/myorder?email=${buyer.email}`, { token: buyer.token })).body as {
      createdAt: string;
      holdExpiresAt: string;
    }[];
    const { createdAt = '', holdExpiresAt: expiresAt = '' } = order ?? {};
    return { expiresAt, hours: (Date.parse(expiresAt) - Date.parse(createdAt)) / 3_600_000 };
  };

  test.each([
    ['unconfirmed', {}, 2, '2 hours'],
    ['confirmed', {}, 72, '72 hours'],
    ['confirmed', { holdHours: 0.5 }, 0.5, '30 minutes'],
    ['unconfirmed', { holdHours: 1 }, 1, '1 hour'],
  ] as const)(
    'of an %s account with %j lasts %d hours, and a confirmed customer’s email says so',
    async (kind, values, hours, words) => {
      await set(values);
      const buyer = await signUp(kind);
      const placed = objectBody(await order(buyer));
      const hold = await readHold(buyer);
      expect(hold.hours).toBeCloseTo(hours, 3);
      expect(placed.holdExpiresAt).toBe(hold.expiresAt);
      const [email = words] = await getEmailTexts(shop, 'order_placed', buyer.email);
      expect(email).toContain(words);
    },
  );
});

test('RATE_LIMITS=off lifts the limits and the shorter hold, and stores no network', async () => {
  const measured = await createTestShop();
  try {
    const hammer = await createTool(measured, { quantity: 1_000 });
    const buyer = await measured.signUp();
    for (let at = 0; at < 6; at += 1) await placeOrder(measured, buyer, hammer);
    const { rows } = await measured.database.pool.query(
      'select count(*)::int, count(network)::int as networks, min(extract(epoch from expires_at - now())) > 71 * 3600 as long from stock_holds',
    );
    expect(rows).toEqual([{ count: 6, networks: 0, long: true }]);
  } finally {
    await measured.close();
  }
});

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCoverRefresh } from '#src/features/catalogue/keeping/stock-cover.server.ts';
import { getStockState } from '#src/features/catalogue/tool/stock-state.ts';
import type { OldestWaiting, Overview } from '#src/features/overview/contract.ts';
import { overviewCopy } from '#src/features/overview/copy.ts';
import { formatWaiting } from '#src/features/overview/rules.ts';
import { readOldestWaiting } from '#src/flows/overview/read-oldest.server.ts';
import { seedExemption, seedMessage, seedQuote, seedReview } from '#src/seed/factories.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { getTotalCount } from './list-helpers.ts';
import { createTool, getToolRow, listBody, payOrder, placeOrder } from './order-helpers.ts';
import { payPurchase, placePurchase } from './purchase-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let ada: TestUser;

const read = async () => (await shop.call('GET', '/overview', { token: admin.token })).body as Overview;

/** The API call of the page that each count links to. */
const CALLS: Record<string, string> = {
  '/dashboard/allorder': '/orders',
  '/dashboard/payments': '/payments',
  '/dashboard/imports': '/imports',
  '/dashboard/inbox': '/quotes',
  '/dashboard/inbox/messages': '/messages',
  '/dashboard/inbox/outbox': '/outbox',
  '/dashboard/products': '/inventory',
  '/dashboard/reviews': '/reviews',
  '/dashboard/exemptions': '/exemptions',
};

async function addPaidOrder(): Promise<string> {
  const id = await placeOrder(shop, ada, await createTool(shop, { quantity: 1_000 }));
  await payOrder(shop, ada, id);
  return id;
}

async function getPaymentId(orderId: string): Promise<string> {
  const rows = await shop.sql`select id from payments where purchase_id = ${orderId}`;
  return rows[0].id;
}

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
  ada = await shop.signUp();
  const { db } = shop.database;
  await seedQuote(db);
  await seedMessage(db);
  const done = await seedMessage(db);
  await shop.call('PUT', `/messages/${done}`, { token: admin.token, body: { done: true } });
  await shop.sql`insert into imports (id, state, file_name, made_by)
    select repeat(left(s, 1), 24), s, 'x.csv', 'a@example.com' from unnest(array['stopped', 'failed']) s`;
  await createTool(shop, { quantity: 9, minOrderQuantity: 10 });
  await createTool(shop, { quantity: 29, minOrderQuantity: 10 });
  await createTool(shop, { quantity: 30, minOrderQuantity: 10 });
  // A tool that sells fast: 40 pieces are left, which last for nine days.
  const fast = await createTool(shop, { quantity: 70, minOrderQuantity: 10 });
  await payOrder(shop, ada, await placeOrder(shop, ada, fast, 30));
  await shop.call('PUT', `/updateStatus/${(await shop.sql`select id from orders`)[0].id}`, { token: admin.token });
  // Paid orders: one normal, one shipped, one refunded in full, and three with a problem.
  await addPaidOrder();
  await shop.call('PUT', `/updateStatus/${await addPaidOrder()}`, { token: admin.token });
  const refunded = [await addPaidOrder()];
  await shop.query('update orders set refunded_minor = total_minor where id = $1', refunded);
  await shop.query('update purchases set refunded_minor = total_minor where id = $1', refunded);
  await shop.sql`update payments set provider_status = 'canceled'
    where id = ${await getPaymentId(await addPaidOrder())}`;
  const disputed = await getPaymentId(await addPaidOrder());
  for (const [id, status] of Object.entries({ dp_1: 'needs_response', dp_2: 'warning_needs_response', dp_3: 'won' }))
    await shop.sql`insert into payment_disputes (id, payment_id, amount_minor, status, reason, created_at)
      values (${id}, ${id === 'dp_3' ? await getPaymentId(await addPaidOrder()) : disputed}, 100, ${status}, 'fraudulent', now())`;
  await shop.sql`insert into provider_events (id, type, intent_id)
    select 'evt_1', 'payment_intent.succeeded', intent_id from payments where id = ${disputed} union all
    select 'evt_2', 'payment_intent.succeeded', 'pi_nobody'`;
  await shop.sql`update mails set state = 'failed', sent_at = null where id = (select id from mails
    where kind = 'order_paid' order by seq limit 1)`;
  // A purchase of two lines with an address that its buyer wants to cancel, and a failed refund by the shop.
  const canceling = await placePurchase(shop, ada, [
    await createTool(shop, { quantity: 1_000 }),
    await createTool(shop, { quantity: 1_000 }),
  ]);
  await payPurchase(shop, ada, canceling);
  await shop.sql`update purchases set delivery = '{}', cancel_requested_at = now() where id = ${canceling.id}`;
  await shop.sql`insert into refunds (id, purchase_id, payment_id, amount_minor, reason, state, settled_at, next_attempt_at)
     select 're-' || i, p.purchase_id, p.id, 100, 'Broken', r.state, case when r.state = 'failed' then now() end, null
     from payments p, (values (1, 'failed'), (2, 'failed')) as r (i, state) where p.id = ${disputed}`;
  await createCoverRefresh(db)(new AbortController().signal);
  await seedReview(db, { userId: ada.userId, readAt: null });
  await seedReview(db, { userId: ada.userId });
  await seedExemption(db, { userId: ada.userId });
  await seedExemption(db, { userId: ada.userId, state: 'rejected', reason: 'Not signed.' });
  shop.context.health.register('map', 'tiles', async () => {}).down('No tiles.');
});
afterAll(() => shop.close());

test('the overview counts what is waiting, by kind', async () => {
  expect(await read()).toEqual({
    // The purchase with two lines counts once.
    ordersToShip: 5,
    ordersWithoutAddress: 4,
    ordersToCancel: 1,
    failedRefunds: 1,
    quotes: 1,
    messages: 1,
    newReviews: 1,
    exemptionsToReview: 1,
    failedMails: 1,
    stoppedImports: 1,
    differingPayments: 1,
    disputesToAnswer: 1,
    stuckPayments: 1,
    soldOutTools: 1,
    lowTools: 1,
    runningOutTools: 1,
    shortTools: 3,
    systemsDown: 1,
  } satisfies Overview);
});

test('each count links to a list that shows exactly these entries', async () => {
  const overview = await read();
  for (const [kind, { to }] of Object.entries(overviewCopy.kinds)) {
    if (kind === 'systemsDown') continue;
    const { pathname, search } = new URL(to, 'https://shop.example');
    const list = await shop.call('GET', `${CALLS[pathname]}${search}&limit=100`, { token: admin.token });
    // The overview counts purchases, but their list has a row for each line.
    const total = kind.startsWith('orders')
      ? new Set(listBody(list).map(({ purchase }) => purchase)).size
      : getTotalCount(list);
    expect([kind, list.status, total]).toEqual([kind, 200, overview[kind as keyof Overview]]);
  }
});

test('the oldest entries are named with their order, sum and deadline', async () => {
  const [disputed] = await shop.sql`select p.number, p.name from purchases p join payments y on y.purchase_id = p.id
    join payment_disputes d on d.payment_id = y.id where d.id = 'dp_2'`;
  await shop.sql`update payment_disputes set due_by = now() + interval '2 days' where id = 'dp_2'`;
  await shop.sql`update payment_disputes set created_at = now() - interval '9 days' where id = 'dp_1'`;
  const { body } = await shop.call('GET', '/overview/oldest', { token: admin.token });
  const oldest = Object.fromEntries((body as OldestWaiting).map((one) => [one.kind, one]));
  expect(Object.keys(oldest).sort()).toEqual([
    ...[
      'differingPayments',
      'disputesToAnswer',
      'exemptionsToReview',
      'failedMails',
      'failedRefunds',
      'messages',
      'newReviews',
    ],
    ...['ordersToCancel', 'ordersToShip', 'ordersWithoutAddress', 'quotes', 'stoppedImports', 'stuckPayments'],
  ]);
  // The one with a deadline is first, although the other one is older.
  expect(oldest.disputesToAnswer?.items.map(({ dueBy }) => dueBy !== null)).toEqual([true, false]);
  expect(oldest.disputesToAnswer).toMatchObject({ amount: '2.00', items: [{ ...disputed, amount: '1.00' }, {}] });
  const toShip = await shop.sql`select number, total_minor from purchases
    where state = 'paid' and refunded_minor < total_minor order by seq`;
  expect(oldest.ordersToShip?.items.map(({ number }) => number)).toEqual(
    toShip.slice(0, 3).map(({ number }) => number),
  );
  const sum = toShip.reduce((minor, { total_minor }) => minor + Number(total_minor), 0);
  expect(Number(oldest.ordersToShip?.amount) * 100).toBe(sum);
  expect(oldest.messages?.items[0]).toMatchObject({ number: null, amount: null, dueBy: null });
});

test('an order to ship says that its buyer asks to cancel it', async () => {
  const readToShip = async () => {
    const { body } = await shop.call('GET', '/overview/oldest', { token: admin.token });
    const items = (body as OldestWaiting).find(({ kind }) => kind === 'ordersToShip')?.items ?? [];
    return items.map(({ number, asksToCancel }) => ({ number, asksToCancel }));
  };
  const [first, ...others] = await readToShip();
  expect(first?.asksToCancel).toBe(false);
  await shop.sql`update purchases set cancel_requested_at = now() where number = ${first?.number}`;
  expect(await readToShip()).toEqual([{ ...first, asksToCancel: true }, ...others]);
  await shop.sql`update purchases set cancel_requested_at = null where number = ${first?.number}`;
});

test('a role reads the names only of what its lists show', async () => {
  expect(await readOldestWaiting(shop.database.db, 'customer')).toEqual([]);
});

test('a failed refund is no longer waiting once it was tried again', async () => {
  const payment = (await shop.sql`select purchase_id, payment_id from refunds where id = 're-2'`)[0];
  await shop.sql`update refunds set handled_at = now() where state = 'failed'`;
  await shop.sql`insert into refunds (id, purchase_id, payment_id, amount_minor, reason)
    values ('re-3', ${payment.purchase_id}, ${payment.payment_id}, 100, 'Broken')`;
  expect((await read()).failedRefunds).toBe(0);
  await shop.sql`update refunds set state = 'failed', settled_at = now() where id = 're-3'`;
  expect((await read()).failedRefunds).toBe(1);
});

test('a customer’s own orders have no such filter', async () => {
  const path = `/myorder?email=${encodeURIComponent(ada.email)}&state=to_ship`;
  expect((await shop.call('GET', path, { token: ada.token })).status).toBe(422);
  expect(listBody(await shop.call('GET', path.replace('to_ship', 'paid'), { token: ada.token })).length).toBe(7);
});

test('the database computes the stock status like the shop', async () => {
  for (const minOrderQuantity of [1, 7, 500_000_000])
    for (const quantity of [0, 6, 7, 34, 35, 2_147_483_647]) {
      const packMultiple = quantity % 2 === 0 ? 1 : 4;
      const { id } = await createTool(shop, { quantity, minOrderQuantity, packMultiple });
      const expected = getStockState({ quantity, minOrderQuantity, packMultiple });
      expect((await getToolRow(shop, id)).stockState).toBe(expected);
      await shop.sql`delete from stock_adjustments where tool_id = ${id}`;
      await shop.sql`delete from price_changes where tool_id = ${id}`;
      await shop.sql`delete from tools where id = ${id}`;
    }
});

test('long lists are only counted as far as the overview shows, and every count uses an index', async () => {
  const before = await read();
  const { fill } = shop.database;
  const many = 4_000;
  await fill(
    `insert into contact_messages (id, name, email, subject, message) select 'm' || lpad(i::text, 23, '0'), 'Cy', 'cy@example.com', 'Hello', 'Hello.' from generate_series(1, ${many}) i`,
  );
  await fill(
    `insert into tools (id, item_name, about, unit_price_minor, min_order_quantity, available, image) select 'x' || lpad(i::text, 23, '0'), 'Rule', 'Steel.', 100, 1, 90, '/images/x.svg' from generate_series(1, ${many}) i`,
  );
  await fill(`insert into orders (id, user_id, tool_id, name, email, item_name, image, quantity, unit_price_minor, total_minor, currency, state, ended_at)
     select 'x' || lpad(i::text, 23, '0'), user_id, tool_id, name, email, item_name, image, 1, 100, 100, 'usd', 'expired', now() from generate_series(1, ${many}) i, (select * from orders limit 1) o`);
  await fill(
    `insert into mails (id, kind, recipient, subject, text) select 'x' || lpad(i::text, 23, '0'), 'order_paid', 'cy@example.com', 'Paid', 'Thank you.' from generate_series(1, ${many}) i`,
  );
  await fill(
    `insert into imports (id, state, file_name, made_by) select 'x' || lpad(i::text, 23, '0'), 'failed', 'x.csv', 'a@example.com' from generate_series(1, ${many}) i`,
  );
  await fill('select create_purchases_of_orders(array(select id from orders where purchase_id is null))');
  await fill("update purchases set state = 'canceled', ended_at = now() where id like 'x0000%' and state = 'placed'");
  await fill(
    `insert into payments (id, purchase_id, user_id, state, intent_id, amount_minor, currency, provider_status)
     select id, id, user_id, 'canceled', 'pi_' || id, 100, 'usd', 'canceled' from orders where id like 'x0000%'`,
  );
  await fill(
    'vacuum analyze contact_messages, tools, stock_covers, orders, purchases, refunds, mails, payments, imports',
  );
  const query = vi.spyOn(shop.database.pool, 'query');
  expect(await read()).toEqual({ ...before, messages: 100 });
  expect(formatWaiting(100)).toBe('99+');
  expect(formatWaiting(99)).toBe('99');
  const statement = query.mock.calls
    .map(([one]) => one as unknown as { text: string })
    .find(({ text }) => text.includes('ordersToShip'));
  query.mockRestore();
  const plan = (await shop.query(`explain ${statement?.text}`)).map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).not.toMatch(/Seq Scan on (orders|purchases|tools|mails|payments|imports)\b/);
});

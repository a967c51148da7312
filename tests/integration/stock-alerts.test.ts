import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getToolRow } from '#src/features/catalogue/tool/queries.server.ts';
import { confirmAlert, upsertAlert } from '#src/features/stock-alerts/queries.server.ts';
import { expirePurchases } from '#src/flows/cancellations/expire-purchases.server.ts';
import { deleteStaleStockAlerts } from '#src/flows/stock-alerts/manage-stock-alerts.server.ts';
import { createStockAlertWorker } from '#src/flows/stock-alerts/stock-alert-worker.server.ts';
import { setFailPoints } from '#src/platform/fail-point.server.ts';
import { loader as endLoader } from '#src/routes/stock-alert-end.tsx';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { getEmailTexts } from './mail-helpers.ts';
import { createTool, objectBody, placeOrder, type TestTool } from './order-helpers.ts';
import {
  createSoldOutTool,
  getAlertState,
  listTold,
  newestAlertLinks,
  openLink,
  pressConfirm,
  pressEnd,
  requestAlert,
  waitFor,
} from './stock-alert-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let ada: TestUser;
let counter = 0;

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
  ada = await shop.signUp({ confirmed: true });
});
afterEach(() => setFailPoints(null));
afterAll(() => checkAndClose(shop));

const newAddress = () => `waiting-${++counter}@example.com`;
const work = () => shop.workers.get('stock-alerts').run();
const startWorker = () => createStockAlertWorker(shop.context);
const leaseEnds = () => shop.sql`update awaited_tools set check_at = now() where check_at > now()`;
const receive = (tool: TestTool, delta = 40, reason = 'received') =>
  shop.call('POST', `/tools/${tool.id}/stock`, { token: admin.token, body: { delta, reason } });

async function change(tool: TestTool, fields: object) {
  const row = await getToolRow(shop.database.db, tool.id);
  const changed = await shop.call('PATCH', `/tools/${tool.id}`, {
    token: admin.token,
    body: { version: row?.version, ...fields },
  });
  expect(changed.status).toBe(200);
}

/** Creates confirmed alerts for this many addresses. */
async function crowd(tool: TestTool, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, newAddress);
  await shop.sql`insert into stock_alerts (id, tool_id, email, state, confirmed_at, expires_at)
     select email, ${tool.id}, email, 'confirmed', now(), now() + interval '1 year' from unnest(${emails}::text[]) as email`;
  await shop.sql`insert into awaited_tools (tool_id) values (${tool.id})`;
  return emails.sort();
}

describe('whoever waits for a tool', () => {
  let tool: TestTool;
  let email: string;
  let end: string;
  beforeEach(async () => {
    tool = await createSoldOutTool(shop);
    email = newAddress();
    end = await waitFor(shop, tool, email);
    await work();
  });
  const told = () => listTold(shop, [email]);

  test('gets one email when pieces arrive, with the tool’s name, its page and a link that ends alerts', async () => {
    expect(await told()).toEqual([]);
    await receive(tool);
    expect(await told()).toEqual([]);
    await work();
    expect(await told()).toEqual([email]);
    expect(await getAlertState(shop, tool, email)).toBe('sent');
    const [text = ''] = await getEmailTexts(shop, 'stock_alert', email);
    const row = await getToolRow(shop.database.db, tool.id);
    expect(text).toContain(tool.itemName);
    expect(text).toContain(`${shop.origin}/tools/${row?.slug}`);
    expect((await newestAlertLinks(shop, 'stock_alert', email)).end).toMatch(/^[\w-]{43}$/);
    await receive(tool, -40, 'damaged');
    await receive(tool);
    await leaseEnds();
    await work();
    expect(await told()).toEqual([email]);
    expect(await openLink(shop, endLoader as never, end)).toBe('200 used');
  });

  test('is not notified while there are fewer pieces than the minimum order', async () => {
    await change(tool, { packMultiple: 25, minOrderQuantity: 10 });
    await receive(tool, 15);
    await work();
    expect(await told()).toEqual([]);
    await receive(tool, 1);
    await work();
    expect(await told()).toEqual([email]);
  });

  test.each([
    ['a stock count finds pieces', () => receive(tool, 1, 'count')],
    ['a wrong entry was corrected', () => receive(tool, 1, 'correction')],
    ['the minimum was lowered', () => change(tool, { minOrderQuantity: 9 })],
  ])('is notified when %s', async (_what, act) => {
    await act();
    await work();
    expect(await told()).toEqual([email]);
  });

  test('is not notified about a tool that has sold out again by then, and keeps waiting', async () => {
    await receive(tool);
    await receive(tool, -45, 'damaged');
    await work();
    expect(await told()).toEqual([]);
    expect(await getAlertState(shop, tool, email)).toBe('confirmed');
    await receive(tool);
    await work();
    expect(await told()).toEqual([email]);
  });

  test('is not notified while the tool is archived, but once it is restored', async () => {
    await shop.call('POST', `/tools/${tool.id}/archive`, { token: admin.token });
    await receive(tool);
    await work();
    expect(await told()).toEqual([]);
    await shop.call('POST', `/tools/${tool.id}/restore`, { token: admin.token });
    await work();
    expect(await told()).toEqual([email]);
  });

  test('and has ended the alert is not notified', async () => {
    await pressEnd(shop, end);
    await receive(tool);
    await leaseEnds();
    await work();
    expect(await told()).toEqual([]);
  });

  test('is notified even if the worker missed the signal, since each tool is checked again', async () => {
    await shop.sql`alter table stock_adjustments disable trigger stock_adjustments_awaited`;
    await receive(tool);
    await shop.sql`alter table stock_adjustments enable trigger stock_adjustments_awaited`;
    await work();
    expect(await told()).toEqual([]);
    const rows = await shop.sql`select check_at < now() + interval '6 hours'
      and check_at > now() + interval '5 hours' as soon from awaited_tools where tool_id = ${tool.id}`;
    expect(rows).toEqual([{ soon: true }]);
    await leaseEnds();
    await work();
    expect(await told()).toEqual([email]);
  });

  test('can end the other alerts with the email about this one, and request this one again', async () => {
    const other = await createSoldOutTool(shop);
    await waitFor(shop, other, email);
    await receive(tool);
    await work();
    const { end: endAll } = await newestAlertLinks(shop, 'stock_alert', email);
    await pressEnd(shop, endAll, { 'List-Unsubscribe': 'One-Click' });
    expect(await getAlertState(shop, other, email)).toBe('ended');
    expect(await getAlertState(shop, tool, email)).toBe('sent');
    await receive(tool, -45, 'damaged');
    await waitFor(shop, tool, email);
    await receive(tool);
    await work();
    expect(await told()).toEqual([email, email]);
  });
});

test('an order that ends returns its pieces and notifies, and placing one does not', async () => {
  const ends = {
    deleted: (id: string) => shop.call('DELETE', `/order/${id}`, { token: ada.token }),
    async expired(id: string) {
      await shop.sql`update stock_holds set expires_at = now() - interval '1 s' where order_id = ${id}`;
      await expirePurchases(shop.context);
    },
  };
  for (const act of Object.values(ends)) {
    const tool = await createTool(shop, { quantity: 30 });
    const first = await placeOrder(shop, ada, tool, 10);
    await placeOrder(shop, ada, tool, 15);
    const email = newAddress();
    await waitFor(shop, tool, email);
    await work();
    expect(await listTold(shop, [email])).toEqual([]);
    await act(first);
    const due = 'select check_at <= now() as due from awaited_tools where tool_id = $1';
    expect(await shop.query(due, [tool.id])).toEqual([{ due: true }]);
    await work();
    expect(await listTold(shop, [email])).toEqual([email]);
  }
});

test('placing an order does not touch tools that somebody waits for, even while another one is due to be checked', async () => {
  const tool = await createTool(shop, { quantity: 100 });
  await shop.sql`insert into awaited_tools (tool_id, check_at) values (${tool.id}, now() + interval '1 day')`;
  const versions = 'select xmin::text from awaited_tools where tool_id = $1';
  const before = await shop.query(versions, [tool.id]);
  await placeOrder(shop, ada, tool);
  expect(await shop.query(versions, [tool.id])).toEqual(before);
});

test('orders that end and deliveries of one tool never deadlock', async () => {
  const tool = await createTool(shop, { quantity: 200 });
  const orders: string[] = [];
  for (let at = 0; at < 20; at += 1) orders.push(await placeOrder(shop, ada, tool));
  await crowd(tool, 1);
  const responses = await Promise.all(
    orders.flatMap((id) => [shop.call('DELETE', `/order/${id}`, { token: ada.token }), receive(tool, 1)]),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 201]));
  await work();
});

describe('exactly one email', () => {
  const killAt = (place: string) =>
    setFailPoints(async (name) => {
      if (name === place) throw new Error('killed');
    });

  test.each(['stock-alerts:written', 'stock-alerts:committed'])(
    'although the worker was killed at %s',
    async (place) => {
      const tool = await createSoldOutTool(shop);
      const emails = await crowd(tool, 3);
      await receive(tool);
      killAt(place);
      await expect(work()).rejects.toThrow('killed');
      setFailPoints(null);
      const told = await listTold(shop, emails);
      expect(told).toEqual(place === 'stock-alerts:written' ? [] : emails);
      const other = startWorker();
      // Claimed work stays claimed, since the first process may still be working on it.
      expect(await other.run()).toBe(0);
      await leaseEnds();
      await other.run();
      expect(await listTold(shop, emails)).toEqual(emails);
      const left = await shop.sql`select from awaited_tools where tool_id = ${tool.id}`;
      expect(left.length).toBe(0);
    },
  );

  test('from several workers at once, even if all of them have the same tool', async () => {
    const tool = await createSoldOutTool(shop);
    const emails = await crowd(tool, 250);
    await receive(tool);
    // The first worker's lease expires before it commits its batch, and the second worker also writes one.
    let writing = 0;
    let second: Promise<number> | null = null;
    setFailPoints(async (name) => {
      if (name !== 'stock-alerts:written' || writing >= 2) return;
      writing += 1;
      if (second) return;
      await leaseEnds();
      second = startWorker().run();
      await expect.poll(() => writing).toBe(2);
    });
    await work();
    await second;
    expect(writing).toBe(2);
    setFailPoints(null);
    await leaseEnds();
    await work();
    expect(await listTold(shop, emails)).toEqual(emails);
  });

  test('for an alert that is confirmed while the worker finishes its tool', async () => {
    const tool = await createSoldOutTool(shop);
    const [first, second] = [newAddress(), newAddress()];
    await waitFor(shop, tool, first);
    await receive(tool);
    let isConfirmed = false;
    setFailPoints(async (name) => {
      if (name !== 'stock-alerts:committed' || isConfirmed) return;
      isConfirmed = true;
      await receive(tool, -45, 'damaged');
      await waitFor(shop, tool, second);
    });
    await work();
    setFailPoints(null);
    expect(await listTold(shop, [first, second])).toEqual([first]);
    await receive(tool);
    await work();
    expect(await listTold(shop, [first, second])).toEqual([first, second]);
  });

  test('for an alert whose confirmation commits while the worker finishes its tool', async () => {
    const tool = await createSoldOutTool(shop);
    const [first, second] = [newAddress(), newAddress()];
    await waitFor(shop, tool, first);
    await receive(tool);
    const { db, pool } = shop.database;
    let confirming: Promise<unknown> | null = null;
    setFailPoints(async (name) => {
      if (name !== 'stock-alerts:committed' || confirming) return;
      const { promise: written, resolve: onWritten } = Promise.withResolvers<void>();
      confirming = db.transaction(async (tx) => {
        const { id } = await upsertAlert(tx, { toolId: tool.id, email: second });
        await confirmAlert(tx, id);
        onWritten();
        // The worker's statement started without seeing the alert, and waits for this transaction.
        const waiting =
          "select from pg_stat_activity where wait_event_type = 'Lock' and query like 'delete from \"awaited%'";
        await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
      });
      await written;
    });
    await work();
    setFailPoints(null);
    await confirming;
    await work();
    expect(await listTold(shop, [first, second])).toEqual([first, second]);
  });

  test('for pieces whose transaction commits after the first alert of their tool was confirmed', async () => {
    const tool = await createSoldOutTool(shop);
    const email = newAddress();
    await requestAlert(shop, tool, { email });
    const { confirm } = await newestAlertLinks(shop, 'stock_alert_confirm', email);
    const { pool } = shop.database;
    const delivery = await pool.connect();
    await delivery.query('begin');
    await delivery.query('update tools set available = available + 40 where id = $1', [tool.id]);
    await delivery.query(
      "insert into stock_adjustments (id, tool_id, delta, reason, adjusted_by) values ($1, $1, 40, 'received', 'x@example.com')",
      [tool.id],
    );
    const confirming = pressConfirm(shop, confirm).then(work);
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%\"tools\"%for share%'";
    // Without that wait, the worker checks before the pieces are there, and not again for hours.
    await Promise.race([confirming, expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)]);
    await delivery.query('commit');
    delivery.release();
    await confirming;
    await work();
    expect(await listTold(shop, [email])).toEqual([email]);
  });

  test('for pieces that arrive while the worker checks', async () => {
    const tool = await createSoldOutTool(shop);
    const email = newAddress();
    await waitFor(shop, tool, email);
    let isReceived = false;
    setFailPoints(async (name) => {
      if (name !== 'stock-alerts:committed' || isReceived) return;
      isReceived = true;
      await receive(tool);
    });
    await work();
    setFailPoints(null);
    expect(await listTold(shop, [email])).toEqual([email]);
  });
});

test('emails about orders wait for only a few alerts: while many emails are due, no tool is checked', async () => {
  const tool = await createSoldOutTool(shop);
  const emails = await crowd(tool, 5);
  const due = 'select from awaited_tools where tool_id = $1 and check_at <= now()';
  await shop.sql`insert into mails (id, kind, recipient, subject, data, state)
     select 'w' || g, 'account_exists', 'x@example.com', 'x', '{}', 'waiting' from generate_series(1, 500) g`;
  await receive(tool);
  await work();
  expect(await listTold(shop, emails)).toEqual([]);
  expect((await shop.query(due, [tool.id])).length).toBe(1);
  // An email that the mail server postponed is tried tomorrow, and does not delay alerts until then.
  await shop.sql`update mails set next_attempt_at = now() + interval '1 day' where id = 'w1'`;
  await work();
  expect(await listTold(shop, emails)).toEqual(emails);
  await shop.sql`delete from mails where recipient = 'x@example.com'`;
});

test('expired alerts are deleted, and sent and ended ones after thirty days, with their emails', async () => {
  const tool = await createSoldOutTool(shop);
  const [sent, ended, waiting] = [newAddress(), newAddress(), newAddress()];
  await waitFor(shop, tool, sent);
  await pressEnd(shop, await waitFor(shop, tool, ended));
  await receive(tool);
  await work();
  await receive(tool, -45, 'damaged');
  await waitFor(shop, tool, waiting);
  const age = async (days: number) => {
    await shop.sql`update stock_alerts set expires_at = expires_at - make_interval(days => ${days})
      where tool_id = ${tool.id}`;
    await deleteStaleStockAlerts(shop.context);
    return Promise.all([sent, ended, waiting].map((email) => getAlertState(shop, tool, email)));
  };
  expect(await age(29)).toEqual(['sent', 'ended', 'confirmed']);
  expect(await age(1)).toEqual([null, null, 'confirmed']);
  expect(await listTold(shop, [sent])).toEqual([]);
  expect(await age(334)).toEqual([null, null, 'confirmed']);
  expect(await age(2)).toEqual([null, null, null]);
  await leaseEnds();
  await work();
  expect((await shop.sql`select from awaited_tools where tool_id = ${tool.id}`).length).toBe(0);
});

test('an admin sees how many people wait for a tool, but never who', async () => {
  const tool = await createSoldOutTool(shop);
  const read = async () => objectBody(await shop.call('GET', `/tools/${tool.id}/alerts`, { token: admin.token }));
  expect(await read()).toEqual({ waiting: 0, more: false });
  await crowd(tool, 99);
  expect(await read()).toEqual({ waiting: 99, more: false });
  await waitFor(shop, tool, newAddress());
  expect(await read()).toEqual({ waiting: 99, more: true });
});

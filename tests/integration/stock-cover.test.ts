import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createCoverRefresh } from '#src/features/catalogue/keeping/stock-cover.server.ts';
import { createToolStockRefresh } from '#src/features/catalogue/tool/tool-stocks.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createBulkCalls } from './bulk-helpers.ts';
import { getColumn, getTotalCount } from './list-helpers.ts';
import { createTool, getToolRow, objectBody, payOrder, placeOrder, type TestTool } from './order-helpers.ts';
import { moveShop, setShopClock } from './time-zone-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let ada: TestUser;

const NEVER = new AbortController().signal;
const refresh = () => createCoverRefresh(shop.database.db)(NEVER);
const get = (path: string) => shop.call('GET', path, { token: admin.token });
const getCover = async ({ id }: TestTool) => objectBody(await get(`/inventory/${id}`)).cover;
const setAge = ({ id }: TestTool, days: number) =>
  shop.sql`update tools set created_at = now() - make_interval(days => ${days}) where id = ${id}`;

async function sell(tool: TestTool, quantity: number): Promise<string> {
  const id = await placeOrder(shop, ada, tool, quantity);
  await payOrder(shop, ada, id);
  return id;
}

/** Creates a tool that is a year old, of which 60 of 160 pieces were sold: 100 are left, which last for 50 days. */
async function createSoldTool(quantity = 160): Promise<TestTool> {
  const tool = await createTool(shop, { quantity });
  await setAge(tool, 365);
  await sell(tool, 60);
  return tool;
}

beforeAll(async () => {
  shop = await createTestShop();
  [admin, ada] = await Promise.all([shop.createAdmin(), shop.signUp({ confirmed: true })]);
});
afterAll(() => checkAndClose(shop));

describe('the days of cover', () => {
  test('are based on the pieces in paid orders in the last 30 days', async () => {
    const tool = await createSoldTool(200);
    const old = await sell(tool, 20);
    await shop.sql`update orders set placed_at = paid_at - interval '32 days', paid_at = paid_at - interval '31 days'
      where id = ${old}`;
    await placeOrder(shop, ada, tool, 20);
    await refresh();
    expect(await getCover(tool)).toEqual({ days: 50, sold: 60, paceDays: 30 });
  });

  test('are based on days of the shop’s time zone, also over a change of its clocks', async () => {
    const owner = await shop.createOwner();
    const tool = await createTool(shop, { quantity: 200 });
    const [clock] = await shop.sql`select pg_get_functiondef('get_shop_clock'::regproc) as definition`;
    // In Cleveland, the clocks went back on November 1, so this time of day was an hour earlier in UTC.
    await shop.sql`update tools set created_at = '2020-10-24T16:30:00Z' where id = ${tool.id}`;
    const id = await sell(tool, 60);
    await shop.sql`update orders set placed_at = '2020-10-16T16:30:00Z', paid_at = '2020-10-16T16:30:00Z' where id = ${id}`;
    const recent = await sell(tool, 20);
    await shop.sql`update orders set placed_at = '2020-11-15T16:00:00Z', paid_at = '2020-11-15T16:00:00Z' where id = ${recent}`;
    await setShopClock(shop, "'2020-11-15 12:00:00-05'");
    await moveShop(shop, owner, 'America/New_York');
    await refresh();
    expect(await getCover(tool)).toMatchObject({ sold: 80, paceDays: 22 });
    await moveShop(shop, owner, 'Asia/Tokyo');
    await refresh();
    expect(await getCover(tool)).toMatchObject({ sold: 20, paceDays: 23 });
    await moveShop(shop, owner, 'UTC');
    await shop.query(clock?.definition);
    await shop.sql`update tools set state = 'archived' where id = ${tool.id}`;
  });

  test('ignore fully refunded orders, but not partly refunded ones', async () => {
    const tool = await createSoldTool();
    await shop.sql`update orders set refunded_minor = 1 where tool_id = ${tool.id}`;
    await refresh();
    expect(await getCover(tool)).toEqual({ days: 50, sold: 60, paceDays: 30 });
    await shop.sql`update orders set refunded_minor = total_minor where tool_id = ${tool.id}`;
    await refresh();
    expect(await getCover(tool)).toBeNull();
    await shop.sql`update orders set refunded_minor = 0 where tool_id = ${tool.id}`;
  });

  test('are based on the age of a new tool, but at least seven days', async () => {
    const tool = await createTool(shop, { quantity: 160 });
    await sell(tool, 60);
    await refresh();
    expect(await getCover(tool)).toEqual({ days: 11, sold: 60, paceDays: 7 });
    await shop.sql`update tools set created_at = now() - interval '11 days 1 hour' where id = ${tool.id}`;
    await refresh();
    expect(await getCover(tool)).toEqual({ days: 20, sold: 60, paceDays: 12 });
  });

  test('are empty if nothing was sold, and only visible to admins', async () => {
    const tool = await createTool(shop, { quantity: 160 });
    await refresh();
    expect(await getCover(tool)).toBeNull();
    const sold = await createSoldTool();
    await refresh();
    expect(objectBody(await shop.call('GET', `/tools/${sold.id}`))).not.toHaveProperty('cover');
    expect((await shop.call('GET', `/inventory/${sold.id}`, { token: ada.token })).status).toBe(403);
  });

  test('are empty for tools off sale, and zero if fewer pieces are left than the minimum order', async () => {
    const tool = await createSoldTool(69);
    await refresh();
    expect(await getCover(tool)).toMatchObject({ days: 0, sold: 60 });
    await shop.call('POST', `/tools/${tool.id}/archive`, { token: admin.token });
    expect(await getCover(tool)).toBeNull();
    await refresh();
    expect((await shop.sql`select from stock_covers where tool_id = ${tool.id}`).length).toBe(0);
  });

  test('follow a stock adjustment at once, and orders when shown', async () => {
    const tool = await createSoldTool(80);
    await refresh();
    const isListed = async () => getColumn(await get('/inventory?state=running_out'), '_id').includes(tool.id);
    expect([await getCover(tool), await isListed()]).toEqual([{ days: 10, sold: 60, paceDays: 30 }, true]);
    const body = { delta: 80, reason: 'received' };
    await shop.call('POST', `/tools/${tool.id}/stock`, { token: admin.token, body });
    expect([await getCover(tool), await isListed()]).toEqual([{ days: 50, sold: 60, paceDays: 30 }, false]);
    await placeOrder(shop, ada, tool, 50);
    expect(await getCover(tool)).toMatchObject({ days: 25 });
  });
});

describe('after the stock was changed', () => {
  const isListed = async ({ id }: TestTool) => getColumn(await get('/inventory?state=running_out'), '_id').includes(id);

  test('for many tools at once, the days of cover follow at once, and also when it is undone', async () => {
    const tools = [await createSoldTool(80), await createSoldTool(80)];
    await refresh();
    const areListed = () => Promise.all(tools.map(isListed));
    expect(await areListed()).toEqual([true, true]);
    const bulk = createBulkCalls(shop, admin);
    const id = await bulk.make({ kind: 'stock', delta: 80, reason: 'received', note: '' }, tools);
    expect(await areListed()).toEqual([false, false]);
    expect((await bulk.undo(id)).status).toBe(200);
    expect(await areListed()).toEqual([true, true]);
  });

  test('orders of the tool do not wait', async () => {
    const tool = await createSoldTool(80);
    await refresh();
    const client = await shop.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from stock_covers where tool_id = $1 for update', [tool.id]);
      const body = { delta: 80, reason: 'received' };
      const adjusted = shop.call('POST', `/tools/${tool.id}/stock`, { token: admin.token, body });
      await vi.waitFor(async () => expect((await getToolRow(shop, tool.id)).available).toBe(100));
      await placeOrder(shop, ada, tool, 50);
      await client.query('rollback');
      expect((await adjusted).status).toBe(201);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('the list of all tools', () => {
  test('filters tools that are running out, the same number as in the overview', async () => {
    const low = await createSoldTool(85);
    const enough = await createSoldTool(88);
    const out = await createSoldTool(65);
    const soldOut = await createSoldTool(85);
    await refresh();
    // Its last pieces have been sold since.
    await placeOrder(shop, ada, soldOut, 20);
    const found = await get('/inventory?state=running_out&limit=100');
    const ids = getColumn(found, '_id');
    expect([low, enough, out, soldOut].map(({ id }) => ids.includes(id))).toEqual([true, false, false, false]);
    const overview = objectBody(await get('/overview'));
    expect(overview.runningOutTools).toBe(getTotalCount(found));
    const short = new Set(ids);
    for (const state of ['reorder', 'out'])
      for (const id of getColumn(await get(`/inventory?state=${state}`), '_id')) short.add(id);
    expect(overview.shortTools).toBe(short.size);
  });

  test('is sorted by days of cover, with tools without sales last', async () => {
    for (const quantity of [80, 100, 160]) await createSoldTool(quantity);
    await createTool(shop, { quantity: 160 });
    await refresh();
    await createToolStockRefresh(shop.database.db)();
    for (const sort of ['cover', '-cover']) {
      const covers = getColumn(await get(`/inventory?sort=${sort}&limit=100`), 'cover') as ({ days: number } | null)[];
      const days = covers.map((cover) => cover?.days);
      const known = days.filter((one) => one !== undefined);
      expect(days.slice(0, known.length)).toEqual([...known].sort((a, b) => (sort === 'cover' ? a - b : b - a)));
      expect(known.length).toBeGreaterThanOrEqual(3);
      expect(known.length).toBeLessThan(days.length);
    }
  });
});

describe('the job', () => {
  test('processes a limited number of tools per run, and continues where it stopped', async () => {
    for (let count = 0; count < 3; count += 1) await createSoldTool();
    await shop.sql`delete from stock_covers`;
    const rows = await shop.sql`select count(distinct tool_id)::int as sold from orders
      join tools t on t.id = tool_id where paid_at > now() - interval '30 days' and refunded_minor < total_minor
      and t.state = 'on_sale'`;
    const bounded = createCoverRefresh(shop.database.db, { batchSize: 2, maxBatches: 1 });
    const stopped = new AbortController();
    stopped.abort();
    expect(await bounded(stopped.signal)).toBe(0);
    const counts: number[] = [];
    for (let part = 0; part < rows[0].sold + 2; part += 1) counts.push(await bounded(NEVER));
    expect(Math.max(...counts)).toBeLessThanOrEqual(2);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(rows[0].sold);
  });

  test('writes only what has changed, and does not touch tools or cached pages', async () => {
    const tool = await createSoldTool();
    const before = await getToolRow(shop, tool.id);
    const row = () => shop.sql`select xmin, * from stock_covers where tool_id = ${tool.id}`.then((rows) => rows[0]);
    const writes = () => shop.sql`select xmin from tools where id = ${tool.id}`.then((rows) => rows[0]);
    const written = await writes();
    const invalidate = vi.spyOn(shop.context.responseCache, 'invalidate');
    await refresh();
    const stored = await row();
    expect(stored).toMatchObject({ sold: 60, pace_days: 30, cover_days: 50 });
    expect(await refresh()).toBe(0);
    expect([await row(), await writes(), await getToolRow(shop, tool.id)]).toEqual([stored, written, before]);
    expect(invalidate).not.toHaveBeenCalled();
    invalidate.mockRestore();
  });

  test('does not wait for orders, and orders do not wait for it', async () => {
    const tool = await createSoldTool();
    const client = await shop.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('update tools set available = available - 10, held = held + 10 where id = $1', [tool.id]);
      expect(await refresh()).toBeGreaterThan(0);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUEUES } from '#src/flows/queues/queues.server.ts';
import { measureDisk } from '#src/platform/disk-space.server.ts';
import { MAX_COUNTED, measureQueues } from '#src/platform/worker/queue-lengths.server.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';
import { openSilentNetwork, type SilentNetwork } from '#tests/support/silent-network.ts';
import { listNodes, recordStatements } from './list-plans.ts';
import { createTool, placeOrder } from './order-helpers.ts';

let shop: TestShop;
let network: SilentNetwork;

beforeAll(async () => {
  shop = await createTestShop({
    settings: { metricsToken: 'metrics-token-for-tests' },
    async connect(url) {
      network = await openSilentNetwork(url);
      return network.url;
    },
  });
});
afterAll(async () => {
  await network.setReachable(true);
  await shop.close();
  network.close();
});

const measure = () => measureQueues(shop.database.db, QUEUES);

async function readMetrics(): Promise<string> {
  const headers = { authorization: 'Bearer metrics-token-for-tests' };
  return (await shop.app.request(`${shop.origin}/metrics`, { headers })).text();
}

/** The value of a metric with this label, or null if it has none. */
async function readMetric(name: string, queue: string): Promise<number | null> {
  const line = (await readMetrics()).split('\n').find((one) => one.startsWith(`${name}{queue="${queue}"} `));
  return line ? Number(line.split(' ')[1]) : null;
}

test('each queue says how many of its entries are due and for how long the oldest one has been', async () => {
  const { fill } = shop.database;
  const tool = await createTool(shop);
  await shop.workers.get('tool-search').run();
  await fill(`insert into mails (id, kind, recipient, subject, text, state, next_attempt_at)
    select 'm' || i, 'order_paid', 'cy@example.com', 'Paid', 'Thank you.', 'waiting', now() + make_interval(mins => i - 10)
    from generate_series(0, 19) i`);
  await fill(`insert into provider_events (id, type, intent_id, next_attempt_at) values
    ('evt_1', 'payment_intent.succeeded', 'pi_1', now() - interval '7 minutes'), ('evt_2', 'payment_intent.succeeded', 'pi_2', null)`);
  await fill(
    "insert into identity_requests (id, kind, email, created_at) values ('r1', 'reset', 'cy@example.com', now() - interval '3 minutes')",
  );
  await fill("insert into awaited_tools (tool_id, check_at) values ($1, now() - interval '2 minutes')", [tool.id]);
  await fill('insert into tool_search_queue (tool_id) values ($1)', [tool.id]);
  await fill(`insert into imports (id, state, file_name, made_by, made_at, confirmed_at, claimed_until) values
    ('i1', 'importing', 'a.csv', 'a', now() - interval '1 day', now() - interval '4 minutes', null),
    ('i2', 'importing', 'b.csv', 'a', now() - interval '1 day', now() - interval '1 day', now() + interval '20 seconds')`);
  shop.metrics.recordQueues(await measure());
  const expected: [string, number, number | null][] = [
    ['mail', 11, 600],
    ['webhook-events', 1, 420],
    ['account-requests', 1, 180],
    ['stock-alerts', 1, 120],
    ['tool-search', 1, null],
    ['imports', 1, 240],
    ['refunds', 0, 0],
  ];
  for (const [queue, due, seconds] of expected) {
    expect([queue, await readMetric('queue_due', queue)]).toEqual([queue, due]);
    const oldest = await readMetric('queue_oldest_due_seconds', queue);
    if (seconds === null) expect([queue, oldest]).toEqual([queue, null]);
    // What the test itself has taken is added.
    else expect([queue, Math.abs((oldest ?? -1_000) - seconds) < 60]).toEqual([queue, true]);
  }
  expect((await readMetrics()).match(/^queue_due\{/gm)).toHaveLength(Object.keys(QUEUES).length);
});

test('a queue of any length costs the same: it is read by an index, up to a limit', async () => {
  const { fill } = shop.database;
  const finished = 30_000;
  const tool = await createTool(shop);
  const user = await shop.signUp();
  await placeOrder(shop, user, tool);
  const rows = (columns: string, values: string, count = finished) =>
    fill(`insert into ${columns} select ${values} from generate_series(1, ${count}) i`);
  await rows(
    'mails (id, kind, recipient, subject, text, state, sent_at)',
    "'s' || i, 'order_paid', 'cy@example.com', 'Paid', 'Thanks.', 'sent', now()",
  );
  await rows(
    'mails (id, kind, recipient, subject, text, state, next_attempt_at)',
    "'d' || i, 'order_paid', 'cy@example.com', 'Paid', 'Thanks.', 'waiting', now() - interval '1 hour'",
    10 * MAX_COUNTED,
  );
  await rows(
    'provider_events (id, type, intent_id, applied_at)',
    "'evt_s' || i, 'payment_intent.succeeded', 'pi_s' || i, now()",
  );
  await rows(
    'imports (id, state, file_name, made_by, confirmed_at, done_at)',
    "'is' || i, 'done', 'a.csv', 'a', now(), now()",
  );
  await rows('notices (kind, subject, reported_at)', "'review', 'n' || i, now()");
  await fill(
    `insert into orders (id, user_id, tool_id, name, email, item_name, image, quantity, unit_price_minor, total_minor, currency)
     select 'o' || lpad(i::text, 23, '0'), $1, $2, 'Cy', 'cy@example.com', 'Rule', '/images/x.svg', 1, 5, 5, 'usd' from generate_series(1, ${finished}) i`,
    [user.userId, tool.id],
  );
  await fill('select create_purchases_of_orders(array(select id from orders where purchase_id is null))');
  await fill(`insert into stock_holds (order_id, tool_id, quantity, state, expires_at)
    select id, tool_id, 1, 'sold', now() - interval '1 day' from orders where id like 'o0000%' on conflict do nothing`);
  await fill(`insert into payments (id, purchase_id, user_id, state, intent_id, amount_minor, currency, provider_status)
    select id, purchase_id, user_id, 'captured', 'pi_' || id, total_minor, 'usd', 'succeeded' from orders where id like 'o0000%' and purchase_id is not null`);
  await fill(`insert into refunds (id, purchase_id, payment_id, amount_minor, reason, state, settled_at, next_attempt_at, provider_refund_id)
    select id, purchase_id, id, 1, 'Broken', 'succeeded', now(), null, 're_' || id from payments where id like 'o0000%'`);
  await rows('images (id, owner_id, width, height, recompressed)', `'g' || i, '${user.userId}', 1, 1, true`);
  await fill('vacuum analyze mails, provider_events, imports, notices, orders, stock_holds, payments, refunds, images');
  const [statement] = await recordStatements(async () => {
    const lengths = await measure();
    expect(lengths.find(({ queue }) => queue === 'mail')?.due).toBe(MAX_COUNTED);
  });
  const { rows: plans } = await shop.database.pool.query(`explain (format json) ${statement?.text}`, statement?.values);
  const nodes = listNodes(plans[0]['QUERY PLAN'][0].Plan);
  const scanned = nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []));
  // Sorting those few that no index has in order is faster than reading more.
  const sorted = nodes.filter((node) => node['Node Type'] === 'Sort' && node['Plan Rows'] > 1_000);
  expect(sorted).toEqual([]);
  // Emptied as they are worked off, or without a row in this test.
  const small = [
    'identity_requests',
    'awaited_tools',
    'tool_search_queue',
    'category_facet_changes',
    'payment_disputes',
  ];
  expect(scanned.filter((name) => !small.includes(name))).toEqual([]);
});

test('the disk of the data folder has a size', async () => {
  const space = await measureDisk(shop.parts.settings.imageFolder);
  shop.metrics.recordDisk(space);
  const text = await readMetrics();
  expect(text).toMatch(/^data_disk_free_bytes [1-9]\d{6,}$/m);
  expect(text).toMatch(/^data_disk_size_bytes [1-9]\d{6,}$/m);
  expect(space.freeBytes).toBeLessThanOrEqual(space.sizeBytes);
});

test('the versions of the shop and of Node are a metric', async () => {
  expect(await readMetrics()).toContain(`ironmonger_info{version="0.1.0",node="${process.version}"} 1`);
});

test('with a silent database, metrics are read without waiting', async () => {
  shop.metrics.recordQueues(await measure());
  network.silence();
  const measuring = measure().catch(() => 'failed');
  const begun = performance.now();
  const text = await readMetrics();
  expect(performance.now() - begun).toBeLessThan(1_000);
  expect(text).toContain('queue_due{queue="mail"}');
  await network.setReachable(false);
  expect(await measuring).toBe('failed');
});

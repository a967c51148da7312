import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expirePurchases } from '#src/flows/cancellations/expire-purchases.server.ts';
import { eraseOldAddresses } from '#src/platform/audit/audit-events.server.ts';
import { auditEvents } from '#src/platform/audit/tables.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import {
  createTool,
  listBody,
  objectBody,
  payOrder,
  placeOrder,
  statusAndCode,
  type TestTool,
} from './order-helpers.ts';
import { moveShop } from './time-zone-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let admin: TestUser;
let tool: TestTool;

beforeAll(async () => {
  shop = await createTestShop();
  [ada, admin] = await Promise.all([shop.signUp(), shop.createOwner()]);
  tool = await createTool(shop, { itemName: 'Claw hammer', quantity: 1_000 });
});
afterAll(() => shop.close());

const eventsOf = async (subjectId: string) => {
  const rows = await shop.sql`select * from audit_events where subject_id = ${subjectId} order by seq`;
  return rows;
};

describe('the audit log records', () => {
  test('who placed, paid and shipped an order, from where, and what changed', async () => {
    const id = await placeOrder(shop, ada, tool);
    await payOrder(shop, ada, id);
    await shop.call('PUT', `/updateStatus/${id}`, { token: admin.token });
    await shop.call('PUT', `/updateStatus/${id}`, { token: admin.token });
    const [placed, paid, shipped, ...more] = await eventsOf(id);
    expect(more).toEqual([]);
    expect(placed).toMatchObject({
      action: 'order.placed',
      actor: 'user',
      actor_id: ada.userId,
      actor_email: ada.email,
      actor_role: 'customer',
      subject: 'order',
      subject_name: 'Claw hammer',
      before: null,
      after: { state: 'placed', quantity: 10, total: '189.00' },
    });
    expect(placed.address).toEqual(expect.any(String));
    expect(paid).toMatchObject({ action: 'order.paid', actor: 'provider', actor_id: null, address: null });
    expect([paid.before, paid.after.state]).toEqual([{ state: 'placed' }, 'paid']);
    expect(shipped).toMatchObject({ action: 'order.shipped', actor_email: admin.email, actor_role: 'owner' });
    expect([shipped.before, shipped.after]).toEqual([{ state: 'paid' }, { state: 'shipped' }]);
  });

  test('who deleted an order, and which order expired', async () => {
    const [deleted, expired] = [await placeOrder(shop, ada, tool), await placeOrder(shop, ada, tool)];
    await shop.call('DELETE', `/order/${deleted}`, { token: admin.token });
    await shop.sql`update stock_holds set expires_at = now() - interval '1 minute' where order_id = ${expired}`;
    await expirePurchases(shop.context);
    expect((await eventsOf(deleted)).at(-1)).toMatchObject({ action: 'order.deleted', actor_email: admin.email });
    expect((await eventsOf(expired)).at(-1)).toMatchObject({ action: 'order.expired', actor: 'shop', address: null });
  });

  test('which tool an admin added', async () => {
    const body = {
      itemName: 'Bench vise',
      about: 'Cast iron.',
      balance: 89.5,
      quantity: 40,
      minOrderQuantity: 4,
      picture: '/images/drawings/claw-hammer.svg',
    };
    const added = await shop.call('POST', '/tools', { token: admin.token, body });
    expect(await eventsOf(String(objectBody(added).insertedId))).toMatchObject([
      { action: 'tool.added', actor_email: admin.email, subject_name: 'Bench vise', after: { balance: 89.5 } },
    ]);
  });

  test('nothing about a rejected order', async () => {
    const before = await shop.database.db.$count(auditEvents);
    const refused = await shop.call('POST', '/order', { token: ada.token, body: { toolId: tool.id } });
    expect(refused.status).toBe(422);
    expect(await shop.database.db.$count(auditEvents)).toBe(before);
  });
});

describe('the owner', () => {
  const get = (path: string) => shop.call('GET', path, { token: admin.token });

  test('filters the log by kind, person, subject and day', async () => {
    const id = await placeOrder(shop, ada, tool);
    const found = async (query: string) => listBody(await get(`/audit?${query}`)).map((event) => event.subjectId);
    expect(listBody(await get('/audit?limit=1'))[0]).toMatchObject({
      action: 'order.placed',
      subjectId: id,
      actorEmail: ada.email,
      after: { quantity: 10 },
    });
    expect(await found(`q=${id}`)).toEqual([id]);
    expect(await found(`q=${ada.email.toUpperCase()}&limit=1`)).toEqual([id]);
    expect(await found('q=hammer&state=order')).toEqual([]);
    expect(await found('q=hammer&state=tool')).toEqual([tool.id]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await found(`q=${today}..2099-01-01 ${id}`.replaceAll(' ', '%20'))).toEqual([id]);
    expect(await found(`q=2020-01%20${id}`)).toEqual([]);
  });

  test('filters and exports the log by days of the shop’s time zone', async () => {
    await shop.sql`insert into audit_events (id, created_at, actor, action, subject, subject_id, subject_name)
      values ('in-the-night', '2021-06-30T15:30:00Z', 'shop', 'order.expired', 'order', 'in-the-night', 'Night')`;
    const find = async (day: string) =>
      listBody(await get(`/audit?q=${day}%20in-the-night`)).map((event) => event.createdAt);
    for (const [timeZone, day, other, time] of [
      ['Asia/Tokyo', '2021-07-01', '2021-06-30', '2021-07-01T00:30:00.000+09:00'],
      ['America/New_York', '2021-06-30', '2021-07-01', '2021-06-30T11:30:00.000-04:00'],
    ] as const) {
      await moveShop(shop, admin, timeZone);
      expect([await find(day), await find(other)]).toEqual([['2021-06-30T15:30:00.000Z'], []]);
      const asked = await shop.call('POST', `/audit/export?q=${day}%20in-the-night`, { token: admin.token });
      const csv = await shop.call('GET', String(objectBody(asked).address).replace('/api', ''));
      expect(csv.body).toContain(`\r\n"${time}"`);
    }
    await moveShop(shop, admin, 'UTC');
  });

  test('exports the filtered entries as CSV without spreadsheet formulas', async () => {
    const lure = await createTool(shop, { itemName: '=HYPERLINK("https://evil.example")' });
    const query = 'state=tool&q=hyperlink';
    const exported = objectBody(await shop.call('POST', `/audit/export?${query}`, { token: admin.token }));
    const path = String(exported.address).replace('/api', '');
    const csv = await shop.call('GET', path);
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/);
    const [header, row = '', ...more] = String(csv.body).trimEnd().split('\r\n');
    expect(header).toContain('"time","actor","email"');
    expect(more).toEqual([]);
    expect(row).toContain(`"tool.added","tool","${lure.id}","'=HYPERLINK(""https://evil.example"")"`);
    const other = path.replace('hyperlink', 'hammer');
    expect(statusAndCode(await shop.call('GET', other))).toBe('400 signature_invalid');
    expect(listBody(await get('/audit?limit=1'))[0]).toMatchObject({
      action: 'audit.exported',
      actorEmail: admin.email,
      after: { search: 'hyperlink', subjects: 'tool' },
    });
  });

  test.each(['%00', '%01', 'a'.repeat(101)])('is told what is wrong with the search %s', async (q) => {
    const exported = await shop.call('POST', `/audit/export?q=${q}`, { token: admin.token });
    expect(statusAndCode(exported)).toBe('422 invalid');
  });

  test('exports each entry once when there are more than fit in one batch', async () => {
    await shop.sql`insert into audit_events (id, actor, action, subject, subject_id, subject_name)
       select 'many ' || i, 'shop', 'mail.link_read', 'mail', i, 'Many' from generate_series(1, 2345) i`;
    const exported = objectBody(await shop.call('POST', '/audit/export?state=mail', { token: admin.token }));
    const csv = await shop.call('GET', String(exported.address).replace('/api', ''));
    const ids = String(csv.body)
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[6]);
    expect([ids.length, new Set(ids).size]).toEqual([2345, 2345]);
  });
});

describe('the database', () => {
  const attempt = (statement: string, ...values: unknown[]) =>
    shop.query(statement, values).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
  const insertOld = async (age: string) => {
    const id = `old ${age}`;
    await shop.query(
      `insert into audit_events (id, created_at, actor, actor_id, action, subject, subject_id, subject_name, address)
       values ($1, now() - $2::interval, 'user', 'x', 'order.deleted', 'order', $1, 'Claw hammer', '192.0.2.1')`,
      [id, age],
    );
    return id;
  };

  test.each([
    'delete from audit_events',
    'truncate audit_events',
    "update audit_events set actor_email = 'somebody@example.com'",
    'update audit_events set address = null',
    "update audit_events set address = null, actor_email = 'x' where created_at < now() - interval '90 days'",
  ])('rejects: %s', async (statement) => {
    await placeOrder(shop, ada, tool);
    await insertOld(`100 days ${statement.length} seconds`);
    const before = await shop.database.db.$count(auditEvents);
    expect(await attempt(statement)).toBe('the audit log is append-only');
    expect(await shop.database.db.$count(auditEvents)).toBe(before);
  });

  test('lets IP addresses be erased after 90 days, and nothing else', async () => {
    const [old, young] = [await insertOld('91 days'), await insertOld('89 days')];
    const [before] = await eventsOf(old);
    await eraseOldAddresses(shop.database.db);
    expect(await eventsOf(old)).toEqual([{ ...before, address: null }]);
    expect((await eventsOf(young))[0].address).toBe('192.0.2.1');
  });
});

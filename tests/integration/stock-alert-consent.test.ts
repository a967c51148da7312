import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_ALERTS_PER_ADDRESS } from '#src/features/stock-alerts/rules.ts';
import { deleteStaleStockAlerts } from '#src/flows/stock-alerts/manage-stock-alerts.server.ts';
import { loader as requestLoader } from '#src/routes/stock-alert.tsx';
import { loader as confirmLoader } from '#src/routes/stock-alert-confirm.tsx';
import { loader as endLoader } from '#src/routes/stock-alert-end.tsx';
import { HONEYPOT_FIELD, STAY_FIELD } from '#src/shared/form-result.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';
import { snapshotDatabase } from './db-snapshot.ts';
import { createActionArgs } from './form-helpers.ts';
import { getEmailTexts } from './mail-helpers.ts';
import { createTool, type TestTool } from './order-helpers.ts';
import {
  createSoldOutTool,
  getAlertState,
  newestAlertLinks,
  openLink,
  pressConfirm,
  pressEnd,
  requestAlert,
  waitFor,
} from './stock-alert-helpers.ts';

let shop: TestShop;
let tool: TestTool;
let counter = 0;

beforeAll(async () => {
  shop = await createTestShop();
  tool = await createSoldOutTool(shop);
});
afterAll(() => checkAndClose(shop));

const newAddress = () => `buyer-${++counter}@example.com`;
const ask = (email: string, more = {}) => requestAlert(shop, tool, { email }, more);
const linksOf = (email: string) => newestAlertLinks(shop, 'stock_alert_confirm', email);
const countMails = async (email: string) => (await getEmailTexts(shop, 'stock_alert_confirm', email)).length;
const getState = (email: string) => getAlertState(shop, tool, email);
const openConfirm = (token: string) => openLink(shop, confirmLoader as never, token);
const openEnd = (token: string) => openLink(shop, endLoader as never, token);

describe('requesting an alert', () => {
  test('stores an unconfirmed alert and sends one email with the tool’s name and both links', async () => {
    const email = newAddress();
    expect(await ask(` ${email.toUpperCase()}`)).toMatchObject({ status: 303, location: '/alerts/sent' });
    expect(await getState(email)).toBe('pending');
    const [text = ''] = await getEmailTexts(shop, 'stock_alert_confirm', email);
    expect(text).toContain(tool.itemName);
    const links = await linksOf(email);
    expect([links.confirm, links.end]).toEqual([
      expect.stringMatching(/^[\w-]{43}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
    const rows = await shop.sql`select * from stock_alert_links`;
    for (const token of [links.confirm, links.end]) expect(JSON.stringify(rows)).not.toContain(token);
  });

  test.each(['', 'nobody', 'a@b', 'a@example.com\nb@example.com', 'x'.repeat(300)])(
    'with %j is rejected at its field',
    async (email) => {
      const before = await snapshotDatabase(shop);
      const { status, response } = await ask(email);
      expect([status, Object.keys(response?.errors ?? {})]).toEqual([422, ['email']]);
      expect(response?.values.email).toBe(email);
      expect(await snapshotDatabase(shop)).toEqual(before);
    },
  );

  test('has the same response for a new, a pending, a confirmed and an ended alert', async () => {
    const email = newAddress();
    const responses = [await ask(email), await ask(email)];
    await pressConfirm(shop, (await linksOf(email)).confirm);
    responses.push(await ask(email));
    await pressEnd(shop, (await linksOf(email)).end);
    responses.push(await ask(email));
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(await countMails(email)).toBe(3);
  });

  test('the same address five times in parallel stores one alert', async () => {
    const email = newAddress();
    await Promise.all(Array.from({ length: 5 }, () => ask(email)));
    const { length: rowCount } = await shop.sql`select from stock_alerts where email = ${email}`;
    expect(rowCount).toBe(1);
  });

  test('with a filled honeypot field is dropped, and its own page has the same response', async () => {
    const before = await snapshotDatabase(shop);
    expect((await requestAlert(shop, tool, { email: newAddress(), [HONEYPOT_FIELD]: 'x' })).status).toBe(303);
    expect(await snapshotDatabase(shop)).toEqual(before);
    const { status, response } = await requestAlert(shop, tool, { email: newAddress(), [STAY_FIELD]: 'yes' });
    expect([status, response?.stored]).toEqual([200, true]);
  });

  test('sends few emails to one address, with the same response beyond the limit', async () => {
    const email = newAddress();
    for (let at = 0; at < 8; at += 1)
      expect((await ask(email, { limits: true, clientAddress: `198.18.1.${at}` })).status).toBe(303);
    expect(await countMails(email)).toBe(5);
  });

  test('beyond the rate limit gets 429 and keeps the input', async () => {
    await shop.sql`insert into rate_limits (key, points, expire)
      values ('stockAlert:203.0.113.9', 60, ${Date.now() + 600_000})`;
    const email = newAddress();
    const limited = await ask(email, { limits: true, clientAddress: '203.0.113.9' });
    expect([limited.status, Number(limited.retryAfter) > 0, limited.response?.values.email]).toEqual([
      429,
      true,
      email,
    ]);
    expect(await getState(email)).toBeNull();
  });

  test('for a tool that can be ordered, is archived or is unknown leads elsewhere and stores nothing', async () => {
    const [enough, draft, archived] = [
      await createTool(shop, { quantity: 10 }),
      await createSoldOutTool(shop, { state: 'draft' }),
      await createSoldOutTool(shop),
    ];
    await shop.sql`update tools set state = 'archived' where id = ${archived.id}`;
    const before = await snapshotDatabase(shop);
    const open = (id: string) => {
      const request = new Request(`${shop.origin}/alerts/new?tool=${id}`);
      return requestLoader(createActionArgs(shop, request) as never);
    };
    for (const { id } of [enough, archived]) {
      const page = { status: 303, headers: expect.anything() };
      await expect(open(id)).rejects.toMatchObject(page);
      await expect(requestAlert(shop, { id }, { email: newAddress() })).rejects.toMatchObject(page);
    }
    for (const id of [draft.id, 'a'.repeat(24), '', "' or 1=1"]) {
      await expect(open(id)).rejects.toMatchObject({ init: { status: 404 } });
      await expect(requestAlert(shop, { id }, { email: newAddress() })).rejects.toMatchObject({
        init: { status: 404 },
      });
    }
    expect(await snapshotDatabase(shop)).toEqual(before);
  });
});

describe('the confirmation link', () => {
  test('does nothing when opened, and confirms once with its button', async () => {
    const email = newAddress();
    await ask(email);
    const { confirm } = await linksOf(email);
    const before = await snapshotDatabase(shop);
    expect(await openConfirm(confirm)).toBe('200 open');
    expect(await snapshotDatabase(shop)).toEqual(before);
    const responses = await Promise.all(Array.from({ length: 5 }, () => pressConfirm(shop, confirm)));
    expect(responses.map(({ location }) => location).sort()).toEqual(['/alerts/confirmed', null, null, null, null]);
    expect(await getState(email)).toBe('confirmed');
    expect(await openConfirm(confirm)).toBe('200 used');
  });

  test('in an earlier email still works', async () => {
    const email = newAddress();
    await ask(email);
    const first = await linksOf(email);
    await ask(email);
    expect((await pressConfirm(shop, first.confirm)).location).toBe('/alerts/confirmed');
  });

  test('expires after seven days, and the alert is deleted with its email', async () => {
    const email = newAddress();
    await ask(email);
    const { confirm } = await linksOf(email);
    const age = async (by: string) => {
      const { pool } = shop.database;
      const theirs = 'alert_id in (select id from stock_alerts where email = $1)';
      await pool.query(`update stock_alert_links set expires_at = expires_at - $2::interval where ${theirs}`, [
        email,
        by,
      ]);
      await pool.query('update stock_alerts set expires_at = expires_at - $2::interval where email = $1', [email, by]);
    };
    await age('6 days 23 hours');
    expect(await openConfirm(confirm)).toBe('200 open');
    await deleteStaleStockAlerts(shop.context);
    await age('1 hour');
    expect(await openConfirm(confirm)).toBe('200 expired');
    expect((await pressConfirm(shop, confirm)).location).toBeNull();
    expect(await getState(email)).toBe('pending');
    await deleteStaleStockAlerts(shop.context);
    expect([await getState(email), await countMails(email)]).toEqual([null, 0]);
    expect(await openConfirm(confirm)).toBe('404 unknown');
  });

  test.each(['x', 'A'.repeat(43), '%00', "' or 1=1 --", 'é'.repeat(43), ''])(
    'with the token %j is unknown',
    async (token) => {
      const before = await snapshotDatabase(shop);
      expect([await openConfirm(token), await openEnd(token)]).toEqual(['404 unknown', '404 unknown']);
      expect((await pressConfirm(shop, token)).location).toBeNull();
      expect((await pressEnd(shop, token)).location).toBeNull();
      expect(await snapshotDatabase(shop)).toEqual(before);
    },
  );

  test('does not end the alert, and the end link does not confirm it', async () => {
    const email = newAddress();
    await ask(email);
    const { confirm, end } = await linksOf(email);
    expect((await pressEnd(shop, confirm)).location).toBeNull();
    expect((await pressConfirm(shop, end)).location).toBeNull();
    expect(await getState(email)).toBe('pending');
  });
});

describe('the end link', () => {
  test('does nothing when opened, and its button ends the alert and the confirmation link', async () => {
    const email = newAddress();
    await ask(email);
    const { confirm, end } = await linksOf(email);
    expect(await openEnd(end)).toBe('200 open');
    expect(await getState(email)).toBe('pending');
    expect(await pressEnd(shop, end)).toMatchObject({ status: 303, location: '/alerts/ended' });
    expect(await getState(email)).toBe('ended');
    expect(await openEnd(end)).toBe('200 used');
    expect((await pressConfirm(shop, confirm)).location).toBeNull();
    expect(await getState(email)).toBe('ended');
  });

  test('ends this alert or all of the address, and a mail program’s one-click unsubscribe ends this one, repeatedly', async () => {
    const [email, other] = [newAddress(), newAddress()];
    const tools = await Promise.all([1, 2, 3, 4].map(() => createSoldOutTool(shop)));
    const ends: string[] = [];
    for (const one of tools) ends.push(await waitFor(shop, one, email));
    await waitFor(shop, tools[1] as TestTool, other);
    const states = () => Promise.all(tools.map((one) => getAlertState(shop, one, email)));
    const oneClick = { 'List-Unsubscribe': 'One-Click' };
    expect(await pressEnd(shop, ends[0] ?? '', oneClick)).toMatchObject({ status: 200, location: null });
    expect(await states()).toEqual(['ended', 'confirmed', 'confirmed', 'confirmed']);
    // A button on an outdated page ends only what it said.
    await pressEnd(shop, ends[0] ?? '', { scope: 'this' });
    expect(await states()).toEqual(['ended', 'confirmed', 'confirmed', 'confirmed']);
    expect(await pressEnd(shop, ends[0] ?? '', { scope: 'all' })).toMatchObject({ location: '/alerts/ended' });
    expect(await states()).toEqual(['ended', 'ended', 'ended', 'ended']);
    await waitFor(shop, tools[2] as TestTool, email);
    await waitFor(shop, tools[3] as TestTool, email);
    expect(await pressEnd(shop, ends[0] ?? '', oneClick)).toMatchObject({ status: 200, location: null });
    expect(await states()).toEqual(['ended', 'ended', 'confirmed', 'confirmed']);
    expect(await getAlertState(shop, tools[1] as TestTool, other)).toBe('confirmed');
  });
});

test('an address can wait for a limited number of tools, and requests by strangers in its name do not count', async () => {
  const email = newAddress();
  const { pool } = shop.database;
  const add = (count: number, state: string, ended: string) =>
    pool.query(
      `with added as (
         insert into tools (id, item_name, about, unit_price_minor, min_order_quantity, available, image)
         select $1 || $4 || g, 'Tool ' || g, '', 100, 10, 0, '' from generate_series(1, $2::int) g returning id)
       insert into stock_alerts (id, tool_id, email, state, confirmed_at, ended_at, expires_at)
       select id, id, $3, $4, case $4 when 'pending' then null else now() end, ${ended}, now() + interval '1 day' from added`,
      [`t${counter}`, count, email, state],
    );
  await add(MAX_ALERTS_PER_ADDRESS + 5, 'pending', 'null');
  await add(MAX_ALERTS_PER_ADDRESS - 1, 'confirmed', 'null');
  await pool.query(
    "insert into awaited_tools (tool_id) select tool_id from stock_alerts where state = 'confirmed' on conflict do nothing",
  );
  const [last, beyond] = [await createSoldOutTool(shop), await createSoldOutTool(shop)];
  await requestAlert(shop, beyond, { email });
  const early = (await linksOf(email)).confirm;
  await waitFor(shop, last, email);
  expect((await pressConfirm(shop, early)).location).toBeNull();
  expect(await getAlertState(shop, beyond, email)).toBe('pending');
  expect(await openConfirm(early)).toBe('200 open');
  const mails = await countMails(email);
  await requestAlert(shop, await createSoldOutTool(shop), { email });
  expect(await countMails(email)).toBe(mails);
  // Alerts that were sent today count; yesterday's do not.
  const markSent = (when: string) =>
    pool.query(
      `update stock_alerts set state = 'sent', ended_at = ${when} where email = $1 and state in ('confirmed', 'sent')`,
      [email],
    );
  await markSent('now()');
  expect((await pressConfirm(shop, early)).location).toBeNull();
  await markSent("now() - interval '25 hours'");
  expect((await pressConfirm(shop, early)).location).toBe('/alerts/confirmed');
  // Removes alerts that were inserted without their emails.
  await pool.query("delete from stock_alerts where email = $1 and state = 'sent'", [email]);
});

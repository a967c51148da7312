import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimMails } from '#src/features/mail/mail-jobs.server.ts';
import { type NewMail, queueMail } from '#src/features/mail/outbox.server.ts';
import { action as newsletterAction } from '#src/routes/newsletter.tsx';
import { action as leaveAction } from '#src/routes/newsletter-unsubscribe.tsx';
import { startMailServer, type TestMailServer } from '#tests/support/mail-server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { postForm } from './form-helpers.ts';
import { createTool, listBody, objectBody, payOrder, placeOrder } from './order-helpers.ts';

const FROM = 'Ironmonger <shop@tools.example>';
let server: TestMailServer;
let shop: TestShop;
let admin: TestUser;

beforeAll(async () => {
  server = await startMailServer();
  shop = await createTestShop({ settings: { mail: { kind: 'smtp', url: server.url, from: FROM } } });
  admin = await shop.createAdmin();
});
beforeEach(async () => {
  await shop.workers.get('mail').run();
  server.received.length = 0;
});
afterEach(async () => {
  const rows = await shop.sql`select kind, last_error from mails where state <> 'sent'`;
  expect(rows).toEqual([]);
});
afterAll(async () => {
  await shop.close();
  await server.close();
});

const getRow = async (kind: string, recipient: string) => {
  const rows = await shop.sql`select * from mails where kind = ${kind} and recipient = ${recipient}`;
  return rows[0];
};

describe('a due email', () => {
  test('arrives with its addresses, subject, both parts and headers', async () => {
    const ada = await shop.signUp({ confirmed: true, displayName: 'Zoë Müller 🔧' });
    const tool = await createTool(shop, { itemName: 'Bügelsäge “Ø 300” 🪚' });
    const id = await placeOrder(shop, ada, tool, 10);
    expect(await shop.workers.get('mail').run()).toBe(2);
    const mail = server.received.find(({ subject }) => subject?.startsWith('On hold for you'));
    expect(mail?.envelope).toEqual({ from: 'shop@tools.example', to: [ada.email] });
    expect(mail?.from).toMatchObject({ name: 'Ironmonger', address: 'shop@tools.example' });
    expect(mail?.to).toMatchObject([{ address: ada.email }]);
    expect(mail?.subject).toBe('On hold for you: order IM-2026-000001, 10 × Bügelsäge “Ø 300” 🪚');
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('Zoë Müller 🔧');
      expect(part).toContain('Bügelsäge “Ø 300” 🪚');
      expect(part).toContain('$189.00');
      expect(part).toContain(`${shop.origin}/dashboard/payment/${id}`);
    }
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
    expect(header('auto-submitted')).toBe('auto-generated');
    expect(header('content-type')).toMatch(/^multipart\/alternative/);
    expect(Math.abs(Date.parse(header('date') ?? '') - Date.now())).toBeLessThan(60_000);
    expect(header('list-unsubscribe')).toBeUndefined();
    const row = await getRow('order_placed', ada.email);
    expect(mail?.messageId).toBe(`<${row.id}@tools.example>`);
    expect(row).toMatchObject({ state: 'sent', attempts: 1, last_error: null, sent_at: expect.any(Date) });
    // Mail servers may reject longer lines and other characters.
    expect(mail?.raw).not.toMatch(/[^\r\n]{999}/);
    expect(mail?.raw).toMatch(/^[\r\n\t -~]*$/);
  });

  test('is sent once by many parallel runs, over few connections', async () => {
    for (let at = 0; at < 12; at += 1)
      await queueMail(shop.database.db, shop.context, {
        kind: 'quote_received',
        data: {},
        recipient: `q${at}@example.com`,
      });
    const rounds = await Promise.all(Array.from({ length: 6 }, () => shop.workers.get('mail').run()));
    expect(Math.max(...rounds)).toBe(12);
    expect(server.received.map(({ envelope }) => envelope.to[0]).sort()).toEqual(
      Array.from({ length: 12 }, (_, at) => `q${at}@example.com`).sort(),
    );
    expect(server.connections.max).toBeLessThanOrEqual(2);
  });

  test('is sent for every event of an order, but for a shipment only once it cannot be undone without a trace', async () => {
    const ada = await shop.signUp({ confirmed: true });
    const id = await placeOrder(shop, ada, await createTool(shop));
    await payOrder(shop, ada, id);
    await shop.call('PUT', `/updateStatus/${id}`, { token: admin.token, body: {} });
    const sendAll = async () => {
      await shop.workers.get('mail').run();
      return server.received.map(({ subject }) => subject?.split(/[: ]/)[0]).sort();
    };
    expect(await sendAll()).toEqual(['On', 'Paid', 'Please']);
    await shop.database.db.execute(
      sql`update mails set next_attempt_at = next_attempt_at - interval '1 minute' where kind = 'order_shipped'`,
    );
    expect(await sendAll()).toEqual(['On', 'Paid', 'Please', 'Shipped']);
  });

  test('of a kind that only a newer version knows is left for a process of that version', async () => {
    const claimed = shop.database.db.transaction(async (tx) => {
      await tx.execute(sql`alter table mails drop constraint mails_kind_known`);
      await tx.execute(
        sql`insert into mails (id, kind, recipient, subject, data, state) select kind, kind, 'x@example.com', 'x', '{}', 'waiting'
          from unnest(array['of_tomorrow', 'quote_received']) as kind`,
      );
      const kinds = (await claimMails(tx, 10)).map(({ kind }) => kind);
      throw { kinds };
    });
    await expect(claimed).rejects.toEqual({ kinds: ['quote_received'] });
  });

  test('reaches only its recipient, whatever its address fields contain', async () => {
    for (const recipient of [
      'a@example.com, b@example.com',
      'a@example.com\r\nBcc: b@example.com',
      'Ada <a@example.com>',
      '',
    ]) {
      await shop.sql`insert into mails (id, kind, recipient, subject, data, state)
        values (md5(random()::text), 'quote_received', ${recipient}, 'x', '{}', 'waiting')`;
    }
    await shop.workers.get('mail').run();
    expect(server.received).toEqual([]);
    const rows = await shop.sql`delete from mails where state = 'failed' returning attempts, last_error`;
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatchObject({ attempts: 1, last_error: expect.stringContaining('address') });
  });
});

describe('a one-time link', () => {
  test('arrives, works, and is removed from the outbox', async () => {
    const ada = await shop.signUp({ confirmed: true });
    const written = JSON.stringify(await getRow('confirm_email', ada.email));
    await shop.workers.get('mail').run();
    const link = /https?:\S+confirmEmail\S+/.exec(server.received[0]?.text ?? '')?.[0] ?? '';
    expect(written).toContain(JSON.stringify(link).slice(1, -1));
    expect(JSON.stringify(await getRow('confirm_email', ada.email))).not.toContain('confirmEmail');
    const outbox = listBody(await shop.call('GET', '/outbox?limit=1', { token: admin.token }));
    expect(outbox[0]).toMatchObject({ recipient: ada.email, state: 'sent' });
    expect(outbox[0]?.text).toContain('link was removed');
    const token = link.split('/').at(-1);
    expect((await shop.call('POST', '/auth/verify-email', { token: ada.session, body: { token } })).status).toBe(200);
    const confirmed = await shop.sql`select email_confirmed from users where email = ${ada.email}`;
    expect(confirmed[0]?.email_confirmed).toBe(true);
  });

  test('of an old email is removed from its stored text', async () => {
    await shop.query(
      `insert into mails (id, kind, recipient, subject, text, state) values (md5('old'), 'confirm_email', 'old@example.com', 'Please confirm', E'Hello,\\nhttps://tools.example/verify?token=t0ken\\n', 'waiting')`,
    );
    await shop.workers.get('mail').run();
    expect(server.received[0]?.text).toContain('token=t0ken');
    expect((await getRow('confirm_email', 'old@example.com')).text).toBe('Hello,\n[link]\n');
  });
});

describe('an email that somebody asked for', () => {
  test('has a header that unsubscribes with one request', async () => {
    await postForm(shop, newsletterAction, { email: 'reader@example.com' });
    await shop.workers.get('mail').run();
    const [mail] = server.received;
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
    const leave = /^<(http\S+)>$/.exec(header('list-unsubscribe') ?? '')?.[1] ?? '';
    expect(leave).toMatch(new RegExp(`^${shop.origin}/newsletter/leave/[\\w-]{43}$`));
    // One-click unsubscribe requires HTTPS.
    expect(header('list-unsubscribe-post')).toBeUndefined();
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const params = { token: leave.split('/').at(-1) ?? '' };
    expect(await postForm(shop, leaveAction as never, { body }, { params })).toMatchObject({
      status: 200,
      location: null,
    });
    const rows = await shop.sql`select state from subscribers where email = 'reader@example.com'`;
    expect(rows[0]?.state).toBe('left');
  });

  test.each([
    ['newsletter_welcome', {}],
    ['stock_alert', { itemName: 'Bench vise', slug: 'bench-vise' }],
  ] as const)('offers one-click unsubscribe over HTTPS (%s)', async (kind, fields) => {
    const url = 'https://tools.example/newsletter/leave/x';
    const data = { ...fields, leaveUrl: url };
    await queueMail(shop.database.db, shop.context, { kind, data, recipient: 'reader2@example.com' } as NewMail);
    await shop.workers.get('mail').run();
    const headers = new Map(server.received[0]?.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('list-unsubscribe')).toBe(`<${url}>`);
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });
});

test('the health registry shows the state of the mail server', async () => {
  const ready = await (await shop.app.request(`${shop.origin}/readyz`)).json();
  expect(objectBody({ body: ready } as never).ports).toContainEqual({ port: 'mail', mode: 'smtp', health: 'up' });
});

test('a running worker sends a new email at once', async () => {
  shop.workers.get('mail').listen();
  const ada = await shop.signUp({ confirmed: true });
  await placeOrder(shop, ada, await createTool(shop));
  await expect.poll(() => server.received.length).toBe(2);
  await expect.poll(async () => (await getRow('order_placed', ada.email)).state).toBe('sent');
});

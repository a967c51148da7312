import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eraseExpiredLinks, storeUnsentMails } from '#src/features/mail/mail-jobs.server.ts';
import { isUrlSigned, signUrl } from '#src/platform/signed-url.server.ts';
import { startMailServer, type TestMailServer } from '#tests/support/mail-server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, listBody, objectBody, placeOrder, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let ada: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  [admin, ada] = await Promise.all([shop.createAdmin(), shop.signUp({ confirmed: true, displayName: 'Ada <b>' })]);
  await placeOrder(shop, ada, await createTool(shop, { itemName: 'Vise' }));
});
afterAll(() => shop.close());

const get = (path: string, token = admin.token) => shop.call('GET', path, { token });
const newest = async () => listBody(await get('/outbox?limit=1'))[0] as { _id: string } & Record<string, unknown>;

describe('without a mail server', () => {
  test('emails are stored with their text', async () => {
    expect(await newest()).toMatchObject({
      kind: 'order_placed',
      recipient: ada.email,
      subject: 'On hold for you: order IM-2026-000001, 10 × Vise',
      text: expect.stringMatching(/Hello Ada <b>,[\s\S]*\$189\.00[\s\S]*\/dashboard\/payment\//),
      state: 'kept',
      sentAt: null,
      attempts: 0,
      nextAttemptAt: null,
      trouble: null,
      sendable: false,
    });
    expect(await storeUnsentMails(shop.database.db)).toBe(0);
    const rows = await shop.sql`select distinct state from mails`;
    expect(rows).toEqual([{ state: 'stored' }]);
  });

  test('pending emails change to stored an hour after the mail server was removed', async () => {
    const { _id: id } = await newest();
    await shop.sql`update mails set state = 'waiting' where id = ${id}`;
    expect(await storeUnsentMails(shop.database.db)).toBe(0);
    await shop.sql`update mails set queued_at = now() - interval '61 minutes' where id = ${id}`;
    expect(await storeUnsentMails(shop.database.db)).toBe(1);
    expect((await newest()).state).toBe('kept');
  });

  test('sending one is rejected with an explanation', async () => {
    const { _id: id } = await newest();
    expect(statusAndCode(await shop.call('POST', `/outbox/${id}/send`, { token: admin.token }))).toBe(
      '409 mail_not_sent',
    );
  });

  test('an email is found by the id of its order', async () => {
    const rows = await shop.sql`select purchase_id from mails where purchase_id is not null`;
    const found = listBody(await get(`/outbox?q=${rows[0].purchase_id}`));
    expect(found.map(({ kind }) => kind)).toEqual(['order_placed']);
  });

  test('an email is found by the number of its order', async () => {
    const rows = await shop.sql`select m.id, p.number from mails m join purchases p on p.id = m.purchase_id`;
    for (const q of [rows[0].number, rows[0].number.toLowerCase().replaceAll('-', ' ')]) {
      const found = listBody(await get(`/outbox?q=${encodeURIComponent(q)}`));
      expect(found.map(({ _id }) => _id)).toEqual([rows[0].id]);
    }
  });
});

describe('the preview of an email', () => {
  const getPreviewUrl = async (id: string) => String(objectBody(await get(`/outbox/${id}/preview`)).address);
  const open = (address: string) => shop.app.request(`${shop.origin}${address}`);

  test('has a URL that works for a minute, in a frame without any permission', async () => {
    const { _id: id } = await newest();
    const response = await open(await getPreviewUrl(id));
    expect(response.status).toBe(200);
    const { headers } = response;
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining(["default-src 'none'", "frame-ancestors 'self'", "form-action 'none'", 'sandbox']),
    );
    expect(policy).not.toMatch(/script|http|\*/);
    const html = await response.text();
    expect(html).toContain('Ada &lt;b&gt;');
    // A one-time link opened in the frame would be consumed by the preview.
    expect(html).toContain('<a target="_blank"');
    expect(html).not.toMatch(/<a (?!target="_blank")/);
  });

  test('requires its signature, for that email and that minute', async () => {
    const mails = listBody(await get('/outbox'));
    const [one, two] = mails.map(({ _id }) => String(_id)) as [string, string];
    const address = await getPreviewUrl(one);
    const openInvalid = async (wrong: string) => [
      (await open(wrong)).status,
      (await open(wrong)).headers.get('x-frame-options'),
    ];
    expect(await openInvalid(address.replace(one, two))).toEqual([400, 'DENY']);
    expect(await openInvalid(address.replace(/until=\d+/, 'until=9999999999'))).toEqual([400, 'DENY']);
    expect(await openInvalid(address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).toEqual([400, 'DENY']);
    expect(await openInvalid(address.replace(/&signature=.*/, ''))).toEqual([422, 'DENY']);
    expect(statusAndCode(await get(`/outbox/${one}/preview`, ada.token))).toBe('403 forbidden');
    const signed = new URLSearchParams(signUrl('key', one, '/frame', {}, 1_000_000).split('?')[1]);
    const pass = { until: Number(signed.get('until')), signature: signed.get('signature') ?? '' };
    expect(isUrlSigned('key', one, pass, 1_059_000)).toBe(true);
    expect(isUrlSigned('key', one, pass, 1_061_000)).toBe(false);
    expect(isUrlSigned('other', one, pass, 1_000_000)).toBe(false);
    expect(isUrlSigned('key', one, { ...pass, signature: 'ä' }, 1_000_000)).toBe(false);
  });

  test('of a missing email gets 404', async () => {
    const none = 'x'.repeat(24);
    for (const path of [`/outbox/${none}/preview`, '/outbox/%00/preview'])
      expect(statusAndCode(await get(path))).toBe('404 not_found');
  });
});

describe('with a mail server', () => {
  let server: TestMailServer;
  let sending: TestShop;
  let owner: TestUser;
  beforeAll(async () => {
    server = await startMailServer();
    sending = await createTestShop({
      settings: { mail: { kind: 'smtp', url: server.url, from: 'shop@tools.example' } },
    });
    owner = await sending.createAdmin();
    await sending.workers.get('mail').run();
    server.received.length = 0;
  });
  afterAll(async () => {
    await sending.close();
    await server.close();
  });
  const put = async (state: string, recipient: string) => {
    const { rows } = await sending.database.pool.query(
      `insert into mails (id, kind, recipient, subject, data, state, attempts, last_error)
       values (substr(md5(random()::text), 1, 24), 'contact_received', $2, 'x', '{}', $1, 7, 'It was refused.') returning id`,
      [state, recipient],
    );
    return String(rows[0].id);
  };
  const sendAgain = (id: string) => sending.call('POST', `/outbox/${id}/send`, { token: owner.token });
  const getListed = async (id: string) =>
    listBody(await sending.call('GET', '/outbox', { token: owner.token })).find(({ _id }) => _id === id);

  test.each([
    ['stored', 'kept'],
    ['failed', 'dead'],
  ])('an email in state %s is sent only when an admin asks, and then at once', async (stored, state) => {
    const id = await put(stored, `${state}@example.com`);
    expect(await sending.workers.get('mail').run()).toBe(0);
    expect(await getListed(id)).toMatchObject({ state, sendable: true, trouble: 'It was refused.' });
    expect(objectBody(await sendAgain(id)).modifiedCount).toBe(1);
    expect(await getListed(id)).toMatchObject({ state: 'waiting', attempts: 0, trouble: null, sendable: false });
    expect(objectBody(await sendAgain(id)).modifiedCount).toBe(0);
    expect(await sending.workers.get('mail').run()).toBe(1);
    expect(server.received.at(-1)?.envelope.to).toEqual([`${state}@example.com`]);
    expect(await getListed(id)).toMatchObject({ state: 'sent', sentAt: expect.any(String), nextAttemptAt: null });
    expect(objectBody(await sendAgain(id)).modifiedCount).toBe(0);
    expect(await sending.workers.get('mail').run()).toBe(0);
  });

  test('an expired one-time link is never sent, and is removed from the outbox', async () => {
    const { pool, db } = sending.database;
    const emails = [
      ['confirm_email', '23 hours', '25 hours', { url: 'https://shop/confirm#canary' }],
      ['reset_password', '59 minutes', '61 minutes', { url: 'https://shop/reset#canary' }],
      ['newsletter_confirm', '6 days', '8 days', { confirmUrl: 'https://shop/c#canary', leaveUrl: 'https://s#canary' }],
    ] as const;
    for (const [kind, young, old, data] of emails) {
      const write = async (state: string, age: string) => {
        const id = await put(state, `${state}-${kind}@example.com`);
        await pool.query('update mails set kind = $2, data = $3, created_at = now() - $4::interval where id = $1', [
          id,
          kind,
          data,
          age,
        ]);
        return id;
      };
      const getData = async (id: string) =>
        JSON.stringify((await pool.query('select data from mails where id = $1', [id])).rows[0].data);
      const [fresh, stored, failed] = [
        await write('stored', young),
        await write('stored', old),
        await write('failed', old),
      ];
      expect(statusAndCode(await sendAgain(failed))).toBe('410 link_expired');
      for (const id of [stored, failed])
        expect(await getListed(id)).toMatchObject({ sendable: false, linkEnded: true });
      expect(await getListed(fresh)).toMatchObject({ sendable: true, linkEnded: false });
      expect(await eraseExpiredLinks(db)).toBe(2);
      expect(await eraseExpiredLinks(db)).toBe(0);
      for (const id of [stored, failed]) {
        expect(await getData(id)).not.toContain('canary');
        expect((await getListed(id))?.text).not.toContain('canary');
      }
      expect(await getData(fresh)).toContain('canary');
      const late = await write('waiting', old);
      expect(await sending.workers.get('mail').run()).toBe(0);
      expect(await getListed(late)).toMatchObject({ state: 'dead', trouble: expect.stringContaining('link expired') });
      expect(await getData(late)).not.toContain('canary');
      await pool.query('delete from mails where kind = $1', [kind]);
    }
  });

  test('sending all failed emails sends every sendable one, and no stored one', async () => {
    const { pool } = sending.database;
    const [stored, one, two, late] = [
      await put('stored', 'all-stored@example.com'),
      await put('failed', 'all-one@example.com'),
      await put('failed', 'all-two@example.com'),
      await put('failed', 'all-late@example.com'),
    ];
    await pool.query(
      "update mails set kind = 'reset_password', created_at = now() - interval '2 hours', data = '{\"url\": null}' where id = $1",
      [late],
    );
    const all = () => sending.call('POST', '/outbox/send-dead', { token: owner.token });
    expect(objectBody(await all()).modifiedCount).toBe(2);
    expect(objectBody(await all()).modifiedCount).toBe(0);
    expect(await sending.workers.get('mail').run()).toBe(2);
    for (const id of [one, two]) expect(await getListed(id)).toMatchObject({ state: 'sent' });
    expect(await getListed(stored)).toMatchObject({ state: 'kept' });
    expect(await getListed(late)).toMatchObject({ state: 'dead' });
    await pool.query('delete from mails where id = any($1)', [[stored, late]]);
  });

  test('failed emails can be listed separately, with the reason', async () => {
    const id = await put('failed', 'lost@example.com');
    const failed = listBody(await sending.call('GET', '/outbox?state=dead', { token: owner.token }));
    expect(failed).toMatchObject([{ _id: id, trouble: 'It was refused.' }]);
  });
});

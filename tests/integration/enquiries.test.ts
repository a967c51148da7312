import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { action as contactAction } from '#src/routes/contact.tsx';
import { loader as sentLoader } from '#src/routes/enquiry-sent.tsx';
import { action as quoteAction, loader as quoteLoader } from '#src/routes/quote.tsx';
import { HONEYPOT_FIELD, STAY_FIELD } from '#src/shared/form-result.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { snapshotDatabase } from './db-snapshot.ts';
import { createActionArgs, postForm } from './form-helpers.ts';
import { createTool, listBody } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
});
afterAll(() => shop.close());

const quote = {
  product: 'Claw hammer',
  quantity: '12,000',
  message: 'By the end of March.\r\nIn crates.',
  name: 'Ada Smith',
  email: ' Ada@Example.com ',
  company: '',
};
const message = { name: 'Ada Smith', email: 'ada@example.com', subject: 'A question', message: 'Is it hardened?' };

let counter = 0;
/** Returns the form with unique content. */
const withUniqueMessage = <T extends { message: string }>(form: T, parts: Partial<T> = {}): T => ({
  ...form,
  message: `${form.message} ${++counter}`,
  ...parts,
});

const postQuote = (form: Record<string, string>, more = {}) => postForm(shop, quoteAction, form, more);
const postMessage = (form: Record<string, string>, more = {}) => postForm(shop, contactAction, form, more);
const read = async (path: string) => listBody(await shop.call('GET', path, { token: admin.token }));
const getMailKinds = async (recipient: string) =>
  (await read('/outbox')).filter((mail) => mail.recipient === recipient).map((mail) => mail.kind);

describe('a quote request', () => {
  test('is stored as typed, redirects to a confirmation page and appears in the admin inbox', async () => {
    expect(await postQuote(quote)).toMatchObject({ status: 303, location: '/quote/sent' });
    const [stored] = await read('/quotes?limit=1');
    expect(stored).toEqual({
      _id: expect.stringMatching(/^[A-Za-z0-9]{24}$/),
      product: 'Claw hammer',
      toolId: null,
      tool: null,
      quantity: 12_000,
      message: 'By the end of March.\nIn crates.',
      name: 'Ada Smith',
      email: 'ada@example.com',
      company: '',
      done: false,
      createdAt: expect.any(String),
    });
    expect(await getMailKinds('ada@example.com')).toContain('quote_received');
  });

  test('is linked to a tool when exactly one has the product’s name', async () => {
    const hammer = await createTool(shop, { itemName: 'The only vise' });
    await postQuote(withUniqueMessage(quote, { product: 'The only vise' }));
    expect((await read('/quotes?limit=1'))[0]).toMatchObject({ toolId: hammer.id });
    await createTool(shop, { itemName: 'The only vise' });
    await postQuote(withUniqueMessage(quote, { product: 'The only vise' }));
    expect((await read('/quotes?limit=1'))[0]).toMatchObject({ product: 'The only vise', toolId: null });
  });

  test('is for the tool whose page led to the form, even if another tool has the same name', async () => {
    const [vise, other] = [await createTool(shop, { itemName: 'A vise' }), await createTool(shop)];
    await createTool(shop, { itemName: 'A vise' });
    const asked = (tool: string, product: string) =>
      postQuote(withUniqueMessage(quote, { product }), { path: `/quote?tool=${tool}` });
    expect((await asked(vise.id, 'A vise')).location).toBe(`/quote/sent?tool=${vise.id}&quantity=12000`);
    expect((await read('/quotes?limit=1'))[0]).toMatchObject({ toolId: vise.id });
    // If the visitor then names another product, the request is for that one.
    for (const tool of [vise.id, 'x', '\u0000', 'A'.repeat(24)])
      expect((await asked(tool, other.itemName)).location).toBe(`/quote/sent?tool=${other.id}&quantity=12000`);
    expect((await asked(other.id, 'A vise')).location).toBe('/quote/sent');
  });

  test('says what can be ordered right away, and a quote request is stored in any case', async () => {
    const tool = await createTool(shop, {
      quantity: 100,
      minOrderQuantity: 10,
      packMultiple: 5,
      volumePrices: [{ quantity: 50, unitPrice: 17.2 }],
    });
    const send = async (quantity: string) => {
      const sent = await postQuote(withUniqueMessage(quote, { product: tool.itemName, quantity }));
      expect(sent.status).toBe(303);
      const url = new URL(String(sent.location), shop.origin);
      const args = createActionArgs(shop, new Request(url)) as never;
      return ((await sentLoader(args)) as { offer: Record<string, unknown> | null }).offer;
    };
    expect(await send('20')).toMatchObject({
      toolId: tool.id,
      quantity: 20,
      orderable: true,
      detail: '20 at $18.90 each cost $378.00. 50 lowers the unit price to $17.20.',
    });
    expect(await send('48')).toMatchObject({
      orderable: false,
      detail: 'It is sold in packs of 5. Order 45 or 50; 50 lowers the unit price to $17.20.',
      offers: [{ quantity: 45 }, { quantity: 50 }],
    });
    expect(await send('1,000')).toMatchObject({ orderable: false, offers: [{ quantity: 100 }] });
    await shop.sql`update tools set available = 9, held = 91 where id = ${tool.id}`;
    expect(await send('20')).toBeNull();
    await shop.sql`update tools set available = 100, held = 0 where id = ${tool.id}`;
    await shop.call('POST', `/tools/${tool.id}/archive`, { token: admin.token });
    expect((await postQuote(withUniqueMessage(quote, { product: tool.itemName }))).location).toBe('/quote/sent');
  });

  test('starts with the price of the minimum order of the tool whose page led to the form', async () => {
    const tool = await createTool(shop, { minOrderQuantity: 10, packMultiple: 4 });
    const load = async (search: string) => {
      const args = createActionArgs(shop, new Request(`${shop.origin}/quote${search}`)) as never;
      return ((await quoteLoader(args)) as { tool: unknown }).tool;
    };
    expect(await load(`?tool=${tool.id}`)).toEqual({
      _id: tool.id,
      itemName: tool.itemName,
      smallest: expect.objectContaining({ quantity: 12, detail: '12 at $18.90 each cost $226.80.' }),
    });
    for (const search of ['', '?tool=x', `?tool=${'A'.repeat(24)}`]) expect(await load(search)).toBeNull();
  });

  test('tells a detected bot the same as a visitor', async () => {
    const tool = await createTool(shop);
    const form = withUniqueMessage(quote, { product: tool.itemName });
    const detected = await postQuote({ ...form, [HONEYPOT_FIELD]: 'x' });
    expect((await read('/quotes?limit=1'))[0]?.message).not.toBe(form.message);
    expect(await postQuote(form)).toEqual(detected);
    expect(detected.location).toBe(`/quote/sent?tool=${tool.id}&quantity=12000`);
  });

  test.each(['', '?tool=x&quantity=9', '?quantity=9', `?tool=${'A'.repeat(24)}&quantity=9`, '?tool=%00&quantity=9'])(
    'the page after it also works with invalid parameters: %s',
    async (search) => {
      const args = createActionArgs(shop, new Request(`${shop.origin}/quote/sent${search}`)) as never;
      expect(await sentLoader(args)).toEqual({ form: 'quote', offer: null });
    },
  );

  test('shows admins its current list price and the missing stock, with one statement for all tools', async () => {
    const tool = await createTool(shop, { quantity: 100, volumePrices: [{ quantity: 50, unitPrice: 17.2 }] });
    const others = [await createTool(shop), await createTool(shop)];
    for (const { itemName } of others) await postQuote(withUniqueMessage(quote, { product: itemName }));
    for (const quantity of ['20', '120'])
      await postQuote(withUniqueMessage(quote, { product: tool.itemName, quantity }));
    const query = vi.spyOn(shop.database.pool, 'query');
    const found = await read('/quotes?limit=100');
    const statements = query.mock.calls.map(([statement]) => (statement as unknown as { text?: string }).text ?? '');
    query.mockRestore();
    for (const { id } of others) expect(found.find(({ toolId }) => toolId === id)?.tool).not.toBeNull();
    expect(statements.filter((text) => text.includes('from "tools"'))).toHaveLength(1);
    const searched = await read('/quotes?sort=created&limit=100');
    for (const list of [found, searched]) {
      const own = list.filter(({ toolId }) => toolId === tool.id);
      expect(own.map((one) => one.tool)).toEqual([
        { slug: expect.any(String), state: 'on_sale', available: 100, unitPrice: 18.9, total: '378.00' },
        { slug: expect.any(String), state: 'on_sale', available: 100, unitPrice: 17.2, total: '2064.00' },
      ]);
    }
  });

  test.each<[string, string, RegExp]>([
    ['product', '', /fill this in/],
    ['product', 'x'.repeat(121), /at most 120/],
    ['product', 'two\nlines', /one line/],
    ['quantity', '', /whole number from 1 to 1,000,000/],
    ['quantity', '0', /whole number/],
    ['quantity', '-1', /whole number/],
    ['quantity', '1.5', /whole number/],
    ['quantity', '1,5', /whole number/],
    ['quantity', '1e3', /whole number/],
    ['quantity', '1000001', /whole number/],
    ['quantity', '9'.repeat(400), /whole number/],
    ['message', ' \n ', /fill this in/],
    ['message', 'x'.repeat(4_001), /at most 4000/],
    ['message', 'nul\u0000', /plain text/],
    ['name', '', /fill this in/],
    ['name', 'x'.repeat(101), /at most 100/],
    ['email', '', /email address/],
    ['email', 'nobody', /email address/],
    ['email', 'a@example.com\r\nBcc: b@example.com', /email address/],
    ['email', `${'a'.repeat(250)}@example.com`, /./],
    ['company', 'x'.repeat(101), /at most 100/],
  ])('%s: %j is rejected at its field, keeps every typed value and stores nothing', async (field, value, sentence) => {
    const before = await snapshotDatabase(shop);
    const { status, response } = await postQuote({ ...quote, [field]: value });
    expect(status).toBe(422);
    expect(response).toMatchObject({ stored: false, formError: 'Some fields need your attention.' });
    expect(Object.keys(response?.errors ?? {})).toEqual([field]);
    expect(response?.errors[field]).toMatch(sentence);
    const typed = { ...quote, [field]: value };
    expect(response?.values).toEqual(
      Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text.replaceAll('\r\n', '\n')])),
    );
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test.each([
    ['1', 1],
    ['1000000', 1_000_000],
    ['1,000,000', 1_000_000],
    ['1 000 000', 1_000_000],
    [' 12 ', 12],
  ])('accepts a quantity of %j as %i', async (quantity, stored) => {
    expect((await postQuote(withUniqueMessage(quote, { quantity }))).status).toBe(303);
    expect((await read('/quotes?limit=1'))[0]?.quantity).toBe(stored);
  });

  test('accepts every field at its bounds', async () => {
    const longest = {
      product: 'p'.repeat(120),
      quantity: '1',
      message: '𝄞'.repeat(2_000),
      name: 'n'.repeat(100),
      email: 'a@example.com',
      company: 'c'.repeat(100),
    };
    expect((await postQuote(longest)).status).toBe(303);
    expect((await read('/quotes?limit=1'))[0]).toMatchObject({ ...longest, quantity: 1 });
  });
});

describe('a contact message', () => {
  test('is stored as typed, redirects to a confirmation page and appears in the admin inbox', async () => {
    expect(await postMessage(message)).toMatchObject({ status: 303, location: '/contact/sent' });
    expect((await read('/messages?limit=1'))[0]).toMatchObject({ ...message, done: false });
    expect(await getMailKinds('ada@example.com')).toContain('contact_received');
  });

  test.each([
    ['name', ''],
    ['email', 'x'],
    ['subject', ''],
    ['subject', 'a\u0000b'],
    ['message', ''],
  ])('%s: %j is rejected at its field', async (field, value) => {
    const { status, response } = await postMessage({ ...message, [field]: value });
    expect([status, Object.keys(response?.errors ?? {})]).toEqual([422, [field]]);
  });
});

describe.each([
  ['a quote request', '/quotes', quote, postQuote],
  ['a message', '/messages', message, postMessage],
] as const)('%s', (_what, path, form, send) => {
  const count = async () => (await read(path)).length;

  test('submitted five times in parallel and once more is stored once, with one email', async () => {
    const email = `twice-${path.slice(1)}@example.com`;
    const same = withUniqueMessage(form as typeof quote, { email });
    const before = await count();
    const responses = await Promise.all(Array.from({ length: 5 }, () => send(same)));
    responses.push(await send(same));
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(303));
    expect(await count()).toBe(before + 1);
    expect(await getMailKinds(email)).toHaveLength(1);
  });

  test('with a changed letter, or after the first is done, is stored as a new one', async () => {
    const same = withUniqueMessage(form as typeof quote);
    const before = await count();
    await send(same);
    await send({ ...same, message: `${same.message}.` });
    expect(await count()).toBe(before + 2);
    const [, first] = (await read(path)).toReversed();
    await shop.call('PUT', `${path}/${first?._id}`, { token: admin.token, body: { done: true } });
    await send(same);
    expect(await count()).toBe(before + 3);
  });

  test('with a filled honeypot field gets the usual response and is dropped', async () => {
    const before = await snapshotDatabase(shop);
    const response = await send({
      ...withUniqueMessage(form as typeof quote),
      [HONEYPOT_FIELD]: 'https://spam.example',
    });
    expect(response).toMatchObject({ status: 303, location: expect.stringMatching(/\/sent$/) });
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test('can get its response on its own page', async () => {
    const { status, response } = await send({ ...withUniqueMessage(form as typeof quote), [STAY_FIELD]: 'yes' });
    expect([status, response?.stored]).toEqual([200, true]);
  });

  test('sends a confirmation email that repeats nothing of the typed text', async () => {
    const email = `echo-${path.slice(1)}@example.com`;
    const secret = 'BUY-CHEAP-PILLS';
    await send(
      withUniqueMessage({ ...form, product: secret, subject: secret, name: secret, email, message: secret } as never),
    );
    const emails = (await read('/outbox')).filter((mail) => mail.recipient === email);
    expect(emails).toHaveLength(1);
    expect(JSON.stringify(emails)).not.toContain(secret);
  });

  test('beyond the rate limit gets 429, Retry-After and every typed value', async () => {
    const from = `203.0.113.${path.length}`;
    await shop.sql`insert into rate_limits (key, points, expire)
      values (${`enquiry:${from}`}, 60, ${Date.now() + 600_000})`;
    const before = await count();
    const typed = withUniqueMessage(form as typeof quote);
    const limited = await send(typed, { limits: true, clientAddress: from });
    expect([limited.status, Number(limited.retryAfter) > 0]).toEqual([429, true]);
    expect(limited.response).toMatchObject({ formError: expect.stringMatching(/^Too many attempts/), errors: {} });
    expect(limited.response?.values.message).toBe(typed.message.replaceAll('\r\n', '\n'));
    expect(await count()).toBe(before);
    expect((await send(typed, { limits: true, clientAddress: '203.0.113.200' })).status).toBe(303);
  });

  test('sends at most five emails a day to one address, from any client address', async () => {
    const email = `flooded-${path.slice(1)}@example.com`;
    for (let at = 0; at < 7; at += 1) {
      await send(withUniqueMessage(form as typeof quote, { email }), { limits: true, clientAddress: `198.18.0.${at}` });
    }
    expect(await getMailKinds(email)).toHaveLength(5);
    expect((await read(path)).filter((stored) => stored.email === email)).toHaveLength(7);
  });

  test('gets 503 and keeps every typed value while the database is unavailable', async () => {
    const unavailableDb = new Proxy(shop.database.db, {
      get: (db, key) =>
        key === 'transaction'
          ? () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' }))
          : Reflect.get(db, key),
    });
    const { status, retryAfter, response } = await send(form, { db: unavailableDb });
    expect([status, Number(retryAfter) > 0, response?.stored]).toEqual([503, true, false]);
    expect(response?.formError).toMatch(/is too busy right now/);
    expect(response?.values.name).toBe('Ada Smith');
  });

  test.each<[string, RequestInit]>([
    ['JSON', { body: '{"product":"x"}', headers: { 'content-type': 'application/json' } }],
    ['nothing', { body: '' }],
    ['a broken form', { body: '--x\r\nnonsense', headers: { 'content-type': 'multipart/form-data; boundary=x' } }],
    [
      'broken encoding',
      { body: '%%%&=&product=%E0%A4%A', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    ['prototypes', { body: new URLSearchParams({ __proto__: 'x', 'constructor.prototype': 'y' }) }],
  ])('with %s is treated like an empty form', async (_what, init) => {
    const { status, response } = await send(init as never);
    expect([status, Object.keys(response?.errors ?? {}).length > 3]).toEqual([422, true]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test('with a file in a text field is rejected at that field', async () => {
    const body = new FormData();
    for (const [name, value] of Object.entries(withUniqueMessage(form as typeof quote))) body.set(name, value);
    body.set('name', new File(['x'], 'x.txt'));
    const { status, response } = await send({ body } as never);
    expect([status, Object.keys(response?.errors ?? {})]).toEqual([422, ['name']]);
  });

  test.each(["'; drop table quotes; --", '<script>alert(1)</script>', '$1 \\ % _'])(
    'containing %j is stored as text',
    async (text) => {
      await send(withUniqueMessage(form as typeof quote, { name: text }));
      expect((await read(`${path}?limit=1`))[0]?.name).toBe(text);
    },
  );
});

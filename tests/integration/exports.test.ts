import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readLineRows } from '#src/flows/exports/stream-lines.server.ts';
import { readPurchaseRows } from '#src/flows/exports/stream-purchases.server.ts';
import { REFUND_COLUMNS, readRefundRows } from '#src/flows/exports/stream-refunds.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, placeOrder, statusAndCode } from './order-helpers.ts';
import { type PlacedPurchase, payPurchase, placePurchase } from './purchase-helpers.ts';
import { moveShop } from './time-zone-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let ada: TestUser;
let paid: PlacedPurchase;
let unpaid: string;

const download = (query: string) => shop.call('GET', `/exports/purchases.csv?${query}`, { token: admin.token });
async function read(query: string): Promise<Record<string, string>[]> {
  const response = await download(query);
  expect(response.status).toBe(200);
  const [header = [], ...rows] = parse(String(response.body));
  return rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])));
}

/** Parses rows of RFC 4180 whose cells are quoted or empty. Throws on anything else. */
function parse(csv: string): string[][] {
  const rows: string[][] = [[]];
  const rest = csv.replaceAll(/(?:"((?:[^"]|"")*)")?(,|\r\n)/g, (_, cell = '', end: string) => {
    rows.at(-1)?.push(String(cell).replaceAll('""', '"'));
    if (end !== ',') rows.push([]);
    return '';
  });
  if (rest !== '') throw new Error(`no CSV: ${rest}`);
  return rows.slice(0, -1);
}
const JANUARY = 'from=2025-01-01&to=2025-01-31';

/** Changes the dates of a purchase, which the shop itself cannot do. */
async function setDates(id: string, placedAt: string, paidAt: string | null): Promise<void> {
  await shop.sql`alter table purchases disable trigger purchases_transitions`;
  await shop.sql`update purchases set placed_at = ${placedAt}, paid_at = ${paidAt} where id = ${id}`;
  await shop.sql`alter table purchases enable trigger purchases_transitions`;
}

beforeAll(async () => {
  shop = await createTestShop();
  [admin, ada] = await Promise.all([
    shop.createAdmin(),
    shop.signUp({ displayName: '=HYPERLINK("x")', confirmed: true }),
  ]);
  const hammer = await createTool(shop, { itemName: '-2+3 Hammer, "the"\nbig one', quantity: 10_000, sku: '+SKU' });
  const file = await createTool(shop, { itemName: 'Flat file', quantity: 10_000, unitPriceMinor: 705 });
  paid = await placePurchase(shop, ada, [hammer, [file, 25], await createTool(shop, { quantity: 100 })], {
    poNumber: '@SUM(A1)',
  });
  await shop.call('DELETE', `/order/${paid.orders[2]}`, { token: ada.token });
  const intent = await payPurchase(shop, ada, paid);
  const address = { name: 'Ada', company: 'Smith, "Söhne" & Co', country: 'DE', vatId: 'DE123' };
  await shop.sql`update purchases set billing = ${JSON.stringify(address)} where id = ${paid.id}`;
  await shop.sql`update purchases set refunded_minor = 5 where id = ${paid.id}`;
  await shop.sql`update orders set refunded_minor = 5, refunded_quantity = 1, shipped_quantity = 2
    where id = ${paid.orders[0]}`;
  const [payment] = await shop.sql`select id from payments where purchase_id = ${paid.id} and state = 'captured'`;
  await shop.query(
    `insert into payment_refunds (id, payment_id, amount_minor, status, created_at) values ('re_own', $1, 5, 'succeeded', '2025-02-01'),
       ('re_foreign', $1, 7, 'succeeded', '2025-03-31T23:59:59.9Z'), ('re_failed', $1, 9, 'failed', '2025-03-02')`,
    [payment?.id],
  );
  await shop.sql`insert into refunds (id, purchase_id, payment_id, amount_minor, reason, state, settled_at, next_attempt_at, provider_refund_id)
     values ('r1', ${paid.id}, ${payment?.id}, 5, '=1+1;@2', 'succeeded', now(), null, 're_own')`;
  await shop.query(
    `insert into papers (id, kind, number, year, count, purchase_id, total_minor, data)
     values ('p1', 'invoice', 'INV-1', 2025, 1, $1, 1, '{}'), ('p2', 'credit_note', 'CN-1', 2025, 1, $1, 1, '{}'),
       ('p3', 'credit_note', 'CN-2', 2025, 2, $1, 1, '{}'), ('p4', 'receipt', 'R-1', null, null, $1, 1, '{}')`,
    [paid.id],
  );
  await shop.sql`update papers set refund_id = 're_own' where id = 'p3'`;
  await shop.sql`insert into papers (id, kind, number, year, count, purchase_id, corrects_id, total_minor, data)
     values ('p5', 'debit_note', 'DN-1', 2025, 1, ${paid.id}, 'p3', 1, '{}')`;
  await setDates(paid.id, '2024-12-30T10:00:00Z', '2025-01-31T23:59:59.999999Z');
  expect(intent).toMatch(/^pi_/);
  unpaid = await placeOrder(shop, ada, file);
  await setDates(unpaid, '2025-01-01T00:00:00Z', null);
});
afterAll(() => shop.close());

describe('the export of purchases', () => {
  test('has a row for each purchase that was paid in the period, with its address, refunds, payment and papers', async () => {
    const rows = await read(JANUARY);
    expect(rows).toEqual([
      {
        number: paid.number,
        placed: '2024-12-30T10:00:00.000Z',
        paid: '2025-01-31T23:59:59.999Z',
        shipped: '',
        state: 'paid',
        customer: `'=HYPERLINK("x")`,
        'e-mail': ada.email,
        company: 'Smith, "Söhne" & Co',
        'VAT ID': 'DE123',
        country: 'DE',
        'PO number': "'@SUM(A1)",
        currency: 'usd',
        'net total': '365.25',
        refunded: '0.05',
        payment: expect.stringMatching(/^pi_/),
        invoice: 'INV-1',
        'credit notes': 'CN-1 CN-2',
        'debit notes': 'DN-1',
        goods: '365.25',
        discount: '0.00',
        shipping: '0.00',
        tax: '0.00',
        total: '365.25',
        'refunded shipping': '0.00',
      },
    ]);
  });

  test('is a download for spreadsheets, with a byte order mark and lines as in RFC 4180', async () => {
    const { body, headers } = await download(JANUARY);
    const raw = await shop.app.request(`${shop.origin}/api/exports/purchases.csv?${JANUARY}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const bytes = Buffer.from(await raw.arrayBuffer());
    expect(bytes.subarray(0, 11).toString('latin1')).toBe('\u00ef\u00bb\u00bf"number"');
    expect(String(body).split('\r\n')).toHaveLength(3);
    expect(headers.get('content-disposition')).toBe('attachment; filename="purchases-2025-01-01-2025-01-31.csv"');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('includes both days of the period, and by date of placing also purchases that were never paid', async () => {
    expect(await read('from=2025-01-30&to=2025-01-30')).toEqual([]);
    expect(await read('from=2025-01-31&to=2025-01-31')).toHaveLength(1);
    expect(await read('from=2025-02-01&to=2025-02-01')).toEqual([]);
    expect((await read(`${JANUARY}&date=placed`)).map(({ state, paid }) => [state, paid])).toEqual([['placed', '']]);
    expect(await read('from=2024-12-30&to=2025-01-01&date=placed')).toHaveLength(2);
  });
});

test('the export of lines has a row for each remaining line, in exact cents', async () => {
  const rows = await read(`${JANUARY}&by=lines`);
  expect(rows).toEqual([
    {
      number: paid.number,
      line: '1',
      paid: '2025-01-31T23:59:59.999Z',
      state: 'paid',
      SKU: "'+SKU",
      tool: '\'-2+3 Hammer, "the"\nbig one',
      quantity: '10',
      currency: 'usd',
      'unit price': '18.90',
      total: '189.00',
      'shipped pieces': '2',
      'refunded pieces': '1',
      refunded: '0.05',
      'tax class': '',
      tax: '0.00',
      payable: '189.00',
    },
    expect.objectContaining({ line: '2', tool: 'Flat file', quantity: '25', 'unit price': '7.05', total: '176.25' }),
  ]);
});

describe('the export of refunds', () => {
  test('has the refunds made in the period with their credit notes, no matter when the order was paid', async () => {
    await shop.sql`update payment_refunds set created_at = '2025-02-01T00:00:00Z' where id = 're_own'`;
    expect(await read(`${JANUARY}&by=refunds`)).toEqual([]);
    const rows = await read('from=2025-02-01&to=2025-02-01&by=refunds');
    expect(rows).toEqual([
      {
        number: paid.number,
        refunded: '2025-02-01T00:00:00.000Z',
        state: 'succeeded',
        paid: '2025-01-31T23:59:59.999Z',
        customer: `'=HYPERLINK("x")`,
        'e-mail': ada.email,
        currency: 'usd',
        amount: '0.05',
        reason: "'=1+1;'@2",
        payment: expect.stringMatching(/^pi_/),
        refund: 're_own',
        invoice: 'INV-1',
        'credit notes': 'CN-2',
        shipping: '0.00',
        tax: '0.00',
      },
    ]);
  });

  test('leaves out failed refunds, and has refunds made at the provider', async () => {
    const rows = await read('from=2025-03-01&to=2025-03-31&by=refunds');
    expect(rows.map(({ refund, reason, 'credit notes': notes }) => [refund, reason, notes])).toEqual([
      ['re_foreign', '', ''],
    ]);
  });

  test('is a file with its own name, no matter which date of the order is chosen', async () => {
    const { headers } = await download(`${JANUARY}&by=refunds&date=placed`);
    expect(headers.get('content-disposition')).toBe('attachment; filename="refunds-2025-01-01-2025-01-31.csv"');
  });

  test('is read completely in batches by an index, without repetition', async () => {
    const many = 2_500;
    const [payment] = await shop.sql`select id from payments where purchase_id = ${paid.id} and state = 'captured'`;
    await shop.sql`insert into payment_refunds (id, payment_id, amount_minor, status, created_at)
       select 're_x' || i, ${payment?.id}, 1, 'succeeded', timestamptz '2023-03-01' + i / 7 * interval '1 microsecond' from generate_series(1, ${many}) i`;
    await shop.sql`vacuum analyze payment_refunds`;
    const querySpy = vi.spyOn(shop.database.pool, 'query');
    const ids: unknown[] = [];
    for await (const batch of readRefundRows(
      shop.database.db,
      { from: '2023-03-01', to: '2023-03-01', timeZone: 'UTC' },
      100,
    ))
      ids.push(...batch.map((row) => row[REFUND_COLUMNS.indexOf('refund')]));
    expect([ids.length, new Set(ids).size]).toEqual([many, many]);
    const [text, values] = querySpy.mock.calls.findLast(([one]) =>
      (one as unknown as { text: string }).text.includes('from "payment_refunds"'),
    ) as unknown as [{ text: string }, unknown[]];
    querySpy.mockRestore();
    const plan = (await shop.query(`explain ${text.text}`, values)).map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/payment_refunds_by_time/);
    await shop.sql`delete from payment_refunds where id like 're_x%'`;
  });
});

describe('an invalid period is rejected at its field', () => {
  test.each([
    ['from=2026-01-31&to=2026-01-01', 'to', /not before the first/],
    ['from=2024-01-01&to=2025-01-01', 'to', /367 days/],
    ['from=2026-02-30&to=2026-03-01', 'from', /enter a date/],
    ['from=2026-01-01', 'to', /enter a date/],
    ['from=1026-01-01&to=2026-01-01', 'from', /century/],
    ['from=2026-01-01&to=2026-01-02&by=cents', 'by', /choose/],
  ])('%s', async (query, field, message) => {
    const response = await download(query);
    expect(statusAndCode(response)).toBe('422 invalid');
    expect((response.body as { errors: Record<string, string> }).errors[field]).toMatch(message);
  });

  test('a leap year is a valid period', async () => {
    expect((await download('from=2024-01-01&to=2024-12-31')).status).toBe(200);
  });
});

describe('an address for the browser', () => {
  test('downloads the same file, records who exported what, and is only valid for this period', async () => {
    const asked = await shop.call('POST', `/exports/purchases?${JANUARY}&by=lines`, { token: admin.token });
    const { address } = asked.body as { address: string };
    const signed = await shop.call('GET', address.slice('/api'.length));
    expect(signed.body).toBe((await download(`${JANUARY}&by=lines`)).body);
    for (const [part, other] of [
      ['by=lines', 'by=purchases'],
      ['to=2025-01-31', 'to=2025-02-01'],
      ['date=paid', 'date=placed'],
    ] as const)
      expect(statusAndCode(await shop.call('GET', address.slice('/api'.length).replace(part, other)))).toBe(
        '400 signature_invalid',
      );
    const events = await shop.sql`select actor_email, subject_name, after from audit_events
      where action = 'order.exported' order by seq desc`;
    expect(events[0]).toEqual({
      actor_email: admin.email,
      subject_name: '2025-01-01 to 2025-01-31',
      after: { from: '2025-01-01', to: '2025-01-31', rows: 'lines', date: 'paid' },
    });
  });
});

test('a long period is read completely in batches by an index, without repetition', async () => {
  const many = 2_500;
  await shop.sql`insert into purchases (id, number, user_id, name, email, total_minor, currency, state, placed_at, paid_at, transaction_id)
     select 'x' || lpad(i::text, 23, '0'), 'IM-2023-' || lpad(i::text, 6, '0'), ${ada.userId}, 'Cy', 'cy@example.com', 100, 'usd', 'paid',
       timestamptz '2023-03-01' + i / 7 * interval '1 microsecond', timestamptz '2023-03-01' + i / 7 * interval '1 microsecond', 'pi_x' || i
     from generate_series(1, ${many}) i`;
  await shop.sql`vacuum analyze purchases`;
  const querySpy = vi.spyOn(shop.database.pool, 'query');
  for (const date of ['paid', 'placed'] as const) {
    querySpy.mockClear();
    const numbers: unknown[] = [];
    for await (const batch of readPurchaseRows(
      shop.database.db,
      { from: '2023-03-01', to: '2023-03-01', by: 'purchases', date, timeZone: 'UTC' },
      100,
    ))
      numbers.push(...batch.map(([number]) => number));
    expect([numbers.length, new Set(numbers).size]).toEqual([many, many]);
    const [text, values] = querySpy.mock.calls.findLast(([one]) =>
      (one as unknown as { text: string }).text.includes('from "purchases"'),
    ) as unknown as [{ text: string }, unknown[]];
    const plan = (await shop.query(`explain ${text.text}`, values)).map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(date === 'paid' ? /purchases_by_payment/ : /purchases_by_placing/);
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  }
  querySpy.mockRestore();
  let lines = 0;
  for await (const batch of readLineRows(
    shop.database.db,
    { from: '2025-01-01', to: '2025-01-31', by: 'lines', date: 'paid', timeZone: 'UTC' },
    1,
  ))
    lines += batch.length;
  expect(lines).toBe(2);
});

describe('an export of days in the time zone of the shop', () => {
  const DAYS = ['2022-10-29', '2022-10-30', '2022-10-31'];
  let owner: TestUser;

  beforeAll(async () => {
    owner = await shop.createOwner();
    // One every half an hour. In the night to October 30, the clocks went back in Europe.
    await shop.sql`insert into purchases (id, number, user_id, name, email, total_minor, currency, state, placed_at, paid_at, transaction_id)
       select 'z' || lpad(i::text, 23, '0'), 'IM-2022-' || lpad(i::text, 6, '0'), ${ada.userId}, 'Cy', 'cy@example.com', 100, 'usd', 'paid',
         timestamptz '2022-10-28 00:00Z' + i * interval '30 minutes', timestamptz '2022-10-28 00:00Z' + i * interval '30 minutes', 'pi_z' || i
       from generate_series(1, 240) i`;
  });
  afterAll(() => moveShop(shop, owner, 'UTC'));

  test.each([
    ['Europe/Berlin', [48, 50, 48], '2022-10-30T00:00:00.000+02:00', '2022-10-30T23:30:00.000+01:00'],
    ['Asia/Tokyo', [48, 48, 48], '2022-10-30T00:00:00.000+09:00', '2022-10-30T23:30:00.000+09:00'],
    ['America/New_York', [48, 48, 48], '2022-10-30T00:00:00.000-04:00', '2022-10-30T23:30:00.000-04:00'],
    ['UTC', [48, 48, 48], '2022-10-30T00:00:00.000Z', '2022-10-30T23:30:00.000Z'],
  ])('in %s has exactly what was sold on them, with offsets', async (timeZone, counts, first, last) => {
    await moveShop(shop, owner, timeZone);
    for (const date of ['paid', 'placed']) {
      const byDay = await Promise.all(DAYS.map((day) => read(`from=${day}&to=${day}&date=${date}`)));
      expect(byDay.map((rows) => rows.length)).toEqual(counts);
      expect([byDay[1]?.[0]?.[date], byDay[1]?.at(-1)?.[date]]).toEqual([first, last]);
      const together = await read(`from=${DAYS[0]}&to=${DAYS[2]}&date=${date}`);
      expect(together).toEqual(byDay.flat());
    }
  });

  test('has the two hours that the clocks repeat one after the other', async () => {
    await moveShop(shop, owner, 'Europe/Berlin');
    const rows = await read('from=2022-10-30&to=2022-10-30&date=placed');
    expect(rows.slice(4, 8).map(({ placed }) => placed)).toEqual([
      '2022-10-30T02:00:00.000+02:00',
      '2022-10-30T02:30:00.000+02:00',
      '2022-10-30T02:00:00.000+01:00',
      '2022-10-30T02:30:00.000+01:00',
    ]);
  });

  test('counts refunds by them, too', async () => {
    // 1 ms before the first of April in UTC.
    for (const [timeZone, expected] of [
      ['Asia/Kuwait', ['2025-04-01T02:59:59.900+03:00']],
      ['UTC', []],
    ] as const) {
      await moveShop(shop, owner, timeZone);
      const rows = await read('from=2025-04-01&to=2025-04-01&by=refunds');
      expect(rows.map(({ refunded }) => refunded)).toEqual(expected);
    }
  });
});

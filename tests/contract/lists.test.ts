import { readdirSync, readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findTools } from '#src/features/catalogue/service.server.ts';
import { tools } from '#src/features/catalogue/tables.server.ts';
import { orders } from '#src/features/orders/tables.server.ts';
import { buildTool, buildUser } from '#src/flows/builders.server.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { createTestShop, type Person, type TestShop } from '#tests/support/shop.ts';
import { type Answer, fields, list, outcome, pay, placeOrder, putOnShelf } from './buying.ts';

let shop: TestShop;
let admin: Person;
let ada: Person;
let bob: Person;
/** Ids of Ada's twenty-five orders, oldest first; every third is paid, every fifth of them shipped. */
const ordered: string[] = [];

const ask = (path: string, token: string | undefined = admin.token): Promise<Answer> =>
  shop.call('GET', path, { token });
const totalOf = (answer: Answer) => Number(answer.headers.get('x-total-count'));
const column = (answer: Answer, name: string) => list(answer).map((row) => row[name]);
const search = (q: string) => new URLSearchParams({ q }).toString();

/** Every page of a listing, one after the other. */
async function readAll(path: string, limit: number): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await ask(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}&page=${page}`);
    expect(answer.status).toBe(200);
    rows.push(...list(answer));
    if (list(answer).length < limit) return rows;
    expect(page).toBeLessThan(100);
  }
}

beforeAll(async () => {
  shop = await createTestShop();
  const { db } = shop.database;
  admin = await shop.admin();
  ada = await shop.signUp({ email: 'ada.byron@works.example', displayName: 'Ada Byron' });
  bob = await shop.signUp({ email: 'bob@quarry.example', displayName: 'Bob Stone' });
  const tool = await putOnShelf(shop, { itemName: 'Bench vice, 120 mm', quantity: 1_000, minOrderQuantity: 1 });
  for (let at = 0; at < 25; at += 1) ordered.push(await placeOrder(shop, ada, tool, 1 + (at % 4)));
  for (const [at, id] of ordered.entries()) {
    if (at % 3 === 0) await pay(shop, ada, id);
    if (at % 15 === 0) await shop.call('PUT', `/updateStatus/${id}`, { token: admin.token, body: {} });
  }
  await placeOrder(shop, bob, await putOnShelf(shop, { itemName: '100%_sure \\ "level"', unitPriceCents: 99_000 }), 10);
  const gone = await placeOrder(shop, bob, tool, 1);
  await shop.call('DELETE', `/order/${gone}`, { token: bob.token });
  for (let at = 0; at < 40; at += 1) {
    await buildUser(db, {
      email: `person${String(at).padStart(2, '0')}@crowd.example`,
      displayName: ['zoe', 'Yan', 'xenia', 'Émile'][at % 4] as string,
      emailConfirmed: at % 2 === 0,
    });
    await buildTool(db, {
      itemName: `${['Wrench', 'anvil', 'Übersetzer', 'saw 🪚'][at % 4]} no. ${at}`,
      about: at % 2 ? 'Forged and hardened.' : 'Cast.',
      unitPriceCents: 500 + (at % 5) * 100,
      quantity: [0, 9, 10, 49, 50][at % 5] as number,
      minOrderQuantity: 10,
    });
  }
});
afterAll(() => shop.close());

describe('GET /orders as a listing', () => {
  test('without a parameter of a listing it is what it always was: ascending, and no total is counted', async () => {
    for (const path of ['/orders', '/orders?limit=5', '/orders?q=', '/orders?q=%20%20']) {
      const answer = await ask(path);
      expect(column(answer, 'createdAt')).toEqual([...column(answer, 'createdAt')].sort());
      expect(answer.headers.has('x-total-count')).toBe(false);
    }
    expect(column(await ask(`/orders?limit=3&before=${ordered[10]}`), '_id')).toEqual(ordered.slice(7, 10));
  });

  test('page by page, newest first, every live order is there once, and the total is theirs', async () => {
    const rows = await readAll('/orders', 7);
    const expected = await shop.database.pool.query(
      "select id from orders where state not in ('deleted', 'expired') order by seq desc",
    );
    expect(rows.map((row) => row._id)).toEqual(expected.rows.map((row) => row.id));
    for (const page of [1, 2, 4, 5, 10_000]) expect(totalOf(await ask(`/orders?limit=7&page=${page}`))).toBe(26);
    expect(list(await ask('/orders?limit=7&page=5'))).toEqual([]);
  });

  test('is sorted both ways, and equal ones stand in one order on all pages', async () => {
    for (const [key, field] of [
      ['total', 'price'],
      ['quantity', 'quantity'],
    ] as const) {
      const up = await readAll(`/orders?sort=${key}`, 4);
      const down = await readAll(`/orders?sort=-${key}`, 6);
      const values = up.map((row) => Number(row[field]));
      expect(values).toEqual([...values].sort((a, b) => a - b));
      expect(new Set(up.map((row) => row._id)).size).toBe(26);
      expect(down.map((row) => row._id)).toEqual(up.map((row) => row._id).reverse());
    }
    const oldest = await ask('/orders?sort=created&limit=3');
    expect(column(oldest, '_id')).toEqual(ordered.slice(0, 3));
  });

  test('is narrowed to a state, alone and together with a search', async () => {
    const counts = { placed: 17, paid: 7, shipped: 2 };
    for (const [state, count] of Object.entries(counts)) {
      const answer = await ask(`/orders?state=${state}&limit=5`);
      expect([totalOf(answer), new Set(column(answer, 'state'))]).toEqual([count, new Set([state])]);
    }
    expect(totalOf(await ask('/orders?state=placed&q=vice'))).toBe(16);
    expect(totalOf(await ask('/orders?state=paid&q=bob'))).toBe(0);
  });

  test('is searched by tool, customer, e-mail, id and transaction id, whatever the case', async () => {
    const paid = fields(await shop.call('GET', `/payment/${ordered[3]}`, { token: ada.token }));
    const found: [string, number][] = [
      ['bench VICE', 25],
      ['vice bench', 25],
      ['ada byron', 25],
      ['ADA.BYRON@works', 25],
      ['quarry', 1],
      ['ada quarry', 0],
      [String(ordered[7]), 1],
      [String(ordered[7]).slice(3, 20).toLowerCase(), 1],
      [String(paid.transactionId), 1],
      ['mm ada', 25],
      ['mmada', 0],
    ];
    for (const [q, count] of found) expect([q, totalOf(await ask(`/orders?${search(q)}`))]).toEqual([q, count]);
    expect(column(await ask(`/orders?${search(String(paid.transactionId))}`), '_id')).toEqual([ordered[3]]);
  });

  test('a text that means something to the database is only looked for', async () => {
    const found: [string, number][] = [
      ['%', 1],
      ['100%', 1],
      ['100%_sure', 1],
      ['_', 10],
      ['e_c', 0],
      ['1_0', 0],
      ['\\', 1],
      ['"level"', 1],
      ["'", 0],
      ["' or '1'='1", 0],
      ["'; drop table orders; --", 0],
      ['$1', 0],
      ['%%%', 0],
      ['🪚', 0],
      ['\u202e', 0],
      ['É', 0],
      ['a'.repeat(100), 0],
    ];
    for (const [q, count] of found) expect([q, totalOf(await ask(`/orders?${search(q)}`))]).toEqual([q, count]);
    expect(totalOf(await ask('/orders?page=1'))).toBe(26);
  });
});

describe('what no listing takes', () => {
  const nonsense: [string, string][] = [
    [search('x'.repeat(101)), 'q'],
    [search('x'.repeat(10_000)), 'q'],
    [search('a b c d e f g h i j k'), 'q'],
    ['q=a%00b', 'q'],
    ['q=a&q=b', 'q'],
    ['sort=', 'sort'],
    ['sort=email;drop', 'sort'],
    ['sort=--created', 'sort'],
    ['sort=seq', 'sort'],
    ['sort=constructor', 'sort'],
    ['sort=created&sort=-created', 'sort'],
    ['state=', 'state'],
    ['state=deleted', 'state'],
    ['state=toString', 'state'],
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=x', 'page'],
    ['page=', 'page'],
    ['page=10001', 'page'],
    ['page=1e300', 'page'],
    ['limit=101&page=1', 'limit'],
    [`before=${'a'.repeat(24)}&page=1`, 'before'],
    [`before=${'a'.repeat(24)}&q=x`, 'before'],
  ];

  const titled = nonsense.map(([query, field]) => [query.slice(0, 40), query, field] as const);

  test.each(titled)('?%s is refused at its field, by every list', async (_title, query, field) => {
    for (const path of ['/orders?', '/user?', '/tools?', `/myorder?email=${ada.email}&`]) {
      const answer = await ask(path + query, path.startsWith('/myorder') ? ada.token : admin.token);
      expect([path, outcome(answer)]).toEqual([path, '422 invalid']);
      expect(Object.keys(fields(answer).errors as object)).toEqual([field]);
    }
  });
});

describe('GET /myorder as a listing', () => {
  const mine = (person: Person, query: string) => ask(`/myorder?email=${person.email}&${query}`, person.token);

  test('has one’s own orders alone, whatever is searched for', async () => {
    expect(totalOf(await mine(ada, 'page=1'))).toBe(25);
    expect(totalOf(await mine(bob, 'page=1'))).toBe(1);
    expect(totalOf(await mine(bob, 'q=vice'))).toBe(0);
    expect(totalOf(await mine(bob, `q=${ordered[0]}`))).toBe(0);
    expect(totalOf(await mine(ada, 'state=paid&sort=-total&limit=2'))).toBe(7);
  });

  test('is refused for somebody else’s address', async () => {
    expect(outcome(await ask(`/myorder?email=${ada.email}&page=1`, bob.token))).toBe('403 not_your_email');
  });
});

describe('GET /user as a listing', () => {
  test('is searched by e-mail and name, narrowed by role and confirmation', async () => {
    const found: [string, number][] = [
      ['q=crowd', 40],
      ['q=person0', 10],
      [search('émile'), 10],
      ['q=crowd&state=confirmed', 20],
      ['q=crowd&state=unconfirmed', 20],
      ['state=admin', 1],
      ['state=customer', 42],
      ['q=xenia&state=admin', 0],
    ];
    for (const [query, count] of found) expect([query, totalOf(await ask(`/user?${query}`))]).toEqual([query, count]);
  });

  test('is sorted by name without regard to case, by e-mail and by age', async () => {
    const names = (await readAll('/user?q=crowd&sort=name', 9)).map((row) => String(row.displayName).toLowerCase());
    expect(names).toEqual([...names].sort());
    const emails = (await readAll('/user?sort=-email', 9)).map((row) => String(row.email));
    expect(emails).toEqual([...emails].sort().reverse());
    expect(column(await ask('/user?sort=created&limit=2'), 'email')).toEqual([admin.email, ada.email]);
  });

  test('is for admins only', async () => {
    expect(outcome(await ask('/user?q=a', ada.token))).toBe('403 forbidden');
    expect(outcome(await ask('/orders?q=a', ada.token))).toBe('403 forbidden');
    expect(outcome(await shop.call('GET', '/orders?page=1'))).toBe('401 unauthenticated');
  });
});

describe('GET /tools as a listing', () => {
  test('is narrowed by what is on the shelf; what is low can be ordered too', async () => {
    const totals = [];
    for (const state of ['available', 'low', 'out']) {
      totals.push(totalOf(await ask(`/tools?state=${state}&q=no.`, undefined)));
    }
    expect(totals).toEqual([24, 16, 16]);
  });

  test('is searched in name and about, sorted by every key both ways', async () => {
    expect(totalOf(await ask('/tools?q=hardened+anvil', undefined))).toBe(10);
    expect(totalOf(await ask(`/tools?${search('🪚')}`, undefined))).toBe(10);
    expect(totalOf(await ask(`/tools?${search('ÜBER')}`, undefined))).toBe(10);
    for (const [key, field] of [
      ['price', 'balance'],
      ['minimum', 'minOrderQuantity'],
      ['stock', 'quantity'],
    ] as const) {
      const rows = await readAll(`/tools?sort=-${key}`, 11);
      const values = rows.map((row) => Number(row[field]));
      expect(values).toEqual([...values].sort((a, b) => b - a));
      expect(new Set(rows.map((row) => row._id)).size).toBe(42);
    }
    const names = (await readAll('/tools?sort=name', 11)).map((row) => String(row.itemName).toLowerCase());
    expect(names).toEqual([...names].sort());
  });

  test('is kept until a tool changes, but no search ever is', async () => {
    const { kept } = shop.shop;
    const entries = async (path: string) => {
      const before = kept.stats().entries;
      await shop.call('GET', path);
      return kept.stats().entries - before;
    };
    kept.forgetEverything();
    expect(await entries('/tools?sort=price&page=2&limit=5')).toBe(1);
    expect(await entries('/tools?state=out')).toBe(1);
    for (const q of ['a', 'saw', '%', 'nothing-like-it']) expect(await entries(`/tools?${search(q)}`)).toBe(0);
    const again = await shop.call('GET', '/tools?sort=price&page=2&limit=5');
    expect([again.headers.get('etag') !== null, totalOf(again)]).toEqual([true, 42]);
    await buildTool(shop.database.db, { itemName: 'Feeler gauge' });
    kept.forget('tools');
    expect(totalOf(await shop.call('GET', '/tools?sort=price&page=2&limit=5'))).toBe(43);
    await shop.database.pool.query(
      "delete from stock_adjustments where tool_id in (select id from tools where item_name = 'Feeler gauge')",
    );
    await shop.database.db.delete(tools).where(eq(tools.itemName, 'Feeler gauge'));
    kept.forget('tools');
  });
});

describe('a database that cannot have the index of searches', () => {
  test('is migrated all the same, and searched', async () => {
    const database = await createTestDatabase(2);
    try {
      await database.pool.query('drop extension pg_trgm cascade');
      await database.pool.query(
        `revoke create on database ${new URL(database.url).pathname.slice(1)} from public, current_user`,
      );
      const file = readdirSync('migrations').find((name) => name.endsWith('_lists.sql'));
      const [block = ''] = readFileSync(`migrations/${file}`, 'utf8').split('--> statement-breakpoint').slice(-1);
      await database.pool.query(block);
      const extensions = await database.pool.query("select from pg_extension where extname = 'pg_trgm'");
      expect(extensions.rowCount).toBe(0);
      await buildTool(database.db, { itemName: 'Plumb bob' });
      const found = await findTools(database.db, { limit: 5, q: 'plumb' }, async () => null);
      expect(found.ok && found.value.total).toBe(1);
    } finally {
      await database.drop();
    }
  });
});

describe('a long list', () => {
  test('is searched, narrowed, counted and sorted by an index', async () => {
    const { db, pool } = shop.database;
    const [order] = await db.select().from(orders).limit(1);
    await pool.query(
      `insert into orders (id, user_id, tool_id, name, email, item_name, img, quantity, unit_price_cents, total_cents, currency)
       select 'x' || lpad(i::text, 23, '0'), $1, $2, 'Cy ' || md5(i::text), 'cy@example.com', 'Rule', '/images/x.svg', i % 90 + 1, i, i * (i % 90 + 1), 'usd'
       from generate_series(1, 20000) i`,
      [order?.userId, order?.toolId],
    );
    await pool.query(
      `insert into users (id, email, display_name) select 'x' || lpad(i::text, 23, '0'), 'person' || i || '@many.example', md5(i::text) from generate_series(1, 20000) i`,
    );
    await pool.query(
      `insert into tools (id, item_name, about, unit_price_cents, min_order_quantity, available, picture)
       select 'x' || lpad(i::text, 23, '0'), md5(i::text), 'Forged.', i, 1, 1, '/images/x.svg' from generate_series(1, 20000) i`,
    );
    await pool.query('vacuum analyze orders, users, tools');
    const sent = vi.spyOn(pool, 'query');
    /** How the database goes about the statements that this call led to. */
    const plansOf = async (path: string) => {
      sent.mockClear();
      expect((await ask(path)).status).toBe(200);
      const statements = sent.mock.calls
        .map(([statement, values]) => ({ ...(statement as unknown as { text: string }), values }))
        .filter(({ text }) => /from "(orders|users|tools)"/.test(text) && !text.includes('access_tokens'));
      const plans: string[] = [];
      for (const { text, values } of statements) {
        const { rows } = await pool.query(`explain ${text}`, values as unknown as unknown[]);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      }
      return plans;
    };
    const asked: [string, RegExp][] = [
      ['/orders?q=c4ca4238', /orders_searched/],
      ['/orders?state=paid&limit=5', /orders_by_state/],
      ['/orders?sort=-total', /orders_by_total/],
      ['/orders?sort=quantity', /orders_by_quantity/],
      ['/user?q=person4711', /users_searched/],
      ['/user?sort=name&limit=5', /users_by_name/],
      ['/user?state=admin', /users_by_role/],
      ['/tools?q=nothing-like-it', /tools_searched/],
      ['/tools?sort=-name&limit=5', /tools_by_name/],
      ['/tools?sort=price&limit=5', /tools_by_price/],
    ];
    for (const [path, index] of asked)
      expect([path, (await plansOf(path))[0]]).toEqual([path, expect.stringMatching(index)]);
    sent.mockRestore();
    expect(totalOf(await ask('/orders?q=c4ca4238'))).toBe(1);
  });
});

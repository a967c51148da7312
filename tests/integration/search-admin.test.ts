import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatPlace } from '#src/features/catalogue/search/search-contract.ts';
import { deleteOldMisses } from '#src/features/catalogue/search/search-misses.server.ts';
import { searchByRelevance } from '#src/features/catalogue/search/search-tools.server.ts';
import { MAX_SYNONYMS } from '#src/features/catalogue/search/synonyms-rules.ts';
import { seedTool } from '#src/seed/factories.server.ts';
import { formatCursor } from '#src/shared/list-cursor.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { snapshotDatabase } from './db-snapshot.ts';
import { listBody, objectBody, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;

beforeAll(async () => {
  shop = await createTestShop({ settings: { rateLimits: true, trustedProxies: 1 } });
  admin = await shop.createAdmin();
  await seedTool(shop.database.db, { itemName: 'Adjustable wrench 250 mm' });
  await seedTool(shop.database.db, { itemName: 'Hex key set', about: 'For cabinet hinges.' });
});
afterAll(() => checkAndClose(shop));
beforeEach(async () => {
  await shop.sql`delete from search_synonyms`;
  await shop.sql`delete from search_misses`;
});

const call = (method: string, path: string, body?: object) =>
  shop.call(method, `/search${path}`, { token: admin.token, ...(body ? { body } : {}) });
const add = (...terms: unknown[]) => call('POST', '/synonyms', { terms });
const listGroups = async () => listBody(await call('GET', '/synonyms')) as { _id: string; terms: string[] }[];
const errorsOf = (response: { body: unknown }) => (response.body as { errors: Record<string, string> }).errors;

async function addGroup(...terms: string[]): Promise<string> {
  const added = await add(...terms);
  expect(statusAndCode(added)).toBe('201');
  return objectBody(added).insertedId as string;
}

let networks = 0;
/** Each call comes from a different network unless one is given. */
async function search(q: string, from = `10.1.${Math.floor(++networks / 250)}.${networks % 250}`, more = '') {
  const response = await fetch(`${shop.origin}/api/tools?q=${encodeURIComponent(q)}${more}`, {
    headers: { 'x-forwarded-for': from },
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { itemName: string }[]).map(({ itemName }) => itemName);
}

const listMisses = async (query = '') =>
  (listBody(await call('GET', `/misses${query}`)) as { query: string; times: number }[]).map(({ query: q, times }) => [
    q,
    times,
  ]);

describe('synonyms', () => {
  test('apply from the next search on, in any form of the words, until they are removed', async () => {
    expect(await search('spanner')).toEqual([]);
    const id = await addGroup('wrench', 'spanner');
    expect(await search('Spanners')).toEqual(['Adjustable wrench 250 mm']);
    expect(statusAndCode(await call('PATCH', `/synonyms/${id}`, { terms: ['wrench', 'turner'], version: 1 }))).toBe(
      '200',
    );
    expect([await search('spanner'), await search('turner')]).toEqual([[], ['Adjustable wrench 250 mm']]);
    expect(objectBody(await call('DELETE', `/synonyms/${id}?version=2`))).toEqual({
      acknowledged: true,
      deletedCount: 1,
    });
    expect(await search('turner')).toEqual([]);
  });

  test('are listed by the letters of their first terms, whatever marks these have', async () => {
    const ids = [
      await addGroup('Zange', 'plier'),
      await addGroup('Ösenzange', 'eyelet plier'),
      await addGroup('Otter', 'bit'),
    ];
    const listed = (await listGroups()).filter(({ _id }) => ids.includes(_id)).map(({ terms }) => terms[0]);
    expect(listed).toEqual(['Ösenzange', 'Otter', 'Zange']);
    for (const id of ids) await call('DELETE', `/synonyms/${id}?version=1`);
  });

  test('of several words are found as a phrase, even with small words in between', async () => {
    await addGroup('hex key', 'tool of the hexagons');
    expect(await search('tool of the hexagons')).toEqual(['Hex key set']);
  });

  test('find tools with other forms of the words', async () => {
    await addGroup('gripper', 'tong');
    await addGroup('pipe clamp', 'hose holder');
    const id = await seedTool(shop.database.db, { itemName: 'Tongs, pipes and clamps' });
    expect([await search('gripper'), await search('hose holder')]).toEqual([
      ['Tongs, pipes and clamps'],
      ['Tongs, pipes and clamps'],
    ]);
    await shop.sql`update tools set state = 'draft' where id = ${id}`;
  });

  test('are sorted by their first word, keep their spelling, and each change is in the audit log', async () => {
    const id = await addGroup('vise', 'Schraubstock');
    await addGroup('Allen  key', 'hex key');
    expect(await listGroups()).toEqual([
      { _id: expect.any(String), terms: ['Allen key', 'hex key'], version: 1 },
      { _id: id, terms: ['vise', 'Schraubstock'], version: 1 },
    ]);
    await call('PATCH', `/synonyms/${id}`, { terms: ['vise', 'vice'], version: 1 });
    await call('DELETE', `/synonyms/${id}`);
    const rows = await shop.sql`select actor_email, action, subject_name, before, after from audit_events
      where subject_id = ${id} order by seq`;
    expect(rows).toEqual([
      {
        actor_email: admin.email,
        action: 'synonyms.added',
        subject_name: 'vise, Schraubstock',
        before: null,
        after: null,
      },
      {
        actor_email: admin.email,
        action: 'synonyms.changed',
        subject_name: 'vise, vice',
        before: { terms: 'vise, Schraubstock' },
        after: { terms: 'vise, vice' },
      },
      { actor_email: admin.email, action: 'synonyms.removed', subject_name: 'vise, vice', before: null, after: null },
    ]);
  });

  const long = 'x'.repeat(61);
  test.each<[unknown[], string, RegExp]>([
    [[], 'terms', /at least two/],
    [['wrench'], 'terms', /at least two/],
    [Array.from({ length: 13 }, (_, at) => `wrench${at}`), 'terms', /at most 12/],
    [['wrench', long], 'terms.1', /at most 60 characters/],
    [['wrench', ' '], 'terms.1', /enter a word or phrase/],
    [['wrench', 'one two three four five'], 'terms.1', /too many words/],
    [['wrench', '!?'], 'terms.1', /no searchable letter or digit/],
    [['wrench', 'spanner\u202e'], 'terms.1', /visible characters/],
    [['wrench', 'a\u0000b'], 'terms.1', /visible characters/],
    [['wrench', 7], 'terms.1', /string/],
    [['wrench', 'spanner', 'Wrénches'], 'terms.2', /The search treats “Wrénches” and “wrench” as the same/],
  ])('%j are rejected at %s', async (terms, field, sentence) => {
    const before = await snapshotDatabase(shop);
    const refused = await add(...terms);
    expect([statusAndCode(refused), Object.keys(errorsOf(refused))]).toEqual(['422 invalid', [field]]);
    expect(errorsOf(refused)[field]).toMatch(sentence);
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test('a term can only be in one group, and the error names the other group', async () => {
    const id = await addGroup('wrench', 'spanner');
    const other = await addGroup('vise', 'vice');
    const sentence =
      '“Spanners” is already in “wrench, spanner”. Please add your words there, or remove it there first.';
    expect(errorsOf(await add('turner', 'Spanners'))).toEqual({ 'terms.1': sentence });
    const moved = await call('PATCH', `/synonyms/${other}`, { terms: ['vise', 'Spanners'], version: 1 });
    expect(errorsOf(moved)).toEqual({ 'terms.1': sentence });
    // It can stay in its own group.
    const kept = await call('PATCH', `/synonyms/${id}`, { terms: ['spanner', 'wrenches', 'turner'], version: 1 });
    expect(objectBody(kept)).toEqual({ acknowledged: true, modifiedCount: 1, version: 2 });
  });

  test('no more than 500 groups are stored', async () => {
    await shop.sql`insert into search_synonyms (id, terms, keys)
       select 'g' || n, array['a' || n, 'b' || n], array['a' || n, 'b' || n] from generate_series(1, ${MAX_SYNONYMS - 1}::integer) n`;
    await addGroup('wrench', 'spanner');
    expect(statusAndCode(await add('vise', 'vice'))).toBe('409 synonyms_full');
    expect(await listGroups()).toHaveLength(MAX_SYNONYMS);
  });
});

describe('two admins at once', () => {
  test('do not overwrite each other’s changes: the response has the current version', async () => {
    const id = await addGroup('wrench', 'spanner');
    const change = (...terms: string[]) => call('PATCH', `/synonyms/${id}`, { terms, version: 1 });
    const both = await Promise.all([change('wrench', 'turner'), change('wrench', 'twister')]);
    expect(both.map(statusAndCode).sort()).toEqual(['200', '409 synonyms_changed']);
    const [group] = await listGroups();
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ synonyms: group });
    // The same words again, since the first response was lost.
    const again = await call('PATCH', `/synonyms/${id}`, { terms: group?.terms, version: 1 });
    expect(objectBody(again)).toEqual({ acknowledged: true, modifiedCount: 0, version: 2 });
    expect(statusAndCode(await call('DELETE', `/synonyms/${id}?version=1`))).toBe('409 synonyms_changed');
    expect(await listGroups()).toEqual([group]);
  });

  test('cannot put one term into two groups', async () => {
    const groups = ['one', 'two', 'three', 'four'].map((term) => add('spanner', term));
    expect((await Promise.all(groups)).map(statusAndCode).sort()).toEqual([
      '201',
      '422 invalid',
      '422 invalid',
      '422 invalid',
    ]);
    expect(await listGroups()).toHaveLength(1);
  });
});

test('the preview counts the tools that each term currently finds, and stores nothing', async () => {
  await addGroup('wrench', 'spanner');
  const before = await snapshotDatabase(shop);
  const counted = await call('POST', '/synonyms/preview', { terms: ['Spanner', 'hex key', 'flux', '!?'] });
  expect(objectBody(counted)).toEqual({ tools: [1, 1, 0, 0] });
  expect(await snapshotDatabase(shop)).toEqual(before);
});

test('the preview counts like the search: without near matches, but with corrected spelling', async () => {
  const terms = ['cabinet hinges', 'adjustble wrench', 'hinges'];
  const counted = await call('POST', '/synonyms/preview', { terms });
  const matching = await Promise.all(
    terms.map(
      async (q) => (await searchByRelevance(shop.database.db, { q, onSale: true, near: true, limit: 9 })).matching,
    ),
  );
  expect(objectBody(counted)).toEqual({ tools: [0, 1, 1] });
  expect(matching).toEqual([0, 1, 1]);
});

describe('searches that found nothing', () => {
  test('are listed by frequency, in pages, and can be dismissed until somebody repeats them', async () => {
    for (const q of ['flux', 'Flúx', 'laser level', 'flux', 'router', 'laser  LEVEL']) await search(q);
    expect(await listMisses()).toEqual([
      ['flux', 3],
      ['laser level', 2],
      ['router', 1],
    ]);
    expect(await listMisses('?sort=-last')).toEqual([
      ['laser level', 2],
      ['router', 1],
      ['flux', 3],
    ]);
    const page = await call('GET', '/misses?limit=1&page=2&sort=times');
    expect([listBody(page).map(({ query }) => query), page.headers.get('x-total-count')]).toEqual([
      ['laser level'],
      '3',
    ]);
    expect(objectBody(await call('POST', '/misses/done', { query: 'flux' }))).toMatchObject({ deletedCount: 1 });
    expect(objectBody(await call('POST', '/misses/done', { query: 'flux' }))).toMatchObject({ deletedCount: 0 });
    expect((await listMisses()).map(([query]) => query)).toEqual(['laser level', 'router']);
    await search('flux');
    expect(await listMisses('?sort=-last&limit=1')).toEqual([['flux', 1]]);
  });

  test('count in any sort order, but not for further pages, with filters, or if they found something', async () => {
    await search('flux', undefined, '&sort=name');
    await search('flux', undefined, '&page=2');
    await search('flux', undefined, '&state=low');
    await search('wrench');
    await search('!?');
    expect(await listMisses()).toEqual([['flux', 1]]);
  });

  test('count once a day per network, which can add at most 100 a day', async () => {
    for (let at = 0; at < 3; at += 1) {
      await search('flux', '203.0.113.1');
      await search('router', '203.0.113.1');
    }
    await search('flux', '203.0.113.2');
    expect(await listMisses()).toEqual([
      ['flux', 2],
      ['router', 1],
    ]);
    await shop.sql`insert into rate_limits (key, points, expire)
      values ('searchMiss:203.0.113.3', 100, ${Date.now() + 60_000})`;
    await search('noise', '203.0.113.3');
    expect(await listMisses()).toHaveLength(2);
  });

  test('store no client address and no email address', async () => {
    await search('flux', '203.0.113.9');
    await search('ada@example.com', '203.0.113.9');
    expect(await listMisses()).toEqual([['flux', 1]]);
    const rows = await shop.sql`select key from rate_limits where key like 'sameSearchMiss:%'`;
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|flux/);
  });

  test('that were typed letter by letter only count in their final form, even if letters were deleted', async () => {
    await search('qwor');
    for (const q of ['qwo', 'qwor', 'qworz', 'qwor', 'qworz thing']) await search(q, '203.0.113.20');
    expect(await listMisses('?sort=-last')).toEqual([
      ['qworz thing', 1],
      ['qwor', 1],
    ]);
  });

  test('are shown as text without hidden or bidirectional characters', async () => {
    await search('flux\u202e\u2066 gpj\u00ad.exe\u061c');
    await search(`x${'\u0fb2'.repeat(40)}yz`);
    const queries = (await listMisses('?sort=last')).map(([query]) => query as string);
    expect(queries[0]).toBe('flux gpj.exe');
    expect(queries[1]?.match(/\p{M}/gu)).toHaveLength(4);
  });

  test('by strangers never displace those made twice, and those not made for 90 days are deleted', async () => {
    await search('flux');
    await search('flux');
    await shop.database.fill("insert into search_misses (query) select 'noise ' || n from generate_series(1, 6000) n");
    await shop.sql`insert into search_misses (query, times, last_at) values ('old', 9, now() - interval '91 days')`;
    await deleteOldMisses(shop.database.db);
    expect((await call('GET', '/misses?limit=1')).headers.get('x-total-count')).toBe('5000');
    expect(await listMisses('?limit=2')).toEqual([
      ['flux', 2],
      ['noise 999', 1],
    ]);
  });

  test.each(['times', '-times', 'last', '-last'])(
    'can be read by cursor to the last one, each once, sorted by %s like their pages',
    async (sort) => {
      await shop.sql`delete from search_misses`;
      await shop.sql`insert into search_misses (query, times, last_at)
         select 'Łu' || n, 1 + n % 3, '2026-01-02 03:04:05.678901Z'::timestamptz + n % 4 * interval '1 microsecond' from generate_series(1, 23) n`;
      const paged: unknown[] = [];
      for (let page = 1; page <= 5; page += 1) paged.push(...(await listMisses(`?sort=${sort}&limit=5&page=${page}`)));
      const walked: unknown[] = [];
      for (let path: string | undefined = `/misses?sort=${sort}&limit=5`; path; ) {
        const page = await call('GET', path);
        walked.push(...listBody(page).map(({ query, times }) => [query, times]));
        path = /<\/api\/search(\/[^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
      }
      expect(paged).toHaveLength(23);
      expect(walked).toEqual(paged);
    },
  );

  test('reject invalid pages', async () => {
    const [times, last] = ['-times', '-last'].map((sort) => formatPlace(sort, [1, '1', 'a']));
    const broken = ['x', '[1,"1","\\u0000"]', '[1e99,"1","a"]', '[1,"99999999999999999999","a"]', '[1]'].map((key) =>
      formatCursor({ sort: '-times', key, seq: 0 }),
    );
    for (const query of [
      ...['limit=101', 'limit=0', 'page=101', 'sort=query', `cursor=${last}`, `cursor=${times}&page=1`, 'cursor=%3C'],
      ...broken.map((cursor) => `cursor=${cursor}`),
    ])
      expect([query, statusAndCode(await call('GET', `/misses?${query}`))]).toEqual([query, '422 invalid']);
    const tooFar = objectBody(await call('GET', '/misses?page=101'));
    expect(tooFar.errors).toEqual({ page: expect.stringContaining('follow the cursor') });
  });
});

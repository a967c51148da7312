import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createToolSearchWorker } from '#src/features/catalogue/search/index-worker.server.ts';
import { startSearchClock } from '#src/features/catalogue/search/search-clock.server.ts';
import { recallSearch } from '#src/features/catalogue/search/search-memory.server.ts';
import { searchByRelevance } from '#src/features/catalogue/search/search-tools.server.ts';
import { suggestToolIds } from '#src/features/catalogue/search/suggest-tools.server.ts';
import { addSynonyms, changeSynonyms, removeSynonyms } from '#src/features/catalogue/search/synonyms.server.ts';
import { seedTool } from '#src/seed/factories.server.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';

let shop: TestShop;
let rasp: string;

beforeAll(async () => {
  shop = await createTestShop();
  rasp = await seedTool(shop.database.db, { itemName: 'Cabinet rasp', quantity: 50 });
  await index();
});
afterAll(() => shop.close());

/** Indexes changes that no call announced, as the indexer of any process does. */
async function index(): Promise<void> {
  const { db } = shop.database;
  await createToolSearchWorker({ db, log: { error: (fields) => expect(fields).toEqual({}) } }).run();
}

async function search(q: string) {
  const { db } = shop.database;
  const query = vi.spyOn(db, 'transaction');
  const { ids, total } = await searchByRelevance(db, { q, onSale: true, near: true, limit: 20 });
  const wasComputed = query.mock.calls.length > 0;
  query.mockRestore();
  return { ids, total, wasComputed };
}

test('a search is not repeated while nothing changes, ignoring case', async () => {
  await search('rasp');
  expect(await search('Rasp')).toEqual({ ids: [rasp], total: 1, wasComputed: false });
});

test('many simultaneous equal searches run only once', async () => {
  const { db } = shop.database;
  const query = vi.spyOn(db, 'transaction');
  const found = await Promise.all(
    Array.from({ length: 20 }, () => searchByRelevance(db, { q: 'cabinet', onSale: true, near: true, limit: 20 })),
  );
  expect(query.mock.calls.length).toBe(1);
  query.mockRestore();
  for (const { ids } of found) expect(ids).toEqual([rasp]);
});

test('a search finds tools that another process has indexed since, and leaves out tools that went off sale', async () => {
  expect((await search('rasp')).ids).toEqual([rasp]);
  const other = await seedTool(shop.database.db, { itemName: 'Farrier rasp', quantity: 50 });
  await index();
  expect((await search('rasp')).ids.toSorted()).toEqual([other, rasp].toSorted());
  await shop.sql`update tools set state = 'archived' where id = ${other}`;
  await index();
  expect(await search('rasp')).toEqual({ ids: [rasp], total: 1, wasComputed: true });
});

test('a search is repeated if a tool was added while it ran', async () => {
  const { db } = shop.database;
  const sees = async (result: string) => recallSearch(db, 'overtaken', async () => result);
  await recallSearch(db, 'overtaken', async () => {
    await seedTool(db, { itemName: 'Rifler', quantity: 50 });
    await index();
    return 'without it';
  });
  expect([await sees('with it'), await sees('never computed')]).toEqual(['with it', 'with it']);
});

test('a search applies synonyms as soon as they are stored, changed or removed', async () => {
  expect((await search('surform')).total).toBe(0);
  const admin = await shop.createAdmin();
  const by = { userId: admin.userId, email: admin.email, role: 'admin' as const };
  const { db } = shop.database;
  const added = await addSynonyms(db, by as never, ['surform', 'rasp']);
  if (!added.ok) throw new Error('not added');
  expect((await search('surform')).ids).toEqual([rasp]);
  await changeSynonyms(db, by as never, added.value, { terms: ['surforms plane', 'rasp'], version: 1 });
  expect((await search('surform')).ids).toEqual([]);
  await changeSynonyms(db, by as never, added.value, { terms: ['surform', 'rasp'], version: 2 });
  expect((await search('surform')).ids).toEqual([rasp]);
  await removeSynonyms(db, by as never, added.value, undefined);
  expect((await search('surform')).ids).toEqual([]);
});

test('suggestions follow changed names', async () => {
  const { db, pool } = shop.database;
  expect(await suggestToolIds(db, 'cabi')).toEqual([rasp]);
  await pool.query("update tools set item_name = 'Joiner rasp' where id = $1", [rasp]);
  await index();
  expect(await suggestToolIds(db, 'cabi')).toEqual([]);
  expect(await suggestToolIds(db, 'join')).toEqual([rasp]);
});

test('a search that takes too long does less, finds what it can, and is not remembered', async () => {
  const { db } = shop.database;
  const words = { q: 'cabinett rsap handle', onSale: true, near: true, limit: 20 };
  const count = async (clock = startSearchClock()) => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const found = await searchByRelevance(db, words, clock);
    const statements = query.mock.calls.length;
    query.mockRestore();
    return { ids: found.ids, statements };
  };
  const hurried = await count(startSearchClock(0));
  const whole = await count();
  expect(hurried.ids).toContain(rasp);
  expect(whole.ids).toContain(rasp);
  expect(hurried.statements).toBeLessThan(whole.statements);
  // A complete search is remembered: the next one only reads the generation.
  expect((await count()).statements).toBe(1);
});

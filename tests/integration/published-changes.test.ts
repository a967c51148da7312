import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createShop, type ShopInstance } from '#src/app/composition-root.server.ts';
import { listToolTags } from '#src/features/catalogue/tool/cache-tags.ts';
import { createToolStockRefresh } from '#src/features/catalogue/tool/tool-stocks.server.ts';
import { newOrderSchema } from '#src/features/orders/contract.ts';
import { addReview } from '#src/features/reviews/service.server.ts';
import { expirePurchases } from '#src/flows/cancellations/expire-purchases.server.ts';
import { placeOrder as placeOneOrder } from '#src/flows/checkout/place-order.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { listenForChanges } from '#src/platform/change-listener.server.ts';
import { type Database, openDatabase, publishChange } from '#src/platform/database.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { seedBlog } from '#src/seed/factories.server.ts';
import { openCommitGate } from '#tests/support/commit-gate.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createBulkCalls } from './bulk-helpers.ts';
import { importFile } from './import-helpers.ts';
import {
  createTool,
  getToolRow,
  objectBody,
  placeOrder,
  statusAndCode,
  type TestTool,
  toOrderBody,
} from './order-helpers.ts';
import { placePurchase } from './purchase-helpers.ts';
import { paidPurchase, refund } from './refund-helpers.ts';

// Two processes of one shop, each with its own cache, set up as at startup on either kind of database.

let shop: TestShop;
let other: ShopInstance;
let otherDatabase: Database;
let stopListening: () => Promise<void>;
let admin: TestUser;
let buyer: TestUser;
let tool: TestTool;
let addresses: string[];
const heard = new Set<string>();

beforeAll(async () => {
  shop = await createTestShop();
  otherDatabase = openDatabase(shop.database.url, 4, createLog('silent'));
  other = createShop({ ...shop.parts, database: otherDatabase, log: createLog('silent') });
  otherDatabase.changes.follow((tags) => {
    for (const tag of tags ?? []) heard.add(tag);
  });
  stopListening = await listenForChanges(shop.database.url, otherDatabase.changes, { log: createLog('silent') });
  shop.workers.get('imports').listen();
  [admin, buyer] = await Promise.all([shop.createOwner(), shop.signUp({ confirmed: true })]);
  // Empty lists are not cached.
  await review();
});
afterAll(async () => {
  await stopListening();
  await other.workers.stop();
  await otherDatabase.close();
  await shop.close();
});

const send = async (method: string, path: string, body?: unknown, token = admin.token) => {
  const response = await shop.call(method, path, { token, body });
  if (response.status >= 300) throw new Error(`${method} ${path}: ${statusAndCode(response)}`);
  return objectBody(response);
};
const readFrom = async ({ app }: Pick<ShopInstance, 'app'>) =>
  Promise.all(addresses.map(async (path) => (await app.request(`${shop.origin}${path}`)).text()));
/** Returns what each address shows without a cache. */
async function readAnew() {
  const { responseCache } = shop.context;
  responseCache.invalidateAll();
  return readFrom(shop);
}

beforeEach(async () => {
  tool = await createTool(shop, { quantity: 100, sku: `S-${Math.random()}`, category: 'Hammers' });
  addresses = [
    '/api/tools',
    '/api/tools?sort=stock&limit=50',
    `/api/tools/${tool.id}`,
    '/api/tools/facets',
    '/api/categories',
    '/api/review',
    '/sitemap.xml',
    '/sitemap/1.xml',
    '/manifest.webmanifest',
  ];
});

/** Waits until the other process has received everything that was published so far. */
async function settle() {
  const marker = randomUUID();
  publishChange(shop.database.db, [marker]);
  await expect.poll(() => heard.has(marker), { interval: 5 }).toBe(true);
}

const order = async () => placeOrder(shop, buyer, tool);
const review = (more: object = {}) =>
  send('POST', '/review', { ...REVIEW, displayName: buyer.displayName, ...more }, buyer.token);
const REVIEW = {
  image: '',
  company: 'Smith & Daughters',
  designation: 'Owner',
  title: 'Holds its edge',
  rating: 5,
  about: 'Half a year in daily use and still as on the first day.',
};

/** Writes the change. It receives the result of `prepare`. */
interface Writer {
  prepare?: () => Promise<unknown>;
  write: (prepared: never) => Promise<unknown>;
}

const version = async () => (await getToolRow(shop, tool.id)).version;
const bulk = (change: object): Writer => ({ write: () => createBulkCalls(shop, admin).make(change, [tool]) });
const bulkUndo = (change: object): Writer => ({
  prepare: () => createBulkCalls(shop, admin).make(change, [tool]),
  write: (id: string) => createBulkCalls(shop, admin).undo(id),
});
const sku = async () => (await getToolRow(shop, tool.id)).sku;
const importOf = async () => importFile(shop, admin, `SKU,Name\n${await sku()},Imported ${Math.random()}\n`);
const addCategory = () => send('POST', '/categories', { name: `Wedges ${Math.random()}`, parentId: null });

/** Every writer that changes what is cached. */
const WRITERS: Record<string, Writer> = {
  'adding a tool': { write: () => createTool(shop) },
  'changing a tool': {
    write: async () => send('PATCH', `/tools/${tool.id}`, { about: 'Lighter.', version: await version() }),
  },
  'archiving a tool': { write: () => send('POST', `/tools/${tool.id}/archive`) },
  'restoring a tool': {
    prepare: () => send('POST', `/tools/${tool.id}/archive`),
    write: () => send('POST', `/tools/${tool.id}/restore`),
  },
  'adjusting stock': {
    write: () => send('POST', `/tools/${tool.id}/stock`, { delta: 5, reason: 'received', note: '' }),
  },
  'a bulk change of prices': bulk({ kind: 'price', percent: 10 }),
  'an undone bulk change of stock': bulkUndo({ kind: 'stock', delta: 5, reason: 'received', note: '' }),
  'an import': { write: importOf },
  'an undone import': {
    prepare: importOf,
    async write({ _id }: { _id: string }) {
      await send('POST', `/imports/${_id}/undo`);
      await shop.workers.get('imports').idle();
    },
  },
  'an undone import that had added a category': {
    prepare: async () => importFile(shop, admin, `SKU,Category\n${await sku()},Added ${Math.random()}\n`),
    async write({ _id }: { _id: string }) {
      await send('POST', `/imports/${_id}/undo`);
      await shop.workers.get('imports').idle();
    },
  },
  'a bulk change of states': bulk({ kind: 'state', action: 'archive' }),
  'an undone bulk change of states': bulkUndo({ kind: 'state', action: 'archive' }),
  'a bulk change of categories': bulk({ kind: 'category', category: 'Mallets' }),
  'an undone bulk change of categories': bulkUndo({ kind: 'category', category: 'Mallets' }),
  'an order': { write: order },
  'a purchase of several tools': {
    prepare: () => createTool(shop),
    write: (second: TestTool) => placePurchase(shop, buyer, [tool, second]),
  },
  'deleting an unpaid order': {
    prepare: order,
    write: (id: string) => send('DELETE', `/order/${id}`, undefined, buyer.token),
  },
  'an expired purchase': {
    async prepare() {
      const id = await order();
      await shop.sql`update stock_holds set expires_at = now() - interval '1 second' where order_id = ${id}`;
    },
    write: () => expirePurchases(shop.context),
  },
  'a refund that restocks': {
    prepare: () => paidPurchase(shop, buyer, [tool]),
    write: (purchase: Awaited<ReturnType<typeof paidPurchase>>) => refund(shop, admin, purchase),
  },
  'sorting tools by stock': {
    async prepare() {
      const refresh = createToolStockRefresh(shop.database.db);
      await refresh();
      await shop.sql`update tools set available = available + 1000 where id = ${tool.id}`;
      publishChange(shop.database.db, ['tools', `tool:${tool.id}`]);
      return refresh;
    },
    write: (refresh: () => Promise<number>) => refresh(),
  },
  'adding a review': { write: () => review() },
  'changing a review': {
    prepare: () => review(),
    write: ({ insertedId }: { insertedId: string }) =>
      send('PATCH', `/review/${insertedId}`, { title: 'Still sharp', version: 1 }, buyer.token),
  },
  'removing a review': {
    prepare: () => review(),
    write: ({ insertedId }: { insertedId: string }) => send('DELETE', `/review/${insertedId}`, undefined, buyer.token),
  },
  'taking down a review': {
    prepare: () => review(),
    write: ({ insertedId }: { insertedId: string }) =>
      send('POST', `/review/${insertedId}/takedown`, { reason: 'Insults.' }),
  },
  'publishing a review that waits': {
    async prepare() {
      const { insertedId } = await review();
      await shop.sql`update reviews set waiting = true where id = ${insertedId}`;
      return insertedId;
    },
    write: (id: string) => send('POST', `/review/${id}/approve`, { version: 1 }),
  },
  'restoring a review': {
    async prepare() {
      const { insertedId } = await review();
      await send('POST', `/review/${insertedId}/takedown`, { reason: 'Insults.' });
      return insertedId;
    },
    write: (id: string) => send('POST', `/review/${id}/restore`, { version: 1 }),
  },
  'deleting an account with a review': {
    async prepare() {
      const leaving = await shop.signUp({ confirmed: true });
      await send('POST', '/review', { ...REVIEW, displayName: leaving.displayName }, leaving.token);
      return leaving;
    },
    write: ({ token, password }: TestUser) => send('DELETE', '/me', { password }, token),
  },
  'adding a category': {
    write: async () => {
      const { insertedId } = await addCategory();
      await send('PATCH', `/tools/${tool.id}`, { categoryId: insertedId, version: await version() });
    },
  },
  'renaming a category': {
    prepare: async () => (await getToolRow(shop, tool.id)).categoryId,
    async write(id: string) {
      const listed = (await shop.call('GET', '/categories/all', { token: admin.token })).body as {
        _id: string;
        version: number;
      }[];
      const found = listed.find(({ _id }) => _id === id);
      await send('PATCH', `/categories/${id}`, { name: `Hammers ${Math.random()}`, version: found?.version });
    },
  },
  'deleting a category': {
    prepare: async () => (await getToolRow(shop, tool.id)).categoryId,
    write: (id: string) => send('DELETE', `/categories/${id}?contents=parent`),
  },
  'changing the settings': {
    async write() {
      const { version: read, settings } = await send('GET', '/settings');
      await send('PUT', '/settings', {
        version: read,
        settings: { ...(settings as object), shopName: `Vise ${Math.random()}`.slice(0, 20) },
      });
    },
  },
};

describe('cached responses show the change at once in this process, and soon in another one, after', () => {
  test.each(Object.keys(WRITERS))('%s', async (name) => {
    const { prepare, write } = WRITERS[name] as Writer;
    const prepared = (await prepare?.()) as never;
    await settle();
    const before = await readAnew();
    await other.context.shopSettings.reload();
    expect(await readFrom(other)).toEqual(before);
    await write(prepared);
    const here = await readFrom(shop);
    expect(here).not.toEqual(before);
    await expect.poll(() => readFrom(other), { interval: 20 }).toEqual(here);
    expect(await readAnew()).toEqual(here);
  });
});

/** What is written over connections that are cut before the response to its commit arrives. */
const LOST: Record<string, { table: string; listTags: () => string[]; write: (db: Database) => Promise<unknown> }> = {
  'a review': {
    table: 'reviews',
    listTags: () => ['reviews'],
    write: ({ db }) => addReview(db, buyer.userId, { ...REVIEW, displayName: buyer.displayName }),
  },
  'an order': {
    table: 'orders',
    listTags: () => listToolTags(tool.id),
    async write(database) {
      const { context } = createShop({ ...shop.parts, database, log: createLog('silent') });
      const caller: Caller = { ...buyer, role: 'customer', emailConfirmed: true, clientAddress: '192.0.2.1' };
      return placeOneOrder(context, caller, newOrderSchema.parse(toOrderBody(buyer, tool)), undefined);
    },
  },
};

test.each(Object.keys(LOST))('%s is published even if the response to its commit is lost', async (name) => {
  const { table, listTags, write } = LOST[name] as (typeof LOST)[string];
  const gate = await openCommitGate(shop.database.url);
  const gated = openDatabase(gate.url, 1, createLog('silent'));
  const followed: string[] = [];
  gated.changes.follow((tags) => followed.push(...(tags ?? [])));
  await settle();
  heard.clear();
  const held = gate.hold({ about: [`insert into ${table}`, `insert into "${table}"`], side: 'after', nth: 1 });
  const outcome = expect(write(gated)).rejects.toThrow();
  await expect.poll(() => held.writes ?? []).toContain(table);
  await gate.cut();
  await outcome;
  expect(followed).toEqual(listTags());
  for (const tag of listTags()) await expect.poll(() => heard.has(tag), { interval: 20 }).toBe(true);
  await gate.close();
  await gated.close();
});

test('in tests no transaction may write a public table without invalidating cache tags', async () => {
  const { db } = shop.database;
  const rejected = db.transaction((tx) => seedBlog(tx));
  await expect(rejected).rejects.toThrow('a transaction writes blogs and calls no publishChange');
  await db.transaction(async (tx) => {
    await seedBlog(tx);
    publishChange(tx, []);
  });
});

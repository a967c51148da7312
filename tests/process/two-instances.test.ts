import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import {
  makeDataDir,
  type RunningShop,
  removeDataDir,
  sendRequest,
  signInAdmin,
  signUp,
  startShop,
} from '#tests/support/running-shop.ts';

let database: TestDatabase;
let shops: RunningShop[];
const dataDir = makeDataDir();

beforeAll(async () => {
  database = await createTestDatabase();
  const env = { DATABASE_URL: database.url, PUBLIC_URL: 'http://127.0.0.1:9' };
  // Started together, as behind a load balancer: migrations, first admin and demo shop must happen once.
  shops = await Promise.all([startShop({ dataDir, env }), startShop({ dataDir, env })]);
});

afterAll(async () => {
  for (const shop of shops) await shop.stop();
  await database.drop();
  removeDataDir(dataDir);
});

test('two instances started together on one database create one demo shop and one admin', async () => {
  const [one, two] = shops as [RunningShop, RunningShop];
  for (const shop of [one, two]) {
    expect(((await (await fetch(`${shop.origin}/api/tools`)).json()) as unknown[]).length).toBe(33);
  }
  const admin = await signInAdmin(one.origin);
  const users = (await (await sendRequest('GET', `${two.origin}/api/user`, undefined, admin)).json()) as {
    role: string;
  }[];
  expect(users.filter((user) => user.role === 'admin')).toHaveLength(1);
});

test('an order in one instance invalidates the response cache of the other', async () => {
  const [one, two] = shops as [RunningShop, RunningShop];
  const [tool] = (await (await fetch(`${two.origin}/api/tools?limit=1`)).json()) as {
    _id: string;
    itemName: string;
    quantity: number;
    minOrderQuantity: number;
    balance: number;
  }[];
  if (!tool) throw new Error('no tool');
  const read = async () =>
    ((await (await fetch(`${two.origin}/api/tools/${tool._id}`)).json()) as { quantity: number }).quantity;
  expect(await read()).toBe(tool.quantity);
  const buyer = await signUp(one.origin, {
    email: 'buyer@example.com',
    password: 'buyers-password',
    name: 'Ada Smith',
  });
  const quantity = tool.minOrderQuantity;
  const price = (Math.round(tool.balance * 100) * quantity) / 100;
  await sendRequest(
    'POST',
    `${one.origin}/api/order`,
    { toolId: tool._id, itemName: tool.itemName, quantity, price, name: buyer.name, email: buyer.email },
    buyer.token,
  );
  await expect.poll(read).toBe(tool.quantity - quantity);
  await expect
    .poll(async () => (await (await fetch(`${two.origin}/home`)).text()).includes(`${tool.quantity - quantity}`))
    .toBe(true);
});

test('a new shop name appears in the cached pages of both instances long before they expire', async () => {
  const [one, two] = shops as [RunningShop, RunningShop];
  const readHome = async () => (await fetch(`${two.origin}/home`)).text();
  expect(await readHome()).toContain('Ironmonger has provided tech since 1992.');
  const admin = await signInAdmin(one.origin);
  const read = await sendRequest('GET', `${one.origin}/api/settings`, undefined, admin);
  const { version, settings } = (await read.json()) as { version: number; settings: object };
  const body = { version, settings: { ...settings, shopName: 'Vise & Sons', countries: '7' } };
  expect((await sendRequest('PUT', `${one.origin}/api/settings`, body, admin)).status).toBe(200);
  await expect.poll(readHome, { interval: 50 }).toContain('Vise &amp; Sons has provided tech');
  expect(await readHome()).toContain('| Vise &amp; Sons</title>');
  expect(await (await fetch(`${one.origin}/terms`)).text()).toContain('at Vise &amp; Sons');
});

test('each instance accepts access tokens from the other', async () => {
  const [one, two] = shops as [RunningShop, RunningShop];
  const buyer = await signUp(one.origin, {
    email: 'other@example.com',
    password: 'buyers-password',
    name: 'Ada Smith',
  });
  const orders = await sendRequest('GET', `${two.origin}/api/myorder?email=${buyer.email}`, undefined, buyer.token);
  expect(await orders.json()).toEqual([]);
});

test('two instances that create the first admin together print one password, and it works', async () => {
  const own = await createTestDatabase();
  const folder = makeDataDir();
  const env = { DATABASE_URL: own.url, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };
  const pair = await Promise.all([startShop({ dataDir: folder, env }), startShop({ dataDir: folder, env })]);
  const printed = pair.flatMap((shop) => [...shop.output().matchAll(/First admin: (\S+) {2}password: (\S+)/g)]);
  expect(printed).toHaveLength(1);
  const [, email = '', password = ''] = printed[0] ?? [];
  await sendRequest('POST', `${pair[0].origin}/api/auth/sign-in/email`, { email, password });
  for (const shop of pair) await shop.stop();
  await own.drop();
  removeDataDir(folder);
});

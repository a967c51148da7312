import { afterAll, beforeAll, expect, test } from 'vitest';
import { CANARY, createDatabaseWithRoles, type DatabaseWithRoles } from '#tests/support/database-roles.ts';
import {
  makeDataDir,
  removeDataDir,
  sendRequest,
  signInAdmin,
  signUp,
  startShop,
} from '#tests/support/running-shop.ts';

const dataDir = makeDataDir();
let database: DatabaseWithRoles;

beforeAll(async () => {
  database = await createDatabaseWithRoles();
});
afterAll(async () => {
  await database.drop();
  removeDataDir(dataDir);
});

test('with DATABASE_MIGRATION_URL, a role that owns no tables runs the shop', async () => {
  const shop = await startShop({ dataDir, env: { ...database.env, SEED: 'none' } });
  const admin = await signInAdmin(shop.origin);
  const picture = '/images/drawings/claw-hammer.svg';
  const tool = { itemName: 'Hammer', about: 'For a test.', balance: 2, quantity: 50, minOrderQuantity: 1, picture };
  const added = await sendRequest('POST', `${shop.origin}/api/tools`, tool, admin);
  const { insertedId: toolId } = (await added.json()) as { insertedId: string };
  const buyer = await signUp(shop.origin, {
    email: 'buyer@example.com',
    password: 'buyers-password',
    name: 'Ada Smith',
  });
  const order = { toolId, itemName: 'Hammer', quantity: 5, price: 10, name: buyer.name, email: buyer.email };
  await sendRequest('POST', `${shop.origin}/api/order`, order, buyer.token);
  await shop.stop();
  expect(await database.queryAs(database.app, 'select state, quantity from orders')).toEqual([
    { state: 'placed', quantity: 5 },
  ]);
  expect(shop.output()).not.toContain('"level":"error"');
  expect(shop.output()).not.toContain(CANARY);
});

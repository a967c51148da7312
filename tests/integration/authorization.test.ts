import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcilePayments } from '#src/flows/payments/reconcile-payments.server.ts';
import type { Access } from '#src/platform/api.server.ts';
import { seedBlog } from '#src/seed/factories.server.ts';
import { listRolesWith, type Permission } from '#src/shared/permissions.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import {
  ACCESS_MATRIX,
  type AccessRule,
  CALLERS,
  type Caller,
  OTHER_ROUTES,
  STAFF,
  type Target,
  type World,
} from './access-matrix.ts';
import { recordWrites } from './db-snapshot.ts';
import { createTool, objectBody, statusAndCode } from './order-helpers.ts';

let world: World;
/** Returns the tables that were written to since the last call. */
let readWrites: () => Promise<string[]>;
const tokens: Partial<Record<Caller, string>> = {};

beforeAll(async () => {
  const shop = await createTestShop();
  const [ada, bob, admin, demoted, disabled, candidate, expired, revoked] = await Promise.all([
    shop.signUp(),
    shop.signUp({ displayName: 'Bob' }),
    shop.createAdmin(),
    shop.createAdmin(),
    shop.createAdmin(),
    shop.signUp({ displayName: 'Candidate' }),
    shop.signUp(),
    shop.signUp(),
  ]);
  const { pool } = shop.database;
  expect((await shop.call('GET', '/orders', { token: demoted.token })).status).toBe(200);
  await pool.query("update users set role = 'customer' where id = $1", [demoted.userId]);
  await pool.query('update users set disabled_at = now() where id = $1', [disabled.userId]);
  await pool.query('update users set email_confirmed = true where id = $1', [candidate.userId]);
  await pool.query("update access_tokens set expires_at = now() - interval '1 second' where user_id = $1", [
    expired.userId,
  ]);
  await shop.call('POST', '/auth/sign-out', { token: revoked.session, body: {} });
  Object.assign(tokens, {
    forged: 'F'.repeat(43),
    hash: createHash('sha256').update(admin.token).digest('base64url'),
    expired: expired.token,
    revoked: revoked.token,
    ada: ada.token,
    bob: bob.token,
    demoted: demoted.token,
    disabled: disabled.token,
  });
  const users: Partial<Record<Caller, TestUser>> = { ada, bob, demoted };
  for (const role of STAFF) {
    users[role] = await shop.createStaff(role);
    tokens[role] = users[role].token;
  }
  const hammer = await createTool(shop, { quantity: 100_000 });
  const blogId = await seedBlog(shop.database.db);
  world = { shop, ada, bob, admin, candidate, hammer, blogId, getUser: (who) => users[who] ?? ada };
  readWrites = await recordWrites(shop);
});
afterAll(async () => {
  // Some rejected calls left confirmed cards behind.
  while (await reconcilePayments(world.shop.context, 0));
  await checkInvariants(world.shop.database.pool);
  await world.shop.close();
});

const SIGNED_IN_ONLY = {
  anonymous: '401 unauthenticated',
  forged: '401 token_invalid',
  hash: '401 token_invalid',
  expired: '401 token_invalid',
  revoked: '401 token_invalid',
  disabled: '401 token_invalid',
};

const NEED_NOBODY: readonly Access[] = ['public', 'signature', 'identity'];

/**
 * Returns how the access check rejects a caller. Null means that the caller passes it, and then the row's outcome
 * applies.
 */
function reject(access: Access, who: Caller): string | null {
  if (access === 'identity' && who === 'anonymous') return '401 unauthenticated';
  if (NEED_NOBODY.includes(access)) return null;
  if (who in SIGNED_IN_ONLY) return SIGNED_IN_ONLY[who as keyof typeof SIGNED_IN_ONLY];
  if (access === 'signedIn') return null;
  const permission = access as Permission;
  const role = STAFF.find((one) => one === who) ?? 'customer';
  const holders = listRolesWith(permission);
  if (holders.includes(role)) return null;
  if (holders.includes('customer')) return '403 customers_only';
  return role !== 'customer' && holders.join() === 'owner' ? '403 owners_only' : '403 forbidden';
}

/** The requests of callers that the access check rejects: by their calls and targets. */
const rejectedRequests = new Map<string, ReturnType<AccessRule['prepare']>>();

/**
 * Returns the request of a caller. Rejected callers change nothing, so they share one target, unless the request depends
 * on who makes it.
 */
function prepare(call: string, target: Target, who: Caller, row: AccessRule) {
  const dependsOnCaller = row.prepare.length > 2;
  if (dependsOnCaller || reject(row.access, who) === null) return row.prepare(world, target, who);
  const key = `${call} ${target}`;
  const request = rejectedRequests.get(key) ?? row.prepare(world, target, who);
  rejectedRequests.set(key, request);
  return request;
}

const cases = Object.entries(ACCESS_MATRIX).flatMap(([call, row]) =>
  row.targets.flatMap((target) => CALLERS.map((who): [string, Target, Caller, AccessRule] => [call, target, who, row])),
);

test.each(cases)('%s for target %s, called by %s', async (call, target, who, row) => {
  const { shop } = world;
  const { path, ...options } = await prepare(call, target, who, row);
  await readWrites();
  const response = await shop.call(call.split(' ')[0] ?? '', path, { ...options, token: tokens[who] });
  expect(statusAndCode(response)).toBe(reject(row.access, who) ?? row.outcome?.(who, target) ?? '200');
  if (response.status < 400) return;
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await readWrites()).toEqual([]);
});

test('every write is detected, even if it changes nothing or is reverted', async () => {
  const { pool } = world.shop.database;
  await readWrites();
  await pool.query('update users set role = role');
  expect(await readWrites()).toEqual(['public.users']);
  await pool.query("with made as (insert into categories (id, name) values ('c', 'c') returning id) select from made");
  await pool.query("delete from categories where id = 'c'");
  expect(await readWrites()).toEqual(['public.categories']);
  expect(await readWrites()).toEqual([]);
});

test('every registered route is listed in the access matrix', async () => {
  const running = world.shop.app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !(route in OTHER_ROUTES))
    .map((route) => route.replace(' /api/', ' /').replace(/:(\w+)/g, '{$1}'));
  expect([...new Set(running)].sort()).toEqual(Object.keys(ACCESS_MATRIX).sort());
});

test('every row of the access matrix matches the access its route declares', async () => {
  const document = objectBody(await world.shop.call('GET', '/openapi.json'));
  const paths = document.paths as Record<string, Record<string, { 'x-access': string; 'x-permission'?: string }>>;
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const call = `${method.toUpperCase()} ${path}`;
      expect([call, ACCESS_MATRIX[call]?.access]).toEqual([call, operation['x-permission'] ?? operation['x-access']]);
    }
  }
});

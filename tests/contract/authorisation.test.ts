import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildBlog } from '#src/flows/builders.server.ts';
import { reconcilePayments } from '#src/flows/sweep.server.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { createTestShop, type Person } from '#tests/support/shop.ts';
import { fields, outcome, putOnShelf } from './buying.ts';
import { everythingStored } from './everything.ts';
import { type Access, CALLERS, OTHER_ROUTES, ROWS, type Row, type Target, type Who, type World } from './matrix.ts';

let world: World;
const tokens: Partial<Record<Who, string>> = {};

beforeAll(async () => {
  const shop = await createTestShop();
  const [ada, bob, admin, demoted, candidate, expired, revoked] = (await Promise.all([
    shop.signUp(),
    shop.signUp({ displayName: 'Bob' }),
    shop.admin(),
    shop.admin(),
    shop.signUp({ displayName: 'Candidate' }),
    shop.signUp(),
    shop.signUp(),
  ])) as [Person, Person, Person, Person, Person, Person, Person];
  const { pool } = shop.database;
  expect((await shop.call('GET', '/orders', { token: demoted.token })).status).toBe(200);
  await pool.query("update users set role = 'customer' where id = $1", [demoted.userId]);
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
    admin: admin.token,
    demoted: demoted.token,
  });
  const people: Partial<Record<Who, Person>> = { ada, bob, admin, demoted };
  const hammer = await putOnShelf(shop, { quantity: 100_000 });
  const blogId = await buildBlog(shop.database.db);
  world = { shop, ada, bob, admin, candidate, hammer, blogId, person: (who) => people[who] ?? ada };
});
afterAll(async () => {
  // Cards were confirmed for calls that were then refused.
  while (await reconcilePayments(world.shop.shop, 0));
  await checkInvariants(world.shop.database.pool);
  await world.shop.close();
});

/** What the guard alone decides; null when the row decides. */
function refusedByGuard(access: Access, who: Who): string | null {
  if (access === 'public' || access === 'signature') return null;
  if (who === 'nobody') return '401 unauthenticated';
  if (access === 'identity') return null;
  if (['forged', 'hash', 'expired', 'revoked'].includes(who)) return '401 token_invalid';
  if (access === 'admin' && who !== 'admin') return '403 forbidden';
  return access === 'customer' && who === 'admin' ? '403 customers_only' : null;
}

const cases = Object.entries(ROWS).flatMap(([call, row]) =>
  row.targets.flatMap((target) => CALLERS.map((who): [string, Target, Who, Row] => [call, target, who, row])),
);

test.each(cases)('%s about %s, asked by %s', async (call, target, who, row) => {
  const { shop } = world;
  const { path, ...options } = await row.prepare(world, target, who);
  const before = await everythingStored(shop);
  const answer = await shop.call(call.split(' ')[0] ?? '', path, { ...options, token: tokens[who] });
  expect(outcome(answer)).toBe(refusedByGuard(row.access, who) ?? row.outcome?.(who, target) ?? '200');
  if (answer.status < 400) return;
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await everythingStored(shop)).toEqual(before);
});

test('every call the running router knows has a row', async () => {
  const running = world.shop.app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !(route in OTHER_ROUTES))
    .map((route) => route.replace(' /api/', ' /').replace(/:(\w+)/g, '{$1}'));
  expect([...new Set(running)].sort()).toEqual(Object.keys(ROWS).sort());
});

test('every row has the access that its call is declared with', async () => {
  const document = fields(await world.shop.call('GET', '/openapi.json'));
  const paths = document.paths as Record<string, Record<string, { 'x-access': string }>>;
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const call = `${method.toUpperCase()} ${path}`;
      expect([call, ROWS[call]?.access]).toEqual([call, operation['x-access']]);
    }
  }
});

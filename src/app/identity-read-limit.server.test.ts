import { Hono } from 'hono';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { createRateLimits } from '#src/platform/rate-limits.server.ts';
import { limitIdentityReads } from './identity-read-limit.server.ts';

function createTestApp(hasRate = true) {
  const app = new Hono<ApiEnv>();
  // These are counted in memory, so the database is not used.
  const limits = createRateLimits(new pg.Pool(), hasRate, createLog('silent'));
  app.use((c, next) => {
    c.set('limits', limits);
    c.set('clientAddress', c.req.header('x-address') ?? '');
    return next();
  });
  app.get('/', limitIdentityReads, (c) => c.text('ok'));
  /** Returns how many of this many requests were allowed. */
  return async (count: number, address: string, toSession: (at: number) => string) => {
    const responses = await Promise.all(
      Array.from({ length: count }, (_, at) =>
        app.request('/', { headers: { 'x-address': address, cookie: toSession(at) } }),
      ),
    );
    return responses.filter(({ status }) => status === 200).length;
  };
}

test('two hundred buyers at one address can read their sessions three times, and other addresses still have their own limit', async () => {
  const countServed = createTestApp();
  expect(await countServed(700, 'office', (at) => `session=${at % 200}`)).toBe(600);
  expect(await countServed(1, 'office', () => 'session=new')).toBe(0);
  expect(await countServed(1, 'home', () => 'session=new')).toBe(1);
});

test('one session gets no more reads from many addresses, and is not counted when limits are off', async () => {
  const everywhere = createTestApp();
  expect(await everywhere(70, 'one', () => 'session=a')).toBe(60);
  expect(await everywhere(1, 'other', () => 'session=a')).toBe(0);
  expect(await everywhere(1, 'other', () => 'session=b')).toBe(1);
  expect(await createTestApp(false)(70, 'one', () => 'session=a')).toBe(70);
});

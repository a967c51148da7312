import { type Context, Hono } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';
import { cacheResponses } from './cache-middleware.server.ts';
import { CACHE_TAGS_HEADER, cacheableRoute } from './cacheable-routes.server.ts';
import { createResponseCache } from './response-cache.server.ts';

/** Creates a shop with a cacheable and a private route, whose handlers finish when the test releases them. */
function createSlowShop() {
  const cache = createResponseCache({ maxBytes: 1_000_000, maxAgeMs: 60_000 });
  const waiting: (() => void)[] = [];
  const compute = vi.fn(async (tags: string) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    return new Response('slow', { headers: tags ? { [CACHE_TAGS_HEADER]: tags } : {} });
  });
  const app = new Hono()
    .use(cacheResponses(cache))
    .get('/cacheable', cacheableRoute(), () => compute('tools'))
    .get(
      '/search',
      cacheableRoute(({ pathname, searchParams }) => (searchParams.get('q') ? null : pathname)),
      () => compute('tools'),
    )
    .get('/private', () => compute(''))
    .get('/forgotten', () => compute('tools'));
  return {
    cache,
    app,
    compute,
    /** Sends two requests and returns how many handlers start before the first has finished. */
    async askTwice(path: string, init: RequestInit = {}): Promise<number> {
      const responses = [app.request(path, init), app.request(path, init)];
      await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0));
      // A second handler would have started by now, since only promises are in between.
      await new Promise((resolve) => setTimeout(resolve, 20));
      const running = waiting.length;
      while (waiting.length > 0) {
        waiting.shift()?.();
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      for (const response of await Promise.all(responses)) {
        expect(response.status).toBe(200);
        expect(response.headers.has(CACHE_TAGS_HEADER)).toBe(false);
      }
      return running;
    },
  };
}

afterEach(() => vi.restoreAllMocks());

test.each([
  ['/private', {}],
  ['/private?page=2', {}],
  // Declared cacheable, but not with this query, spelling or method.
  ['/c%61cheable', {}],
  ['/search?q=saw', {}],
  ['/cacheable', { method: 'HEAD' }],
  // Tagged, but never declared.
  ['/forgotten', {}],
])('two requests to %s run separately, and nothing is stored', async (path, init) => {
  const shop = createSlowShop();
  expect(await shop.askTwice(path, init)).toBe(2);
  expect(shop.cache.stats().entries).toBe(0);
});

test.each(['/cacheable', '/cacheable?utm_source=x', '/search', '/search?q='])(
  'two requests to %s compute once',
  async (path) => {
    const shop = createSlowShop();
    expect(await shop.askTwice(path)).toBe(1);
    expect(shop.compute).toHaveBeenCalledTimes(1);
    expect(shop.cache.stats().entries).toBe(1);
  },
);

test('a cacheable route cannot see whose request it is, but any other route can', async () => {
  const cache = createResponseCache({ maxBytes: 1_000_000, maxAgeMs: 60_000 });
  const show = (c: Context) =>
    c.json({ url: c.req.url, headers: c.req.header() }, 200, { [CACHE_TAGS_HEADER]: 'greeting' });
  const app = new Hono()
    .use(cacheResponses(cache))
    .get('/cacheable', cacheableRoute(), show)
    .get('/private', show)
    // The route of `/cacheable/:id` never responds to it.
    .get('/cacheable/mine', show)
    .get('/cacheable/:id', cacheableRoute(), show);
  const headers = { cookie: 'session=ada', authorization: 'Bearer ada', host: 'ada.example', 'accept-language': 'da' };
  const read = async (path: string) => (await app.request(`http://ada.example${path}?name=ada`, { headers })).text();
  expect(await read('/cacheable')).not.toMatch(/ada|da"/);
  expect(cache.stats().entries).toBe(1);
  for (const path of ['/private', '/cacheable/mine', '/cacheable/mine'])
    expect(await read(path)).toContain('session=ada');
  expect(cache.stats().entries).toBe(1);
});

test('a key that is too long is not stored', async () => {
  const cache = createResponseCache({ maxBytes: 1_000_000, maxAgeMs: 60_000 });
  const app = new Hono().use(cacheResponses(cache)).get(
    '*',
    cacheableRoute(({ pathname }) => pathname),
    () => new Response('x', { headers: { [CACHE_TAGS_HEADER]: 'x' } }),
  );
  expect((await app.request(`/${'k'.repeat(256)}`)).status).toBe(200);
  expect(cache.stats().entries).toBe(0);
  await app.request(`/${'k'.repeat(255)}`);
  expect(cache.stats().entries).toBe(1);
});

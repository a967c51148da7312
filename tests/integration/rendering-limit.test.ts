import type { IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { CACHE_TAGS_HEADER } from '#src/platform/response-cache/cacheable-routes.server.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';

/** A busy machine needs more than the default. */
const WAIT_MS = 20_000;
const [HERE, ELSEWHERE] = ['198.51.100.7', '203.0.113.9'];
const CONCURRENT = 3;
const QUEUED = 60;

/** Pages under `/held` are rendered when the test releases them. Pages under `/cached` are cached. */
const pages = { rendered: [] as string[], held: [] as (() => void)[] };
let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop({
    settings: { rateLimits: true },
    browserSide: {
      assets: (_c, next) => next(),
      pages: {
        toCacheKey: ({ pathname }) => (pathname.includes('/cached') ? pathname : null),
        async respond({ url }) {
          const path = new URL(url).pathname;
          pages.rendered.push(path);
          if (path.startsWith('/held')) await new Promise<void>((resolve) => pages.held.push(resolve));
          const headers: Record<string, string> = path.includes('/cached') ? { [CACHE_TAGS_HEADER]: 'static' } : {};
          return new Response(path, { headers });
        },
      },
    },
  });
});
afterAll(() => shop.close());
afterEach(releaseAll);

async function get(path: string, remoteAddress = HERE, headers: Record<string, string> = {}) {
  const incoming = { socket: { remoteAddress }, headers: {} } as IncomingMessage;
  return shop.app.request(shop.origin + path, { headers }, { incoming });
}
const getStatus = async (path: string, from?: string) => (await get(path, from)).status;

/** Requests as many pages from one network as may be rendered and wait. */
async function fillQueue(from: string) {
  const responses = Array.from({ length: CONCURRENT + QUEUED }, (_, at) => getStatus(`/held/${at}`, from));
  await vi.waitFor(() => expect(pages.held).toHaveLength(CONCURRENT), WAIT_MS);
  return responses;
}

function releaseAll() {
  for (const release of pages.held.splice(0)) release();
}

test('few pages of one network are rendered at once, and cached pages and other networks do not wait', async () => {
  expect(await getStatus('/cached')).toBe(200);
  const responses = await fillQueue(HERE);
  const excess = await get('/random');
  expect([excess.status, excess.headers.get('retry-after')]).toEqual([503, '1']);
  expect(excess.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await getStatus('/cached')).toBe(200);
  expect(await getStatus('/api/tools')).toBe(200);
  expect(await getStatus('/random', ELSEWHERE)).toBe(200);
  const finished = Promise.all(responses);
  const releasing = setInterval(releaseAll);
  expect(new Set(await finished)).toEqual(new Set([200]));
  clearInterval(releasing);
});

test('nobody waits for the turn of another network that requested the same page earlier', async () => {
  const from = '198.51.100.8';
  const held = Array.from({ length: CONCURRENT }, () => getStatus('/held', from));
  await vi.waitFor(() => expect(pages.held).toHaveLength(CONCURRENT), WAIT_MS);
  const waiting = getStatus('/cached/same', from);
  expect(await getStatus('/cached/same', ELSEWHERE)).toBe(200);
  releaseAll();
  expect([await waiting, ...(await Promise.all(held))]).toEqual([200, 200, 200, 200]);
  expect(pages.rendered.filter((path) => path === '/cached/same')).toHaveLength(1);
});

test('rendered pages have a rate limit, and cached ones do not count', async () => {
  const from = '198.51.100.9';
  const statuses: number[] = [];
  for (let at = 0; at < 101; at += 1) statuses.push(await getStatus(`/random/${at}`, from));
  expect(statuses.filter((status) => status === 200)).toHaveLength(100);
  const limited = await get('/random', from);
  expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true]);
  const page = await get('/random', from, { accept: 'text/html,*/*;q=0.8' });
  expect([page.status, page.headers.get('content-type')]).toEqual([429, expect.stringContaining('text/html')]);
  expect(await page.text()).toContain('<h1>Please wait a moment</h1>');
  expect(await getStatus('/cached/new', from)).toBe(429);
  expect(await getStatus('/cached/new', ELSEWHERE)).toBe(200);
  expect(await getStatus('/cached/new', from)).toBe(200);
  expect(await getStatus('/api/tools', from)).toBe(200);
});

test('the OpenAPI document is created once, for all ways to request it', async () => {
  const paths = ['/api/docs', '/api/openapi.json', '/api/d%6fcs?x=1'];
  for (const path of paths) expect(await getStatus(path)).toBe(200);
  shop.context.responseCache.invalidateAll();
  // The document consists of many parts, each of which would be serialized from an object.
  const stringify = vi.spyOn(JSON, 'stringify');
  for (const path of paths) await get(path);
  expect(stringify).not.toHaveBeenCalled();
});

test('forms sent to pages count as pages', async () => {
  const incoming = { socket: { remoteAddress: '198.51.100.77' }, headers: {} } as IncomingMessage;
  const send = () => shop.app.request(`${shop.origin}/form`, { method: 'POST' }, { incoming });
  const statuses: number[] = [];
  for (let sent = 0; sent < 101; sent += 1) statuses.push((await send()).status);
  expect([statuses.indexOf(429), new Set(statuses.slice(0, 100))]).toEqual([100, new Set([200])]);
});

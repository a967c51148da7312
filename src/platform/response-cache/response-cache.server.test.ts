import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { CACHE_TAGS_HEADER } from './cacheable-routes.server.ts';
import { createResponseCache, MAX_STALE_MS, type Outage, type ResponseCache } from './response-cache.server.ts';

const request = (path: string, headers: Record<string, string> = {}) => new Request(`http://shop${path}`, { headers });

/** Sends a request to the cache, with its own address as the key. */
function send(cache: ResponseCache, { url, headers }: Request, compute: () => Promise<Response>): Promise<Response> {
  return cache.getOrCompute(url.slice('http://shop'.length), headers, compute);
}

function shown(body: string, tags: string, headers: Record<string, string> = {}) {
  return async () =>
    new Response(body, { headers: { [CACHE_TAGS_HEADER]: tags, 'content-type': 'application/json', ...headers } });
}

function createCache(more: { maxBytes?: number; maxAgeMs?: number; outage?: Outage } = {}) {
  return createResponseCache({ maxBytes: 1_000_000, maxAgeMs: 60_000, ...more });
}

describe('the response cache', () => {
  test('a tagged response is computed once', async () => {
    const cache = createCache();
    const compute = vi.fn(shown('[1]', 'tools'));
    for (let run = 0; run < 3; run += 1) expect(await (await send(cache, request('/a'), compute)).text()).toBe('[1]');
    expect(compute).toHaveBeenCalledTimes(1);
  });

  test('clients never see the tags', async () => {
    const cache = createCache();
    expect((await send(cache, request('/a'), shown('[]', 'tools'))).headers.has(CACHE_TAGS_HEADER)).toBe(false);
    const failed = async () => new Response('no', { status: 404, headers: { [CACHE_TAGS_HEADER]: 'tools' } });
    expect((await send(cache, request('/b'), failed)).headers.has(CACHE_TAGS_HEADER)).toBe(false);
  });

  test('untagged and failed responses are never stored', async () => {
    const cache = createCache();
    await send(cache, request('/private'), async () => new Response('mine'));
    await send(
      cache,
      request('/gone'),
      async () => new Response('no', { status: 404, headers: { [CACHE_TAGS_HEADER]: 'x' } }),
    );
    expect(cache.stats().entries).toBe(0);
  });

  test('two parallel requests for the same uncacheable response each get their own', async () => {
    const cache = createCache();
    const responses = await Promise.all(
      ['Ada', 'Bob'].map((who) => send(cache, request('/me'), async () => new Response(who))),
    );
    expect(await Promise.all(responses.map((response) => response.text()))).toEqual(['Ada', 'Bob']);
  });

  test('a change removes only the responses that show it', async () => {
    const cache = createCache();
    await send(cache, request('/tools'), shown('[1]', 'tools tool:1'));
    await send(cache, request('/blogs'), shown('[2]', 'blogs'));
    cache.invalidate(['tool:1']);
    expect(cache.stats().entries).toBe(1);
    expect(await (await send(cache, request('/tools'), shown('[9]', 'tools'))).text()).toBe('[9]');
  });

  test('a response that was started before a change is sent but not stored', async () => {
    const cache = createCache();
    let finish: (response: Response) => void = () => {};
    const slow = send(
      cache,
      request('/tools'),
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    cache.invalidate(['tools']);
    finish(await shown('[old]', 'tools')());
    expect(await (await slow).text()).toBe('[old]');
    expect(await (await send(cache, request('/tools'), shown('[new]', 'tools'))).text()).toBe('[new]');
  });

  test('a request after a change never gets a response that was started before it', async () => {
    const cache = createCache();
    let finish: (response: Response) => void = () => {};
    const slow = send(
      cache,
      request('/tools'),
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    cache.invalidate(['tools']);
    const after = send(cache, request('/tools'), shown('[new]', 'tools'));
    finish(await shown('[old]', 'tools')());
    expect(await (await after).text()).toBe('[new]');
    await slow;
    expect(await (await send(cache, request('/tools'), shown('[newer]', 'tools'))).text()).toBe('[new]');
  });

  test('its ETag gets 304 and the same headers, in every spelling', async () => {
    const cache = createCache();
    const first = await send(cache, request('/a'), shown('[1]', 'tools', { 'cache-control': 'public, no-cache' }));
    const etag = first.headers.get('etag') ?? '';
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await send(cache, request('/a', { 'if-none-match': condition }), shown('[1]', 'tools'));
      expect([again.status, await again.text(), again.headers.get('etag'), again.headers.get('cache-control')]).toEqual(
        [304, '', etag, 'public, no-cache'],
      );
    }
    expect((await send(cache, request('/a', { 'if-none-match': '"other"' }), shown('[1]', 'tools'))).status).toBe(200);
  });

  test('the same bytes are sent compressed to clients that accept that', async () => {
    const cache = createCache();
    const body = JSON.stringify(Array.from({ length: 200 }, (_, at) => ({ at })));
    const fetchAs = async (accepted: string) => {
      const response = await send(cache, request('/a', { 'accept-encoding': accepted }), shown(body, 'tools'));
      return {
        encoding: response.headers.get('content-encoding'),
        vary: response.headers.get('vary'),
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    };
    const compressed = await fetchAs('gzip, br');
    expect([compressed.encoding, compressed.vary, brotliDecompressSync(compressed.bytes).toString()]).toEqual([
      'br',
      'accept-encoding',
      body,
    ]);
    const gzipped = await fetchAs('gzip, br;q=0');
    expect([gzipped.encoding, gunzipSync(gzipped.bytes).toString()]).toEqual(['gzip', body]);
    expect((await fetchAs('identity')).encoding).toBeNull();
  });

  test('memory is limited, and the least recently used entry is removed first', async () => {
    const cache = createCache({ maxBytes: 50_000 });
    for (let at = 0; at < 50; at += 1) await send(cache, request(`/a?${at}`), shown('x'.repeat(1_000), 'tools'));
    expect(cache.stats().bytes).toBeLessThanOrEqual(50_000);
    const newest = vi.fn(shown('again', 'tools'));
    await send(cache, request('/a?49'), newest);
    expect(newest).not.toHaveBeenCalled();
    await send(cache, request('/a?0'), newest);
    expect(newest).toHaveBeenCalledTimes(1);
  });

  test('a frequently requested response stays, no matter what else is requested once', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const cache = createCache({ maxBytes: 50_000, maxAgeMs: 600_000 });
      const home = vi.fn(shown('home', 'tools'));
      for (let at = 0; at < 200; at += 1) {
        vi.advanceTimersByTime(1_100);
        await send(cache, request('/home'), home);
        await send(cache, request(`/a?${at}`), shown('x'.repeat(1_000), 'tools'));
      }
      expect(home).toHaveBeenCalledTimes(1);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a response that would evict all others is not stored', async () => {
    const cache = createCache({ maxBytes: 50_000 });
    await send(cache, request('/a'), shown('x'.repeat(10_000), 'tools'));
    expect(cache.stats().entries).toBe(0);
  });

  test('after its age limit, a response is computed again', async () => {
    const cache = createCache({ maxAgeMs: -1 });
    await send(cache, request('/a'), shown('[1]', 'tools'));
    expect(await (await send(cache, request('/a'), shown('[2]', 'tools'))).text()).toBe('[2]');
  });

  test('everything can be invalidated at once, including responses in progress', async () => {
    const cache = createCache();
    await send(cache, request('/a'), shown('[1]', 'tools'));
    let finish: (response: Response) => void = () => {};
    const slow = send(
      cache,
      request('/b'),
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    cache.invalidateAll();
    finish(await shown('[old]', 'blogs')());
    await slow;
    expect(cache.stats()).toMatchObject({ entries: 0, stale: 2 });
  });
});

describe('during an outage, the response cache', () => {
  let isOut = false;
  const outage = { isKnown: () => isOut, isConfirmed: async () => isOut };
  const unavailable = async () => new Response('busy', { status: 503 });

  test.each([
    ['known', () => isOut],
    ['found out by a failed computation', () => false],
  ])('sends what it knows, marked as stale (%s)', async (_how, isKnown) => {
    isOut = false;
    const cache = createCache({ outage: { ...outage, isKnown } });
    await send(cache, request('/a'), shown('[1]', 'tools', { 'cache-control': 'public, no-cache' }));
    cache.invalidate(['tools']);
    isOut = true;
    const sent = await send(cache, request('/a'), unavailable);
    expect([sent.status, await sent.text()]).toEqual([200, '[1]']);
    expect(sent.headers.get('cache-status')).toMatch(/^ironmonger; hit; ttl=-\d+$/);
    expect(sent.headers.get('cache-control')).toBe('no-store');
    isOut = false;
    expect(await (await send(cache, request('/a'), shown('[2]', 'tools'))).text()).toBe('[2]');
  });

  test('sends what is current as always, and a failure if it knows nothing', async () => {
    isOut = false;
    const cache = createCache({ outage });
    await send(cache, request('/a'), shown('[1]', 'tools'));
    isOut = true;
    expect((await send(cache, request('/a'), unavailable)).headers.has('cache-status')).toBe(false);
    expect((await send(cache, request('/b'), unavailable)).status).toBe(503);
  });

  test('sends what was outdated while it was computed, if it knows nothing else', async () => {
    isOut = false;
    const cache = createCache({ outage });
    await send(cache, request('/a'), async () => {
      const response = await shown('[1]', 'tools')();
      cache.invalidate(['tools']);
      return response;
    });
    expect(cache.stats()).toMatchObject({ entries: 0, stale: 1 });
    isOut = true;
    expect(await (await send(cache, request('/a'), unavailable)).text()).toBe('[1]');
  });

  test('does not wait for a computation that hangs, and never keeps what that returns after all', async () => {
    isOut = false;
    const cache = createCache({ outage });
    await send(cache, request('/a'), shown('[1]', 'tools'));
    cache.invalidateAll();
    const { promise: hanging, resolve } = Promise.withResolvers<Response>();
    const sending = send(cache, request('/a'), () => hanging);
    isOut = true;
    expect(await (await sending).text()).toBe('[1]');
    resolve(await shown('[mixed]', 'tools')());
    await hanging;
    isOut = false;
    expect(await (await send(cache, request('/a'), shown('[2]', 'tools'))).text()).toBe('[2]');
  });

  test('computes what needs no database', async () => {
    isOut = false;
    const cache = createCache({ outage });
    await send(cache, request('/robots.txt'), shown('[1]', 'static'));
    cache.invalidateAll();
    isOut = true;
    expect(await (await send(cache, request('/robots.txt'), shown('[2]', 'static'))).text()).toBe('[2]');
  });

  test('sends a failure that is no outage, and what was outdated too long ago to be shown', async () => {
    isOut = false;
    const cache = createCache({ outage });
    await send(cache, request('/a'), shown('[1]', 'tools'));
    cache.invalidateAll();
    expect((await send(cache, request('/a'), unavailable)).status).toBe(503);
    isOut = true;
    expect((await send(cache, request('/a'), unavailable)).status).toBe(200);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + MAX_STALE_MS + 1);
    expect((await send(cache, request('/a'), unavailable)).status).toBe(503);
    vi.mocked(performance.now).mockRestore();
  });

  test('has given up stale responses before current ones if memory was short', async () => {
    isOut = false;
    const body = 'x'.repeat(1_000);
    const cache = createCache({ outage, maxBytes: 60_000 });
    await send(cache, request('/current'), shown(body, 'blogs'));
    for (let at = 0; at < 40; at += 1) {
      await send(cache, request(`/${at}`), shown(body, 'tools'));
      cache.invalidate(['tools']);
    }
    const { entries, stale, bytes } = cache.stats();
    expect([entries, stale > 0, bytes <= 60_000]).toEqual([1, true, true]);
    isOut = true;
    expect((await send(cache, request('/0'), unavailable)).status).toBe(503);
    expect((await send(cache, request('/39'), unavailable)).status).toBe(200);
  });
});

/** Outdates every response, and removes it as the cleanup does ten minutes later. */
function forgetAll(cache: ResponseCache): void {
  cache.invalidateAll();
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + MAX_STALE_MS + 1);
  cache.deleteExpired();
  vi.mocked(performance.now).mockRestore();
}

describe('the memory of the response cache', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  /** What earlier tests of this process have left is freed first, some of it only in a later turn. */
  const getHeld = async () => {
    for (let run = 0; run < 5; run += 1) {
      collectGarbage();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };

  test.each([
    ['3,000 short responses', 3_000, 20],
    ['1,000 responses in two encodings', 1_000, 4_000],
  ])('with %s is at most one and a half times what the cache counts', async (_what, count, length) => {
    const cache = createCache({ maxBytes: 100_000_000 });
    const policy = { 'content-security-policy': `default-src ${'x'.repeat(600)}` };
    for (let at = 0; at < count; at += 1) {
      // Random, so that compression has little effect.
      const body = randomBytes(length).toString('base64');
      const asked = request(`/a?before=${at}${'k'.repeat(150)}`, { 'accept-encoding': 'br' });
      await send(cache, asked, shown(body, `tools tool:${at}`, policy));
    }
    const { entries, bytes } = cache.stats();
    expect(entries).toBe(count);
    // What is freed with the responses is what they took. Before they were stored, others' garbage was still there.
    const full = await getHeld();
    forgetAll(cache);
    const held = full - (await getHeld());
    expect(held).toBeLessThan(bytes * 1.5);
    // The cache must not overestimate so much that memory stays unused.
    expect(held).toBeGreaterThan(bytes / 3);
  });

  test('is freed when responses expire, even if nobody requests them', async () => {
    const cache = createCache({ maxAgeMs: 20 });
    await send(cache, request('/old'), shown('[1]', 'tools'));
    await new Promise((resolve) => setTimeout(resolve, 40));
    await send(cache, request('/new'), shown('[1]', 'tools'));
    expect(cache.deleteExpired()).toBe(1);
    expect(cache.stats()).toMatchObject({ entries: 1, stale: 1 });
    forgetAll(cache);
    expect(cache.stats()).toMatchObject({ entries: 0, stale: 0, bytes: 0 });
  });

  test('does not hold empty lists', async () => {
    const cache = createCache();
    await send(cache, request('/a?before=nothing'), shown('[]', 'tools'));
    expect(cache.stats().entries).toBe(0);
  });
});

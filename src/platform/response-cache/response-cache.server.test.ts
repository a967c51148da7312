import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { CACHE_TAGS_HEADER, createResponseCache } from './response-cache.server.ts';

const request = (path: string, headers: Record<string, string> = {}) => new Request(`http://shop${path}`, { headers });

function shown(body: string, tags: string, headers: Record<string, string> = {}) {
  return async () =>
    new Response(body, { headers: { [CACHE_TAGS_HEADER]: tags, 'content-type': 'application/json', ...headers } });
}

function keptAnswers(more: { maxBytes?: number; maxAgeMs?: number; onForget?: (tags: string[]) => void } = {}) {
  return createResponseCache({ maxBytes: 1_000_000, maxAgeMs: 60_000, ...more });
}

describe('kept answers', () => {
  test('what is tagged is computed once', async () => {
    const kept = keptAnswers();
    const compute = vi.fn(shown('[1]', 'tools'));
    for (let round = 0; round < 3; round += 1)
      expect(await (await kept.getOrCompute(request('/a'), compute)).text()).toBe('[1]');
    expect(compute).toHaveBeenCalledTimes(1);
  });

  test('the tags never reach a client', async () => {
    const kept = keptAnswers();
    expect((await kept.getOrCompute(request('/a'), shown('[]', 'tools'))).headers.has(CACHE_TAGS_HEADER)).toBe(false);
    const failed = async () => new Response('no', { status: 404, headers: { [CACHE_TAGS_HEADER]: 'tools' } });
    expect((await kept.getOrCompute(request('/b'), failed)).headers.has(CACHE_TAGS_HEADER)).toBe(false);
  });

  test('what is not tagged, or not a success, is never kept', async () => {
    const kept = keptAnswers();
    await kept.getOrCompute(request('/private'), async () => new Response('mine'));
    await kept.getOrCompute(
      request('/gone'),
      async () => new Response('no', { status: 404, headers: { [CACHE_TAGS_HEADER]: 'x' } }),
    );
    expect(kept.stats().entries).toBe(0);
  });

  test('two people who ask for the same private thing at once each get their own', async () => {
    const kept = keptAnswers();
    const answers = await Promise.all(
      ['Ada', 'Bob'].map((who) => kept.getOrCompute(request('/me'), async () => new Response(who))),
    );
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['Ada', 'Bob']);
  });

  test('a change forgets what shows it and nothing else', async () => {
    const told: string[][] = [];
    const kept = keptAnswers({ onForget: (tags) => told.push(tags) });
    await kept.getOrCompute(request('/tools'), shown('[1]', 'tools tool:1'));
    await kept.getOrCompute(request('/blogs'), shown('[2]', 'blogs'));
    kept.invalidate('tool:1');
    expect(kept.stats().entries).toBe(1);
    expect(told).toEqual([['tool:1']]);
    expect(await (await kept.getOrCompute(request('/tools'), shown('[9]', 'tools'))).text()).toBe('[9]');
  });

  test('an answer that began before a change is given but not kept', async () => {
    const kept = keptAnswers();
    let finish: (response: Response) => void = () => {};
    const slow = kept.getOrCompute(
      request('/tools'),
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    kept.invalidate('tools');
    finish(await shown('[old]', 'tools')());
    expect(await (await slow).text()).toBe('[old]');
    expect(await (await kept.getOrCompute(request('/tools'), shown('[new]', 'tools'))).text()).toBe('[new]');
  });

  test('who asks after a change is not given an answer that began before it', async () => {
    const kept = keptAnswers();
    let finish: (response: Response) => void = () => {};
    const slow = kept.getOrCompute(
      request('/tools'),
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    kept.invalidate('tools');
    const after = kept.getOrCompute(request('/tools'), shown('[new]', 'tools'));
    finish(await shown('[old]', 'tools')());
    expect(await (await after).text()).toBe('[new]');
    await slow;
    expect(await (await kept.getOrCompute(request('/tools'), shown('[newer]', 'tools'))).text()).toBe('[new]');
  });

  test('its ETag is answered with 304 and the same headers, in every spelling', async () => {
    const kept = keptAnswers();
    const first = await kept.getOrCompute(
      request('/a'),
      shown('[1]', 'tools', { 'cache-control': 'public, no-cache' }),
    );
    const etag = first.headers.get('etag') ?? '';
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await kept.getOrCompute(request('/a', { 'if-none-match': condition }), shown('[1]', 'tools'));
      expect([again.status, await again.text(), again.headers.get('etag'), again.headers.get('cache-control')]).toEqual(
        [304, '', etag, 'public, no-cache'],
      );
    }
    expect((await kept.getOrCompute(request('/a', { 'if-none-match': '"other"' }), shown('[1]', 'tools'))).status).toBe(
      200,
    );
  });

  test('the same bytes are sent packed to whoever takes them packed', async () => {
    const kept = keptAnswers();
    const body = JSON.stringify(Array.from({ length: 200 }, (_, at) => ({ at })));
    const ask = async (accepted: string) => {
      const answer = await kept.getOrCompute(request('/a', { 'accept-encoding': accepted }), shown(body, 'tools'));
      return {
        encoding: answer.headers.get('content-encoding'),
        vary: answer.headers.get('vary'),
        bytes: Buffer.from(await answer.arrayBuffer()),
      };
    };
    const packed = await ask('gzip, br');
    expect([packed.encoding, packed.vary, brotliDecompressSync(packed.bytes).toString()]).toEqual([
      'br',
      'accept-encoding',
      body,
    ]);
    const gzipped = await ask('gzip, br;q=0');
    expect([gzipped.encoding, gunzipSync(gzipped.bytes).toString()]).toEqual(['gzip', body]);
    expect((await ask('identity')).encoding).toBeNull();
  });

  test('memory is bounded, and the oldest goes first', async () => {
    const kept = keptAnswers({ maxBytes: 50_000 });
    for (let at = 0; at < 50; at += 1) await kept.getOrCompute(request(`/a?${at}`), shown('x'.repeat(1_000), 'tools'));
    expect(kept.stats().bytes).toBeLessThanOrEqual(50_000);
    const newest = vi.fn(shown('again', 'tools'));
    await kept.getOrCompute(request('/a?49'), newest);
    expect(newest).not.toHaveBeenCalled();
    await kept.getOrCompute(request('/a?0'), newest);
    expect(newest).toHaveBeenCalledTimes(1);
  });

  test('what is asked for again and again stays, however much else is asked for once', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const kept = keptAnswers({ maxBytes: 50_000, maxAgeMs: 600_000 });
      const home = vi.fn(shown('home', 'tools'));
      for (let at = 0; at < 200; at += 1) {
        vi.setSystemTime(Date.now() + 1_100);
        await kept.getOrCompute(request('/home'), home);
        await kept.getOrCompute(request(`/a?${at}`), shown('x'.repeat(1_000), 'tools'));
      }
      expect(home).toHaveBeenCalledTimes(1);
    } finally {
      vi.useRealTimers();
    }
  });

  test('an answer that would push out all others is not kept', async () => {
    const kept = keptAnswers({ maxBytes: 50_000 });
    await kept.getOrCompute(request('/a'), shown('x'.repeat(10_000), 'tools'));
    expect(kept.stats().entries).toBe(0);
  });

  test('after its age limit an answer is computed again', async () => {
    const kept = keptAnswers({ maxAgeMs: -1 });
    await kept.getOrCompute(request('/a'), shown('[1]', 'tools'));
    expect(await (await kept.getOrCompute(request('/a'), shown('[2]', 'tools'))).text()).toBe('[2]');
  });

  test('everything can be forgotten at once, what is under way included', async () => {
    const kept = keptAnswers();
    await kept.getOrCompute(request('/a'), shown('[1]', 'tools'));
    let finish: (response: Response) => void = () => {};
    const slow = kept.getOrCompute(
      request('/b'),
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    kept.invalidateAll();
    finish(await shown('[old]', 'blogs')());
    await slow;
    expect(kept.stats()).toMatchObject({ entries: 0, bytes: 0 });
  });
});

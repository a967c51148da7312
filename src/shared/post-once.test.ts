import { afterEach, expect, test, vi } from 'vitest';
import { createPostOnce, makeIdempotencyKey } from './post-once.ts';

const ORDER = { toolId: 'a', quantity: 25 };

/** Sends these bodies one after another, each of which gets the next response, and returns the keys that they had. */
async function sendAll(sent: readonly [body: unknown, response: () => Response][]) {
  const keys: (string | null)[] = [];
  const responses = sent.map(([, response]) => response);
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get('idempotency-key'));
    return responses[keys.length - 1]?.();
  });
  const postOnce = createPostOnce();
  for (const [body] of sent) await postOnce('/order', body);
  return keys;
}

const placed = () => Response.json({}, { status: 201 });
const refused = () => Response.json({ code: 'price_changed' }, { status: 409 });
const failed = () => Response.json({ code: 'internal' }, { status: 500 });
const lost = () => {
  throw new TypeError('network');
};

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['was lost', lost],
  ['does not tell the outcome', failed],
])('a request whose response %s keeps its key when it is sent again unchanged', async (_what, response) => {
  const [first, second] = await sendAll([
    [ORDER, response],
    [{ ...ORDER }, placed],
  ]);
  expect(first).toMatch(/^[0-9a-f]{36}$/);
  expect(second).toBe(first);
});

test.each([
  ['succeeded', placed],
  ['was refused', refused],
])('after a request that %s, an equal one has a new key', async (_what, response) => {
  const keys = await sendAll([
    [ORDER, response],
    [ORDER, placed],
  ]);
  expect(new Set(keys).size).toBe(2);
});

test('a changed request has a new key', async () => {
  const keys = await sendAll([
    [ORDER, lost],
    [{ ...ORDER, quantity: 26 }, lost],
  ]);
  expect(new Set(keys).size).toBe(2);
});

test('no key is made twice', () => {
  expect(new Set(Array.from({ length: 100 }, makeIdempotencyKey)).size).toBe(100);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSignIns } from './pending-sign-outs.ts';

let stored: Map<string, string>;
let sent: string[];
let respond: () => Response;

beforeEach(() => {
  stored = new Map();
  sent = [];
  respond = () => Response.json({ acknowledged: true, deletedCount: 1 });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal(
    'fetch',
    async (url: string, { method, headers }: { method: string; headers: Record<string, string> }) => {
      sent.push(`${method} ${url} ${headers.authorization}`);
      return respond();
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const outages: [string, () => Response][] = [
  [
    'cannot be reached',
    () => {
      throw new TypeError('fetch failed');
    },
  ],
  ['is too busy', () => new Response(null, { status: 503 })],
];

test.each(outages)('a sign-out while the shop %s is sent later, and then removed', async (_how, misbehaving) => {
  respond = misbehaving;
  expect(await endSignIns('first')).toBe(false);
  expect(await endSignIns('second')).toBe(false);
  expect([...stored.values()].join()).toContain('first');
  sent = [];
  respond = () => Response.json({ acknowledged: true, deletedCount: 1 });
  expect(await endSignIns(null)).toBe(true);
  expect(sent).toEqual(['DELETE /api/token Bearer first', 'DELETE /api/token Bearer second']);
  expect(stored.size).toBe(0);
});

test('a token that the shop no longer knows is not sent again', async () => {
  respond = () => new Response(null, { status: 401 });
  expect(await endSignIns('over')).toBe(true);
  expect(stored.size).toBe(0);
});

test('without pending sign-outs, nothing is sent', async () => {
  expect(await endSignIns(null)).toBe(true);
  expect(sent).toEqual([]);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PROBE_SKIPPED } from '#src/platform/health-registry.server.ts';
import { type FakeServer, startFakeServer } from '#tests/support/fake-server.ts';
import { createTileProbe } from './tile-probe.server.ts';

let peer: FakeServer;
beforeAll(async () => {
  peer = await startFakeServer(
    (_heard, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(),
  );
});
afterAll(() => peer.close());
beforeEach(() => {
  peer.requests.length = 0;
});

const getLocation = () => ({ latitude: 41.505, longitude: -81.69 });
const never = () => new AbortController().signal;

test('the tile with the shop is fetched with a User-Agent, and again only after ten minutes or when forced', async () => {
  let now = 0;
  const probe = createTileProbe({
    template: `${peer.origin}/{s}/{z}/{x}/{y}{r}.png?key=k`,
    publicUrl: 'https://shop.example',
    getLocation,
    now: () => now,
  });
  for (now of [0, 30_000, 599_999]) await probe(never());
  expect(peer.requests.map(({ url, headers }) => [url, headers['user-agent'], headers.referer])).toEqual([
    ['/a/13/2237/3056.png?key=k', 'Ironmonger (https://shop.example)', 'https://shop.example/'],
  ]);
  await probe(never(), true);
  expect(peer.requests).toHaveLength(2);
  now = 1_200_000;
  await probe(never());
  expect(peer.requests).toHaveLength(3);
});

test.each<[string, FakeServer['handler'], string]>([
  [
    'responds with an error',
    (_heard, response) => void response.writeHead(403).end(),
    'The tile server responded with 403.',
  ],
  [
    'responds with a page',
    (_heard, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    'The tile server sent something that is not an image.',
  ],
  ['breaks off', (_heard, response) => void response.destroy(), 'The tile server cannot be reached.'],
  ['does not respond', () => {}, 'The tile server did not respond in time.'],
])(
  'a host that %s is reported as down for a minute, without the key in its address',
  async (_what, handler, reason) => {
    peer.handler = handler;
    let now = 0;
    const probe = createTileProbe({
      template: `${peer.origin}/{z}/{x}/{y}.png?key=canary`,
      publicUrl: 'https://shop.example',
      getLocation,
      now: () => now,
    });
    await expect(probe(AbortSignal.timeout(300))).rejects.toThrow(new Error(reason));
    now = 59_999;
    expect(await probe(never())).toBe(PROBE_SKIPPED);
    expect(peer.requests).toHaveLength(1);
    peer.handler = (_heard, response) => void response.writeHead(200, { 'content-type': 'image/webp' }).end();
    now = 60_000;
    await probe(never());
  },
);

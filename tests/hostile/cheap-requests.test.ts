import { once } from 'node:events';
import { test } from 'vitest';
import { ATTACK_MS, attack, expectUndisturbed, openSocket } from '#tests/support/hostile-kit.ts';

const toRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`;

/**
 * Keeps `inFlight` requests in progress on each of `count` connections, and reopens connections that the shop closes.
 */
async function flood(address: string, options: { count: number; inFlight: number; toPath: () => string }) {
  const { count, inFlight, toPath } = options;
  await attack(count, async () => {
    const socket = await openSocket(address);
    const send = (times: number) => socket.write(Array.from({ length: times }, () => toRequest(toPath())).join(''));
    socket.on('data', (chunk) => {
      const responses = chunk.toString('latin1').split('HTTP/1.1 ').length - 1;
      if (responses > 0) send(responses);
    });
    send(inFlight);
    const end = setTimeout(() => socket.destroy(), ATTACK_MS);
    if (!socket.destroyed) await once(socket, 'close');
    clearTimeout(end);
  });
}

/** Sends `text` on new connections, and opens the next connection as soon as there is a response. */
async function sendOnNewConnections(address: string, count: number, text: string) {
  await attack(count, async () => {
    const socket = await openSocket(address);
    if (text === '') return void socket.destroy();
    socket.write(text);
    if (!socket.destroyed) await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    socket.destroy();
  });
}

test('thirty connections that pipeline health checks do not slow down visitors', async () => {
  await expectUndisturbed(() => flood('127.0.0.2', { count: 30, inFlight: 60, toPath: () => '/healthz' }));
});

test('a thousand connections of one client do not slow down visitors', async () => {
  await expectUndisturbed(() => flood('127.0.0.3', { count: 1_000, inFlight: 1, toPath: () => '/healthz' }));
});

test('a hundred connections that request missing pages do not slow down visitors', async () => {
  let asked = 0;
  await expectUndisturbed(() =>
    flood('127.0.0.4', {
      count: 100,
      inFlight: 1,
      toPath: () => {
        asked += 1;
        return `/no-such-page-${asked}`;
      },
    }),
  );
});

test.each([
  ['open and close', '127.0.0.5', ''],
  ['send an invalid request', '127.0.0.6', '\u0001 nonsense\r\n\r\n'],
  ['send a thousand headers', '127.0.0.7', toRequest('/').replace('\r\n\r\n', `${'\r\na: b'.repeat(2_000)}\r\n\r\n`)],
  ['send thousands of requests at once', '127.0.0.8', toRequest('/healthz').repeat(1_700)],
  [
    'send a long body without a token',
    '127.0.0.9',
    `POST /api/order HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n${' '.repeat(60_000)}`,
  ],
])('a thousand connections that %s do not slow down visitors', async (_what, address, text) => {
  await expectUndisturbed(() => sendOnNewConnections(address, 1_000, text));
});

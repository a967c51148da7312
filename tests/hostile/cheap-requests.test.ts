import { once } from 'node:events';
import { test } from 'vitest';
import { ATTACK_MS, attack, expectUndisturbed, openSocket } from '#tests/support/hostile-kit.ts';

/** A request as the attackers send it, without waiting for the response of the one before. */
const toRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`;

/** Keeps `inFlight` requests under way on each of `count` connections. One that the shop ends is opened anew. */
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

test('thirty connections that pipeline health checks keep nobody waiting', async () => {
  await expectUndisturbed(() => flood('127.0.0.2', { count: 30, inFlight: 60, toPath: () => '/healthz' }));
});

test('a thousand connections of one client keep nobody waiting', async () => {
  await expectUndisturbed(() => flood('127.0.0.3', { count: 1_000, inFlight: 1, toPath: () => '/healthz' }));
});

test('a hundred connections that ask for pages that are not there keep nobody waiting', async () => {
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

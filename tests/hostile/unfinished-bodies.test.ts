import type { Socket } from 'node:net';
import { beforeAll, expect, inject, test } from 'vitest';
import { expectUndisturbed, openSocket, readShopMegabytes } from '#tests/support/hostile-kit.ts';
import { type SignedInUser, signUp } from '#tests/support/running-shop.ts';

const MEGABYTE = 1024 * 1024;
/** Together, these would take half a gigabyte of memory. */
const UPLOADS = 60;
const WAVE = 100;
const MAX_GROWTH = 150;

let users: SignedInUser[];
beforeAll(async () => {
  const { origin } = inject('hostileShop');
  const password = 'correct horse';
  users = await Promise.all(
    Array.from({ length: 5 }, (_, at) => signUp(origin, { email: `trickler${at}@example.com`, password, name: 'T' })),
  );
});

/** Sends an incomplete body, and calls `onStatus` when there is a response. */
async function sendUnfinished(address: string, head: string[], bytes: number, onStatus: (status: number) => void) {
  const socket = await openSocket(address);
  socket.once('data', (data) => onStatus(Number(/^HTTP\/1.1 (\d+)/.exec(data.toString())?.[1] ?? 0)));
  socket.write([...head, 'host: shop', `content-length: ${bytes + 100}`, '', ''].join('\r\n'));
  socket.write(Buffer.alloc(bytes, 'x'));
  return socket;
}

/**
 * Runs an attack next to a visitor until there are enough responses. Returns their statuses, and by how many MB the
 * shop grew.
 */
async function play(
  { count, responses }: { count: number; responses: number },
  send: (at: number, onStatus: (status: number) => void) => Promise<Socket>,
) {
  const before = readShopMegabytes();
  const statuses: number[] = [];
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, readShopMegabytes());
  }, 20);
  await expectUndisturbed(async () => {
    statuses.length = 0;
    const sent = Array.from({ length: count }, (_, at) => send(at, (status) => statuses.push(status)));
    const sockets = await Promise.all(sent);
    await expect.poll(() => statuses.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(responses);
    for (const socket of sockets) socket.destroy();
  });
  clearInterval(watching);
  return { statuses, growth: most - before };
}

test('sixty unfinished uploads of five accounts take little memory, and at most three places per account', async () => {
  const rejected = UPLOADS - 15;
  const { statuses, growth } = await play({ count: UPLOADS, responses: rejected }, (at, onStatus) => {
    const { token } = users[at % 5] ?? { token: '' };
    const type = 'content-type: multipart/form-data; boundary=b';
    const head = ['POST /api/images HTTP/1.1', `authorization: Bearer ${token}`, type];
    return sendUnfinished(`127.0.3.${1 + (at % 5)}`, head, 9 * MEGABYTE, onStatus);
  });
  // The uploads that have a place get no response yet.
  expect(statuses).toEqual(Array.from({ length: rejected }, () => 503));
  expect(growth).toBeLessThan(MAX_GROWTH);
});

test('three hundred unsigned messages of a megabyte each are rejected unread', async () => {
  const head = ['POST /api/webhooks/stripe HTTP/1.1', 'content-type: application/json'];
  for (let wave = 0; wave < 3; wave += 1) {
    // Many addresses, so that none exceeds its own limit.
    const { statuses, growth } = await play({ count: WAVE, responses: WAVE }, (at, onStatus) =>
      sendUnfinished(`127.0.3.${10 + (at % 20)}`, head, MEGABYTE - 200, onStatus),
    );
    expect(statuses).toEqual(Array.from({ length: WAVE }, () => 400));
    expect(growth).toBeLessThan(MAX_GROWTH);
  }
});

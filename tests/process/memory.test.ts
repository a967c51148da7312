import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningShop, removeDataDir, startShop } from '#tests/support/running-shop.ts';

let shop: RunningShop;

beforeAll(async () => {
  shop = await startShop();
  await pause(1_000);
}, 60_000);
afterAll(async () => {
  await shop.stop();
  removeDataDir(shop.dataDir);
});

/** What the shop's own process holds, in MB. */
function getResidentMegabytes(): number {
  const status = readFileSync(`/proc/${shop.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

test('a flood of addresses that nobody else asks for leaves no memory behind', { timeout: 180_000 }, async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const send = (path: string) =>
    new Promise<void>((resolve, reject) => {
      get(`${shop.origin}${path}`, { agent }, (response) => response.resume().once('end', resolve)).once(
        'error',
        reject,
      );
    });
  const atRest = getResidentMegabytes();
  const zeros = '0'.repeat(15_000);
  let left = 6_000;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      await send(`/api/blogs?before=${randomBytes(12).toString('hex')}&limit=${zeros}1`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, client));
  agent.destroy();
  expect(getResidentMegabytes()).toBeGreaterThan(atRest * 1.3);
  const limit = Math.min(atRest * 1.3, 240);
  await expect.poll(getResidentMegabytes, { timeout: 60_000, interval: 1_000 }).toBeLessThan(limit);
});

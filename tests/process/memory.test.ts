import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AVIF_BOMB, LARGEST_AVIF } from '#tests/support/image-bombs.ts';
import { type RunningShop, removeDataDir, signUp, startShop } from '#tests/support/running-shop.ts';

let shop: RunningShop;

beforeAll(async () => {
  shop = await startShop();
  await pause(1_000);
});
afterAll(async () => {
  await shop.stop();
  removeDataDir(shop.dataDir);
});

/** Returns the memory of a process in MB, or null once it is gone. `peak` is the most since its start or a reset. */
function readMegabytes(pid: number | undefined, which: 'resident' | 'peak'): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = (which === 'peak' ? /VmHWM:\s+(\d+) kB/ : /VmRSS:\s+(\d+) kB/).exec(status)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

/** The memory of the shop's own process, in MB. */
const getResidentMegabytes = () => readMegabytes(shop.process.pid, 'resident') ?? Number.NaN;

/** Lists the process ids of this shop's image processes. */
function listImageProcesses(): number[] {
  const { pid } = shop.process;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return children.map(Number).filter((child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('image-process.js');
    } catch {
      return false;
    }
  });
}

test('two images designed to use up memory are rejected, and a photo is stored right afterwards', {
  timeout: 180_000,
}, async () => {
  const ada = await signUp(shop.origin, { email: 'ada@example.com', password: 'correct horse', name: 'Ada' });
  const upload = async (bytes: Buffer) => {
    const body = new FormData();
    body.set('image', new File([new Uint8Array(bytes)], 'picture'));
    const headers = { authorization: `Bearer ${ada.token}` };
    return (await fetch(`${shop.origin}/api/images`, { method: 'POST', headers, body })).status;
  };
  const photo = await sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer();
  const bombs = [AVIF_BOMB, LARGEST_AVIF];
  expect(Math.max(...bombs.map((bomb) => bomb.length))).toBeLessThan(2_048);
  expect(listImageProcesses()).toEqual([]);
  const before = getResidentMegabytes();
  // Resets the peak memory of the shop's process.
  writeFileSync(`/proc/${shop.process.pid}/clear_refs`, '5');
  const peaks = new Map<number, number>();
  const sample = () => {
    for (const pid of listImageProcesses()) peaks.set(pid, readMegabytes(pid, 'peak') ?? peaks.get(pid) ?? 0);
  };
  for (const pair of [bombs, [LARGEST_AVIF, LARGEST_AVIF]]) {
    const timer = setInterval(sample, 100);
    const statuses = await Promise.all(pair.map(upload));
    clearInterval(timer);
    expect(statuses, shop.output()).toContain(200);
    sample();
  }
  const grown = (readMegabytes(shop.process.pid, 'peak') ?? Number.NaN) - before;
  expect(Math.max(...peaks.values()) + grown).toBeLessThan(250);
  expect(Math.max(...peaks.values())).toBeGreaterThan(150);
  expect(await upload(photo)).toBe(200);
  expect(listImageProcesses()).toHaveLength(1);
});

test('a flood of different addresses does not leave memory in use', { timeout: 180_000 }, async () => {
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

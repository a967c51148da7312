import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, inject } from 'vitest';

/** `npm run test:hostile` plays attacks for this long, in ms; `npm test` only briefly. */
export const ATTACK_MS = process.env.HOSTILE === 'long' ? 15_000 : 1_000;

/** How long anybody may wait while somebody else does their worst, in ms. */
const MAX_WAIT_MS = 1_000;
/** By how much the shop may be larger within a minute, in MB. */
const MAX_GROWTH_MB = 150;

export interface Visits {
  worstMs: number;
  medianMs: number;
  count: number;
  /** Statuses other than 200, and errors of connections. */
  failures: string[];
}

export interface Visitor {
  /** An address of this machine's loopback range: another client than the attackers. */
  address: string;
  path: string;
}

const VISITOR: Visitor = { address: '127.0.0.200', path: '/home' };

/** Visits a page again and again while `work` runs, and returns how long each visit took. */
export async function visitDuring(work: () => Promise<unknown>, visitor: Partial<Visitor> = {}): Promise<Visits> {
  const { origin } = inject('hostileShop');
  const workerData = { ...VISITOR, ...visitor, origin, pauseMs: 20 };
  const thread = new Worker(new URL('./visitor.mjs', import.meta.url), { workerData });
  await once(thread, 'online');
  // The first visits of a quiet shop come before whatever the work does.
  await pause(100);
  try {
    await work();
  } finally {
    thread.postMessage('end');
  }
  const [{ waits, failures }] = (await once(thread, 'message')) as [{ waits: number[]; failures: string[] }];
  const sorted = waits.toSorted((one, other) => one - other);
  return {
    worstMs: sorted.at(-1) ?? Number.NaN,
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    count: waits.length,
    failures,
  };
}

/**
 * Fails where a visitor was refused, or waited for more than a second and three times the worst of a quiet shop. Fails
 * where the shop takes much more memory than before.
 */
export async function expectUndisturbed(work: () => Promise<unknown>, visitor: Partial<Visitor> = {}): Promise<Visits> {
  const quiet = await visitDuring(() => pause(300), visitor);
  const before = readShopMegabytes();
  const disturbed = await visitDuring(work, visitor);
  // At once, or when the garbage of the attack was collected.
  const growth = () => readShopMegabytes() - before;
  await expect.poll(growth, { timeout: 60_000, interval: 500 }).toBeLessThan(MAX_GROWTH_MB);
  expect(disturbed.failures).toEqual([]);
  expect(disturbed.worstMs).toBeLessThan(Math.max(MAX_WAIT_MS, 3 * quiet.worstMs));
  return disturbed;
}

export interface Sent {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends one request from an address of the loopback range. Rejects where the connection ends without a response. */
export function sendFrom(
  address: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Sent> {
  const { origin } = inject('hostileShop');
  const { method = 'GET', headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { method, headers, localAddress: address, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** A connection from an address of the loopback range. Its errors are expected. */
export async function openSocket(address: string): Promise<Socket> {
  const { hostname, port } = new URL(inject('hostileShop').origin);
  const socket = connect({ host: hostname, port: Number(port), localAddress: address });
  socket.on('error', () => {});
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
}

/** Keeps `count` copies of an endless task going for the time of an attack. */
export async function attack(count: number, task: (at: number) => Promise<unknown>, durationMs = ATTACK_MS) {
  const end = performance.now() + durationMs;
  await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      while (performance.now() < end) {
        // Whatever the shop does with an attacker, the next try follows.
        await task(at).catch(() => pause(5));
      }
    }),
  );
}

/** What the shop's process holds, in MB. */
export function readShopMegabytes(): number {
  const status = readFileSync(`/proc/${inject('hostileShop').pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

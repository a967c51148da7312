import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, inject } from 'vitest';
import { measureSlowdown } from './machine-speed.ts';

/** How long attacks last, in ms: long in `npm run test:hostile`, short in `npm test`. */
export const ATTACK_MS = process.env.HOSTILE === 'long' ? 15_000 : 1_000;

/** How long a visitor may wait during an attack, in ms. */
const MAX_WAIT_MS = 1_000;
/** How much more memory the shop may use a minute after an attack, in MB. */
const MAX_GROWTH_MB = 150;

export interface Visits {
  worstMs: number;
  medianMs: number;
  count: number;
  /** Statuses other than 200, and errors of connections. */
  failures: string[];
}

export interface Visitor {
  /** An address in the loopback range, different from the attackers' addresses. */
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
  // The first visits happen before the work begins.
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
 * Fails if a visitor gets an error, or waits for more than a second (longer on a slower machine) and more than three times the longest wait without
 * load. Also fails if the shop uses much more memory than before.
 */
export async function expectUndisturbed(work: () => Promise<unknown>, visitor: Partial<Visitor> = {}): Promise<Visits> {
  for (let attempt = 1; ; attempt += 1) {
    const quiet = await visitDuring(() => pause(300), visitor);
    const before = readShopMegabytes();
    const disturbed = await visitDuring(work, visitor);
    // Memory shrinks at once, or after garbage collection.
    const growth = () => readShopMegabytes() - before;
    await expect.poll(growth, { timeout: 60_000, interval: 500 }).toBeLessThan(MAX_GROWTH_MB);
    expect(disturbed.failures).toEqual([]);
    const most = Math.max(MAX_WAIT_MS * measureSlowdown(), 3 * quiet.worstMs);
    // The machine may have been busy with something else. An attack that makes visitors wait does so again.
    if (attempt === 1 && disturbed.worstMs >= most) continue;
    expect(disturbed.worstMs).toBeLessThan(most);
    return disturbed;
  }
}

export interface Sent {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends one request from an address in the loopback range. Rejects if the connection closes without a response. */
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

/** Opens a connection from an address in the loopback range, and ignores its errors. */
export async function openSocket(address: string): Promise<Socket> {
  const { hostname, port } = new URL(inject('hostileShop').origin);
  const socket = connect({ host: hostname, port: Number(port), localAddress: address });
  socket.on('error', () => {});
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  return socket;
}

/** Repeats a task in `count` parallel loops for the duration of an attack. */
export async function attack(count: number, task: (at: number) => Promise<unknown>, durationMs = ATTACK_MS) {
  const end = performance.now() + durationMs;
  await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      while (performance.now() < end) {
        // The attack goes on, no matter how the shop responds.
        await task(at).catch(() => pause(5));
      }
    }),
  );
}

/** Returns the memory of the shop's process, in MB. */
export function readShopMegabytes(): number {
  const status = readFileSync(`/proc/${inject('hostileShop').pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProcesses } from '#src/platform/postgres/processes.server.ts';
import {
  makeDataDir,
  type RunningShop,
  removeDataDir,
  sendRequest,
  signInAdmin,
  startShop,
} from '#tests/support/running-shop.ts';

const dataDir = makeDataDir();
const env = { WORKERS: '2', RATE_LIMITS: 'on', METRICS_TOKEN: 'token-of-the-metrics', LOG_LEVEL: 'info' };
let shop: RunningShop;

beforeAll(async () => {
  shop = await startShop({ dataDir, env });
  while ((await countServing()) < 2) await pause(100);
});

afterAll(async () => {
  await shop.stop('SIGKILL');
  // Its database may have outlived it.
  await (await startShop({ dataDir })).stop();
  removeDataDir(dataDir);
});

interface Response {
  status: number;
  body: string;
}

/** A client with a single connection, which therefore leads to the same worker until it closes. */
class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #socket: Socket | null = null;

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return new Promise((resolve, reject) => {
      const sent = request(`${shop.origin}${path}`, { agent: this.#agent, headers }, async (incoming) => {
        resolve({ status: incoming.statusCode ?? 0, body: await read(incoming) });
      });
      sent.on('socket', (socket) => {
        this.#socket = socket;
      });
      sent.on('error', reject);
      sent.end();
    });
  }

  /** The process at the other end of its connection. */
  async findWorker(): Promise<number | undefined> {
    await this.get('/healthz');
    const toHex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0');
    const shopPort = Number(new URL(shop.origin).port);
    const ends = `:${toHex(shopPort)} 0100007F:${toHex(this.#socket?.localPort ?? 0)} `;
    const line = readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .find((row) => row.includes(ends));
    const inode = line?.trim().split(/ +/)[9];
    return listWorkers().find((pid) => listFiles(pid).includes(`socket:[${inode}]`));
  }

  close(): void {
    this.#agent.destroy();
  }
}

async function read(incoming: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
  return body;
}

/** The worker processes of the shop. Its parent also has PostgreSQL as a child. */
function listWorkers(): number[] {
  const { pid } = shop.process;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return children.filter((child) => readText(`/proc/${child}/cmdline`).includes('server.js'));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function listFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(join(folder, name))];
    } catch {
      return [];
    }
  });
}

/** Opens connections until each worker has one. */
async function openClients(): Promise<[Client, Client]> {
  const clients = new Map<number, Client>();
  for (let trial = 0; trial < 6 && clients.size < 2; trial += 1) {
    const client = new Client();
    const worker = await client.findWorker();
    if (!worker || clients.has(worker)) client.close();
    else clients.set(worker, client);
  }
  const [one, two] = [...clients.values()];
  if (!one || !two) throw new Error('only one worker accepts connections');
  return [one, two];
}

const authorization = `Bearer ${env.METRICS_TOKEN}`;

async function readMetric(client: Client, name: string): Promise<number> {
  const { body } = await client.get('/metrics', { authorization });
  const lines = body.split('\n').filter((line) => line.startsWith(name));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

async function countServing(): Promise<number> {
  const client = new Client();
  try {
    return await readMetric(client, 'shop_workers');
  } finally {
    client.close();
  }
}

/** Sends requests on kept and on new connections while `work` runs, and returns those that were not responded to. */
async function findFailures(work: () => Promise<void>): Promise<{ failures: unknown[]; sent: number }> {
  const failures: unknown[] = [];
  let isDone = false;
  let sent = 0;
  const send = async (opensEach: boolean) => {
    let client = new Client();
    while (!isDone) {
      sent += 1;
      const { status } = await client.get('/api/tools?limit=1').catch((error: unknown) => ({ status: error }));
      if (status !== 200) failures.push(status);
      await pause(15);
      if (opensEach) {
        client.close();
        client = new Client();
      }
    }
    client.close();
  };
  const clients = [send(false), send(false), send(true), send(true)];
  await work();
  isDone = true;
  await Promise.all(clients);
  return { failures, sent };
}

test('a change through one worker is shown by the other at once, and the metrics of both are added up', async () => {
  const [one, two] = await openClients();
  const admin = await signInAdmin(shop.origin);
  const [tool] = JSON.parse((await two.get('/api/tools?limit=1')).body) as [{ _id: string; version: number }];
  const path = `/api/tools/${tool._id}`;
  const before = await readMetric(one, 'http_requests_total{method="GET",route="(cached)"');
  for (const client of [one, one, two, two, two]) expect((await client.get(path)).status).toBe(200);
  // Each worker computes it once.
  for (const client of [one, two])
    expect(await readMetric(client, 'http_requests_total{method="GET",route="(cached)"')).toBe(before + 3);

  const change = { version: tool.version, balance: 987.65, volumePrices: [] };
  await sendRequest('PATCH', `${shop.origin}${path}`, change, admin);
  for (const client of [one, two])
    await expect.poll(async () => JSON.parse((await client.get(path)).body).balance, { interval: 5 }).toBe(987.65);
  for (const client of [one, two]) client.close();
});

test('a client whose requests are spread over two workers has a limit only once', async () => {
  const [one, two] = await openClients();
  const statuses: number[] = [];
  // The limit is 100 in ten seconds, and neither worker alone gets as many. A busy machine may need several windows.
  let begunAt: number;
  do {
    begunAt = performance.now();
    statuses.length = 0;
    for (let at = 0; at < 75; at += 1) {
      for (const client of [one, two]) statuses.push((await client.get('/healthz')).status);
      // Workers share their counts every 50 ms, which a fast machine would outrun.
      if (at % 5 === 4) await pause(100);
    }
  } while (performance.now() - begunAt > 9_000);
  expect(statuses.filter((status) => status === 200).length).toBeLessThan(120);
  expect(statuses.at(-1)).toBe(429);
  for (const client of [one, two]) client.close();
});

test('a killed worker is replaced while the other one serves', async () => {
  const [killed] = listWorkers() as [number];
  const { failures, sent } = await findFailures(async () => {
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => listWorkers().includes(killed)).toBe(false);
    await expect.poll(countServing, { timeout: 60_000 }).toBe(2);
  });
  // What the killed worker was working on is lost: at most one request of each of the four clients.
  expect(failures.length).toBeLessThanOrEqual(4);
  expect(sent).toBeGreaterThan(20);
  expect(shop.output()).toContain('a worker ended unexpectedly and is being replaced');
});

test('a worker that hangs is noticed and replaced', async () => {
  const [hanging] = listWorkers() as [number];
  process.kill(hanging, 'SIGSTOP');
  await expect.poll(() => listWorkers().includes(hanging), { timeout: 60_000 }).toBe(false);
  expect(shop.output()).toContain('a worker does not respond and was killed');
  await expect.poll(countServing, { timeout: 60_000 }).toBe(2);
});

test('SIGHUP replaces all workers, and no request is refused or cut', async () => {
  const old = listWorkers();
  const { failures, sent } = await findFailures(async () => {
    shop.process.kill('SIGHUP');
    await expect.poll(() => shop.output(), { timeout: 120_000 }).toContain('all workers were replaced');
  });
  expect(failures).toEqual([]);
  expect(sent).toBeGreaterThan(100);
  expect(listWorkers().filter((pid) => old.includes(pid))).toEqual([]);
  expect(listWorkers()).toHaveLength(2);
  // What the former workers have counted is still in the sums.
  const client = new Client();
  expect(await readMetric(client, 'http_requests_total')).toBeGreaterThan(sent);
  client.close();
});

test('workers end when their parent is killed, and after SIGTERM nothing is left', async () => {
  const workers = listWorkers();
  await shop.stop('SIGKILL');
  const isAlive = (pid: number) => readText(`/proc/${pid}/cmdline`).includes('server.js');
  await expect.poll(() => workers.filter(isAlive)).toEqual([]);
  shop = await startShop({ dataDir, env });
  const next = listWorkers();
  expect(await shop.stop('SIGTERM')).toBe(0);
  expect(findProcesses(join(dataDir, 'postgres'))).toEqual([]);
  expect(next.filter(isAlive)).toEqual([]);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import sharp from 'sharp';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { LARGEST_AVIF } from '#tests/support/image-bombs.ts';
import { createImageProcess, type ImageLimits, type ImageProcess } from './image-process.server.ts';

const MEGABYTE = 1024 * 1024;
/** Long enough for a busy machine. */
const PATIENT = { timeout: 10_000, interval: 20 };
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } });
const isAlive = (pid: number) => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

let photo: Buffer;
beforeAll(async () => {
  photo = await picture(1_200, 900).jpeg().toBuffer();
});

const log = { debug: vi.fn(), warn: vi.fn(), error: vi.fn() };
const running: ImageProcess[] = [];
afterEach(async () => {
  for (const imageProcess of running.splice(0)) await imageProcess.stop();
  vi.resetAllMocks();
});

function start(limits: Partial<ImageLimits> = {}) {
  const imageProcess = createImageProcess({ log, limits });
  running.push(imageProcess);
  const encode = async (format: string, bytes: Uint8Array, network = '192.0.2.1', signal?: AbortSignal) => {
    const options = { format, maxSide: 1_600, variants: [{ width: 400, maxBytes: 40_000 }] };
    const outcome = await imageProcess.encode({ network, signal }, options, bytes, { format, bytes: bytes.length });
    return 'done' in outcome ? `${outcome.done.head.width}x${outcome.done.head.height}` : outcome.failed;
  };
  const getPid = () => {
    if (imageProcess.pid === undefined) throw new Error('no image process runs');
    return imageProcess.pid;
  };
  return { imageProcess, encode, getPid };
}

test('has no environment, files or sockets of the shop, and low priority', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://canary');
  const { encode, getPid } = start();
  expect(await encode('jpeg', photo)).toBe('1200x900');
  const at = `/proc/${getPid()}`;
  const names = readFileSync(`${at}/environ`, 'utf8')
    .split('\0')
    .map((entry) => entry.split('=')[0] ?? '');
  expect(names.filter((name) => !/^(PATH|PWD|OLDPWD|_|SHLVL|UV_\w+|MALLOC_\w+|)$/.test(name))).toEqual([]);
  expect(readlinkSync(`${at}/cwd`)).toBe('/');
  const opened = readdirSync(`${at}/fd`).map((fd) => [Number(fd), readlinkSync(`${at}/fd/${fd}`)] as const);
  const beyondStdio = opened.filter(([fd, target]) => fd > 2 && !/^anon_inode:|^pipe:|^\/dev\/null$/.test(target));
  expect(beyondStdio).toEqual([]);
  expect(readFileSync(`${at}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]).toBe('5');
});

test.runIf(process.platform === 'linux')('an image that takes too much processor time is given up', async () => {
  const { encode } = start({ timeoutMs: 50 });
  expect(await encode('avif', LARGEST_AVIF)).toBe('unreadable');
  expect(log.warn.mock.lastCall?.[0]).toMatchObject({ reason: 'time', format: 'avif' });
});

test.runIf(process.platform === 'linux')(
  'time that a busy machine does not give the process is not the image’s',
  async () => {
    const { encode, getPid } = start({ timeoutMs: 1_000 });
    await encode('jpeg', photo);
    const pid = getPid();
    process.kill(pid, 'SIGSTOP');
    const waiting = encode('jpeg', photo);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    process.kill(pid, 'SIGCONT');
    expect(await waiting).toBe('1200x900');
    expect(getPid()).toBe(pid);
  },
);

test('an image that keeps the others waiting too long ends the process, and the next one is decoded', async () => {
  const { encode, getPid } = start({ timeoutMs: 2_000, maxWaitMs: 3_000 });
  // A stopped process hangs like a decoder in an endless loop.
  const first = encode('avif', LARGEST_AVIF);
  await expect.poll(() => log.debug.mock.calls.length, PATIENT).toBe(1);
  const pid = getPid();
  process.kill(pid, 'SIGSTOP');
  expect(await first).toBe('unreadable');
  expect(isAlive(pid)).toBe(false);
  expect(log.warn.mock.lastCall?.[0]).toMatchObject({ reason: 'time', format: 'avif', bytes: LARGEST_AVIF.length });
  expect(await encode('jpeg', await picture(20, 20).jpeg().toBuffer())).toBe('20x20');
});

test('an image that takes too much memory ends the process, and the next one is decoded', async () => {
  const { encode } = start({ maxResidentBytes: 110 * MEGABYTE });
  expect(await encode('avif', LARGEST_AVIF)).toBe('unreadable');
  expect(log.warn.mock.lastCall?.[0]).toMatchObject({ reason: 'memory', format: 'avif' });
  expect(log.warn.mock.lastCall?.[0].residentBytes).toBeLessThan(160 * MEGABYTE);
  expect(await encode('jpeg', photo)).toBe('1200x900');
});

test.runIf(process.platform === 'linux')('the operating system itself limits its memory', async () => {
  const { encode, getPid } = start({ maxDataBytes: 100 * MEGABYTE, maxResidentBytes: 1_000 * MEGABYTE });
  expect(await encode('jpeg', photo)).toBe('1200x900');
  const limits = readFileSync(`/proc/${getPid()}/limits`, 'utf8');
  expect(limits).toMatch(new RegExp(`Max data size\\s+${100 * MEGABYTE} `));
  expect(await encode('avif', LARGEST_AVIF)).toBe('unreadable');
  expect(await encode('jpeg', photo)).toBe('1200x900');
});

test('a process that has died is replaced', async () => {
  const { encode, getPid } = start();
  await encode('jpeg', photo);
  const pid = getPid();
  process.kill(pid, 'SIGKILL');
  expect(await encode('jpeg', photo)).toBe('1200x900');
  expect(getPid()).not.toBe(pid);
});

test('an idle process exits, and so does the process of a shop that stops', async () => {
  const { imageProcess, encode, getPid } = start({ idleMs: 50 });
  await encode('jpeg', photo);
  const pid = getPid();
  await expect.poll(() => isAlive(pid), PATIENT).toBe(false);
  expect(imageProcess.pid).toBeUndefined();
  const waiting = encode('jpeg', photo);
  await expect.poll(() => imageProcess.pid, PATIENT).toBeDefined();
  const second = getPid();
  await imageProcess.stop();
  expect(isAlive(second)).toBe(false);
  expect([await waiting, await encode('jpeg', photo)]).toEqual(['busy', 'busy']);
  expect(log.error).not.toHaveBeenCalled();
});

test('one image is decoded at a time, few wait, and drawings do not wait for them', async () => {
  const { imageProcess, encode } = start({ maxUploadsPerNetwork: 3 });
  const order: string[] = [];
  const uploads = Array.from({ length: 6 }, async () => order.push(await encode('jpeg', photo)));
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const drawn = imageProcess.draw({}, [drawing], {}).then((outcome) => order.push(Object.keys(outcome)[0] ?? ''));
  await Promise.all([...uploads, drawn]);
  expect(order).toEqual(['busy', 'busy', 'busy', '1200x900', 'done', '1200x900', '1200x900']);
});

test('a network gets only its share, and another one’s upload comes before its remaining ones', async () => {
  const { encode, getPid } = start({ maxUploadsPerNetwork: 3 });
  await encode('jpeg', photo);
  const pid = getPid();
  process.kill(pid, 'SIGSTOP');
  const order: string[] = [];
  const send = async (network: string) => order.push(`${network} ${await encode('jpeg', photo, network)}`);
  const admitted = ['greedy', 'greedy', 'greedy'].map(send);
  await send('greedy');
  expect(order).toEqual(['greedy busy']);
  admitted.push(send('other'));
  process.kill(pid, 'SIGCONT');
  await Promise.all(admitted);
  expect(order.slice(1)).toEqual(['greedy 1200x900', 'greedy 1200x900', 'other 1200x900', 'greedy 1200x900']);
});

test('an upload whose client leaves gives up its place', async () => {
  const { encode, getPid } = start({ maxUploadsPerNetwork: 2 });
  await encode('jpeg', photo);
  const pid = getPid();
  process.kill(pid, 'SIGSTOP');
  const inWork = encode('jpeg', photo);
  const left = new AbortController();
  const waiting = encode('jpeg', photo, undefined, left.signal);
  left.abort();
  expect(await waiting).toBe('busy');
  const next = encode('jpeg', photo);
  process.kill(pid, 'SIGCONT');
  expect(await Promise.all([inWork, next])).toEqual(['1200x900', '1200x900']);
});

test('bytes that begin like one format and continue as another are rejected', async () => {
  const { encode } = start();
  expect(await encode('png', photo)).toBe('unreadable');
  expect(await encode('avif', photo.subarray(0, 100))).toBe('unreadable');
});

test('the process exits when its shop is killed', async () => {
  const program = `
    const { createImageProcess } = await import(${JSON.stringify(new URL('./image-process.server.ts', import.meta.url).href)});
    const log = { debug() {}, warn() {}, error() {} };
    const imageProcess = createImageProcess({ log });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await imageProcess.draw({}, [svg], {});
    console.log(imageProcess.pid);
    setInterval(() => {}, 1_000);`;
  const shop = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(shop.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString());
  expect(isAlive(pid)).toBe(true);
  shop.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), PATIENT).toBe(false);
});

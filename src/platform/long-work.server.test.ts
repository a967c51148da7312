import { beforeEach, expect, test, vi } from 'vitest';
import { createMemoryRelease } from './long-work.server.ts';

const MEGABYTE = 1024 * 1024;

let megabytes: number;
const collect = vi.fn<(type?: 'major' | 'minor') => Promise<void>>();
let freeMemory: () => Promise<void>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  collect.mockReset();
  freeMemory = createMemoryRelease(() => megabytes * MEGABYTE, collect);
  return () => void vi.useRealTimers();
});

/** Runs a step of a job a second later. Returns whether all unused memory was freed after it. */
async function runStep(now: number): Promise<boolean> {
  vi.advanceTimersByTime(1_000);
  megabytes = now;
  collect.mockClear();
  await freeMemory();
  expect(collect).toHaveBeenCalledWith('minor');
  return collect.mock.calls.some(([type]) => type === 'major');
}

test('a job of a process that needs little memory frees only what its steps left', async () => {
  expect([await runStep(120), await runStep(199)]).toEqual([false, false]);
});

test('a process that needs more than the limit frees all unused memory once, and again when it has grown', async () => {
  expect([await runStep(240), await runStep(240), await runStep(255)]).toEqual([true, false, false]);
  expect([await runStep(256), await runStep(271)]).toEqual([true, false]);
});

test('memory that the system gets back later counts as freed', async () => {
  expect([await runStep(300), await runStep(210), await runStep(225)]).toEqual([true, false, false]);
  expect(await runStep(226)).toBe(true);
});

test('all unused memory is freed at most every 400 ms', async () => {
  expect(await runStep(240)).toBe(true);
  megabytes = 300;
  collect.mockClear();
  vi.advanceTimersByTime(399);
  await freeMemory();
  expect(collect.mock.calls).toEqual([['minor']]);
  vi.advanceTimersByTime(1);
  await freeMemory();
  expect(collect.mock.calls).toEqual([['minor'], ['minor'], ['major']]);
});

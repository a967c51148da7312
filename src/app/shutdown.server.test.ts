import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '#src/platform/log.server.ts';
import { createShutdownStack } from './shutdown.server.ts';

const EVENTS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect', 'uncaughtException', 'unhandledRejection'] as const;
const listeners = new Map(EVENTS.map((event) => [event, process.listeners(event as 'SIGTERM')]));

afterEach(() => {
  for (const [event, before] of listeners)
    for (const listener of process.listeners(event as 'SIGTERM'))
      if (!before.includes(listener)) process.off(event, listener as () => void);
});

test('a step that hangs or fails does not prevent later steps, and the last one has its own time limit', async () => {
  const shutdown = createShutdownStack(createLog('silent'), { orderlyMs: 300, lastMs: 60_000 });
  const closed: string[] = [];
  let leftToDatabase = 0;
  shutdown.add(
    (leftMs) => {
      leftToDatabase = leftMs;
      closed.push('database');
    },
    { last: true },
  );
  shutdown.add(() => void closed.push('cards'));
  shutdown.add(() => new Promise<never>(() => {}));
  shutdown.add(() => {
    throw new Error('broken');
  });
  shutdown.add(() => void closed.push('requests'));
  await shutdown.run();
  expect(closed).toEqual(['requests', 'cards', 'database']);
  expect(leftToDatabase).toBeGreaterThan(1_000);
});

describe('a delay before the shutdown', () => {
  /** Sets up a delay, and notes in their order what a signal leads to. */
  function setUp(delayMs: number): { happened: string[] } {
    const happened: string[] = [];
    const shutdown = createShutdownStack(createLog('silent'));
    shutdown.add(() => void happened.push('closed'));
    shutdown.delay(delayMs, () => happened.push('draining'));
    vi.spyOn(process, 'exit').mockImplementation((code) => void happened.push(`exit ${code}`) as never);
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    return { happened };
  }

  test('lets a balancer notice after SIGTERM', async () => {
    const { happened } = setUp(300);
    process.emit('SIGTERM', 'SIGTERM');
    expect(happened).toEqual(['draining']);
    // The launcher and a process manager may both send the signal.
    process.emit('SIGTERM', 'SIGTERM');
    await pause(0);
    expect(happened).toEqual(['draining']);
    await expect.poll(() => happened).toEqual(['draining', 'closed', 'exit 0']);
  });

  test('is ended by a further signal, however many came just before it', async () => {
    const { happened } = setUp(3_600_000);
    process.emit('SIGTERM', 'SIGTERM');
    const first = performance.now();
    const clock = vi.spyOn(performance, 'now');
    for (const afterMs of [1_000, 2_000]) {
      clock.mockImplementation(() => first + afterMs);
      process.emit('SIGTERM', 'SIGTERM');
    }
    await expect.poll(() => happened).toEqual(['draining', 'closed', 'exit 0']);
  });

  test('is left out after Ctrl-C', async () => {
    const { happened } = setUp(3_600_000);
    process.emit('SIGINT', 'SIGINT');
    await expect.poll(() => happened).toEqual(['closed', 'exit 0']);
  });
});

test('SIGHUP can ask for something else than the end', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  let asked = 0;
  createShutdownStack(createLog('silent'), undefined, {
    onHangup() {
      asked += 1;
    },
  });
  process.emit('SIGHUP', 'SIGHUP');
  await pause(10);
  expect([asked, exit.mock.calls]).toEqual([1, []]);
});

test('a worker leaves the signals of a terminal to its parent', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  createShutdownStack(createLog('silent'), undefined, { isWorker: true });
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.emit(signal, signal);
  await pause(10);
  expect(exit.mock.calls).toEqual([]);
  process.emit('SIGTERM', 'SIGTERM');
  await expect.poll(() => exit.mock.calls).toEqual([[0]]);
});

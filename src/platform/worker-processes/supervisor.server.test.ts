import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { FromWorker, ToWorker } from './messages.ts';
import { createSupervisor, type Supervisor, type WorkerProcess } from './supervisor.server.ts';

interface FakeWorker extends WorkerProcess {
  received: string[];
  say(message: FromWorker): void;
  exit(): void;
  /** Sends no more beats. */
  hang(): void;
}

const supervisors: Supervisor[] = [];
afterEach(async () => {
  for (const supervisor of supervisors.splice(0)) await supervisor.stop(0);
});

const TIMES = { beatMs: 10, retireMs: 1_000, firstDelayMs: 1, maxDelayMs: 4, provenMs: 60_000 };

/** `canStart`: whether the nth worker begins to serve; otherwise it ends at once. */
function supervise(count: number, canStart: (id: number) => boolean = () => true) {
  const workers: FakeWorker[] = [];
  const logged: string[] = [];
  let hopeless = 0;
  function fork(): FakeWorker {
    const id = workers.length + 1;
    let onMessage = (_message: FromWorker) => {};
    let onExit = (_code: number | null, _signal: string | null) => {};
    const beats = setInterval(() => onMessage({ kind: 'beat' }), 5);
    const worker: FakeWorker = {
      id,
      pid: id,
      received: [],
      send(message: ToWorker) {
        worker.received.push(message.kind);
        if (message.kind === 'stop' || message.kind === 'retire') worker.exit();
      },
      kill() {
        worker.received.push('kill');
        worker.exit();
      },
      onMessage(listener) {
        onMessage = listener;
      },
      onExit(listener) {
        onExit = listener;
      },
      say: (message) => onMessage(message),
      hang: () => clearInterval(beats),
      exit() {
        clearInterval(beats);
        setImmediate(() => onExit(1, null));
      },
    };
    workers.push(worker);
    setImmediate(() => (canStart(id) ? worker.say({ kind: 'ready' }) : worker.exit()));
    return worker;
  }
  const write = (_fields: object, message: string) => void logged.push(message);
  const supervisor = createSupervisor({
    count,
    fork,
    log: { info: write, warn: write, error: write },
    onMessage: () => {},
    onExit: () => {},
    onHopeless: () => {
      hopeless += 1;
    },
    times: TIMES,
  });
  supervisors.push(supervisor);
  return { supervisor, workers, logged, countHopeless: () => hopeless };
}

test('a shop whose first worker cannot start does not try others', async () => {
  const { supervisor, workers } = supervise(3, () => false);
  expect(await supervisor.start()).toBe(false);
  await pause(30);
  expect(workers).toHaveLength(1);
});

test('a worker that keeps ending is started again after longer and longer delays, while another one serves', async () => {
  const { supervisor, workers, countHopeless } = supervise(2, (id) => id !== 2 && (id < 4 || id > 14));
  await supervisor.start();
  await expect.poll(() => supervisor.size).toBe(2);
  workers[0]?.exit();
  await expect.poll(() => workers.length, { timeout: 5_000 }).toBe(15);
  await expect.poll(() => supervisor.size).toBe(2);
  expect(countHopeless()).toBe(0);
});

test('if no worker serves and none can be started any more, the parent learns of it', async () => {
  const { supervisor, workers, countHopeless } = supervise(1, (id) => id === 1);
  await supervisor.start();
  workers[0]?.exit();
  await expect.poll(countHopeless, { timeout: 5_000 }).toBe(1);
  expect(workers).toHaveLength(9);
});

test('a worker that says nothing for ten beats is killed and replaced', async () => {
  const { supervisor, workers } = supervise(1);
  await supervisor.start();
  const [hanging] = workers;
  hanging?.hang();
  await expect.poll(() => hanging?.received).toEqual(['kill']);
  await expect.poll(() => workers.length).toBe(2);
  await expect.poll(() => supervisor.size).toBe(1);
  await pause(200);
  expect(workers).toHaveLength(2);
});

test('a rolling restart whose new worker cannot start leaves the old ones alone', async () => {
  const { supervisor, workers, logged } = supervise(2, (id) => id < 3);
  await supervisor.start();
  await expect.poll(() => supervisor.size).toBe(2);
  await supervisor.roll();
  expect(supervisor.size).toBe(2);
  expect(workers.slice(0, 2).flatMap(({ received }) => received)).toEqual([]);
  expect(logged).toContain('a new worker could not be started, and the others stay');
});

test('a rolling restart ends each worker only after its successor serves, even if one ends meanwhile', async () => {
  const { supervisor, workers } = supervise(3);
  await supervisor.start();
  await expect.poll(() => supervisor.size).toBe(3);
  const sizes: number[] = [];
  const watching = setInterval(() => sizes.push(supervisor.size), 1);
  const rolled = supervisor.roll();
  workers[2]?.exit();
  await rolled;
  clearInterval(watching);
  await expect.poll(() => supervisor.size).toBe(3);
  expect(workers.slice(0, 2).every(({ received }) => received.includes('retire'))).toBe(true);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(2);
});

import { expect, test } from 'vitest';
import { createWindowCounter } from '../http/window-counter.server.ts';
import { createTimeBudgets } from '../time-budgets.server.ts';
import { type CountSharing, createCountSharing, divideAmongWorkers } from './count-sharing.server.ts';

/** Two workers whose messages arrive at once. */
function pair(): [CountSharing, CountSharing] {
  const one = createCountSharing(2, (counts) => two.receive(counts));
  const two = createCountSharing(2, (counts) => one.receive(counts));
  return [one, two];
}

test('what two workers count within a window is one sum in both', async () => {
  const [one, two] = pair().map((sharing) => createWindowCounter(60_000, 'requests', sharing));
  for (let at = 0; at < 7; at += 1) one?.add('192.0.2.1');
  two?.add('192.0.2.1', 5);
  two?.add('192.0.2.2');
  await expect.poll(() => [one, two].map((counter) => counter?.get('192.0.2.1'))).toEqual([12, 12]);
  expect([one, two].map((counter) => counter?.get('192.0.2.2'))).toEqual([1, 1]);
});

test('time that one worker has spent on a client counts in the other', async () => {
  const [one, two] = pair().map((sharing) => {
    let workedMs = 0;
    const clock = { now: () => 0, readWorkTime: () => (workedMs += 300) };
    return createTimeBudgets({ burstMs: 500, msPerSecond: 1, maxClients: 10 }, clock, sharing);
  });
  await one?.measure('192.0.2.1', async () => {});
  await two?.measure('192.0.2.1', async () => {});
  await expect.poll(() => [one, two].map((budgets) => budgets?.getWait('192.0.2.1') !== null)).toEqual([true, true]);
});

test('what happens at the same time is told in one message', async () => {
  const sent: unknown[] = [];
  const tell = createCountSharing(2, (counts) => sent.push(counts)).share('requests', () => {});
  for (let at = 0; at < 1_000; at += 1) tell('192.0.2.1', 1);
  await expect.poll(() => sent).toEqual([[['requests', '192.0.2.1', 1_000]]]);
});

test('a client’s part of a limit is never zero', () => {
  expect(
    [1, 2, 64].map((workers) =>
      divideAmongWorkers(
        10,
        createCountSharing(workers, () => {}),
      ),
    ),
  ).toEqual([10, 5, 1]);
});

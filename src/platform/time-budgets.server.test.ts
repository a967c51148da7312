import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { getRequestClient, runForNetwork } from './request-client.server.ts';
import { createTimeBudgets } from './time-budgets.server.ts';

/** Budgets by a clock that only the test moves. */
function createTestBudgets(maxClients = 10) {
  let now = 0;
  const budgets = createTimeBudgets(
    { burstMs: 1_000, msPerSecond: 100, maxClients },
    { now: () => now, readWorkTime: () => now },
  );
  const wait = (ms: number) => {
    now += ms;
  };
  return {
    ...budgets,
    wait,
    spend: (client: string, ms: number) => budgets.measure(client, async () => wait(ms)),
  };
}

test('who has spent a budget waits until so much of it has come back', async () => {
  const { getWait, spend, wait } = createTestBudgets();
  await spend('eve', 999);
  expect(getWait('eve')).toBeNull();
  await spend('eve', 500);
  // What came back meanwhile is 50 ms.
  expect(getWait('eve')).toBe(5);
  expect(getWait('bob')).toBeNull();
  wait(4_000);
  expect(getWait('eve')).toBe(1);
  wait(1_000);
  expect(getWait('eve')).toBeNull();
});

test('what a budget gives back in the meantime is not saved beyond it', async () => {
  const { getWait, spend, wait } = createTestBudgets();
  await spend('bob', 10);
  wait(3_600_000);
  await spend('bob', 1_200);
  expect(getWait('bob')).toBe(2);
});

test('work that fails is paid for as well', async () => {
  const { measure, getWait, spend } = createTestBudgets();
  await spend('eve', 900);
  const failing = measure('eve', async () => {
    await spend('eve', 300);
    throw new Error('given up');
  });
  await expect(failing).rejects.toThrow('given up');
  expect(getWait('eve')).not.toBeNull();
});

test('what keeps the process busy meanwhile, or waits for a turn, is not charged', async () => {
  const budgets = createTimeBudgets({ burstMs: 40, msPerSecond: 1, maxClients: 10 });
  const block = () => {
    for (const end = performance.now() + 100; performance.now() < end; );
  };
  await budgets.measure('bob', async () => block());
  await runForNetwork('bob', () =>
    budgets.measure('bob', async () => {
      await pause(100);
      const client = getRequestClient();
      if (client) client.waitedMs += 100;
    }),
  );
  expect(budgets.getWait('bob')).toBeNull();
  await budgets.measure('eve', () => pause(100));
  expect(budgets.getWait('eve')).not.toBeNull();
});

test('of more clients than are remembered, the one that spent last longest ago is forgotten', async () => {
  const { getWait, spend } = createTestBudgets(2);
  await spend('a', 5_000);
  await spend('b', 5_000);
  await spend('a', 1);
  await spend('c', 5_000);
  expect(['a', 'b', 'c'].map((client) => getWait(client) !== null)).toEqual([true, false, true]);
});

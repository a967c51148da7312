import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { getRequestClient, runForNetwork } from './request-client.server.ts';
import { createTimeBudgets } from './time-budgets.server.ts';

/** Creates budgets with a clock that only the test moves. */
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

test('a client that has spent its budget waits until enough of it has come back', async () => {
  const { getWait, spend, wait } = createTestBudgets();
  await spend('eve', 999);
  expect(getWait('eve')).toBeNull();
  await spend('eve', 500);
  // In the meantime, 50 ms have come back.
  expect(getWait('eve')).toBe(5);
  expect(getWait('bob')).toBeNull();
  wait(4_000);
  expect(getWait('eve')).toBe(1);
  wait(1_000);
  expect(getWait('eve')).toBeNull();
});

test('a budget never grows above its maximum', async () => {
  const { getWait, spend, wait } = createTestBudgets();
  await spend('bob', 10);
  wait(3_600_000);
  await spend('bob', 1_200);
  expect(getWait('bob')).toBe(2);
});

test('failed work is also charged', async () => {
  const { measure, getWait, spend } = createTestBudgets();
  await spend('eve', 900);
  const failing = measure('eve', async () => {
    await spend('eve', 300);
    throw new Error('given up');
  });
  await expect(failing).rejects.toThrow('given up');
  expect(getWait('eve')).not.toBeNull();
});

test('other work of the process and waiting for a turn are not charged', async () => {
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

test('if there are too many clients, the one that has been inactive longest is forgotten', async () => {
  const { getWait, spend } = createTestBudgets(2);
  await spend('a', 5_000);
  await spend('b', 5_000);
  await spend('a', 1);
  await spend('c', 5_000);
  expect(['a', 'b', 'c'].map((client) => getWait(client) !== null)).toEqual([true, false, true]);
});

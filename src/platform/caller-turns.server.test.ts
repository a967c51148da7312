import { expect, test } from 'vitest';
import type { Caller } from './caller.ts';
import { runListSearch } from './caller-turns.server.ts';

const makeCaller = (userId: string, role: Caller['role'], clientAddress: string): Caller => ({
  userId,
  role,
  clientAddress,
  email: `${userId}@example.com`,
  displayName: userId,
  emailConfirmed: true,
});
const settle = () => new Promise(setImmediate);

test('customers who fill all of their places do not block admins, and each network has its turn', async () => {
  const started: string[] = [];
  const open: (() => void)[] = [];
  const search = (caller: Caller) =>
    runListSearch(caller, () => {
      started.push(caller.userId);
      return new Promise<true>((resolve) => open.push(() => resolve(true)));
    });
  const strangers = Array.from({ length: 200 }, (_, at) => search(makeCaller(`eve${at}`, 'customer', '203.0.113.7')));
  const floods = Array.from({ length: 50 }, () => search(makeCaller('eve', 'customer', '203.0.113.8')));
  const refused = [...strangers, ...floods].map((one) => one.then((done) => done === null));
  await settle();
  expect(started).toEqual(['eve0', 'eve']);
  const admins = ['ann', 'ben'].map((name) => search(makeCaller(name, 'admin', '203.0.113.7')));
  const other = search(makeCaller('bob', 'customer', '198.51.100.4'));
  await settle();
  expect(started).toEqual(['eve0', 'eve', 'ann', 'ben']);
  // Both running tasks end, and the other network is one of the next two.
  for (const end of open.splice(0)) end();
  await settle();
  expect(started.slice(4)).toContain('bob');
  while (open.length > 0) {
    for (const end of open.splice(0)) end();
    await settle();
  }
  expect([...(await Promise.all(admins)), await other]).toEqual([true, true, true]);
  const counts = await Promise.all(refused);
  expect(counts.slice(0, 200).filter((one) => !one)).toHaveLength(20);
  expect(counts.slice(200).filter((one) => !one)).toHaveLength(5);
});

test('one account in an office leaves places and turns for its colleagues', async () => {
  const order: string[] = [];
  const search = (userId: string) =>
    runListSearch(makeCaller(userId, 'customer', '203.0.113.9'), async () => {
      await settle();
      order.push(userId);
      return true as const;
    });
  const all = [...Array.from({ length: 30 }, () => search('eve')), search('bob'), search('cat')];
  const results = await Promise.all(all);
  expect(results.slice(-2)).toEqual([true, true]);
  expect(order.indexOf('cat')).toBeLessThanOrEqual(4);
});

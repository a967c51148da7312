import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { openAdvisoryLocks } from '../advisory-locks.server.ts';
import { createLeadership } from './leadership.server.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a task belongs to the process that asked first, whichever of its jobs asks, until that process ends', async () => {
  const [first, second] = [openAdvisoryLocks(database.url), openAdvisoryLocks(database.url)];
  const isFirsts = createLeadership(first, 'archive');
  const isSeconds = createLeadership(second, 'archive');
  expect(await Promise.all([isFirsts(), isFirsts()])).toEqual([true, true]);
  expect([await isSeconds(), await isFirsts()]).toEqual([false, true]);
  await first.close();
  expect(await isSeconds()).toBe(true);
  await second.close();
});

test('a process that has lost its connection asks anew', async () => {
  const [first, second] = [openAdvisoryLocks(database.url), openAdvisoryLocks(database.url)];
  const isFirsts = createLeadership(first, 'archive');
  expect(await isFirsts()).toBe(true);
  await database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ironmonger-locks'",
  );
  await expect.poll(createLeadership(second, 'archive')).toBe(true);
  await expect.poll(isFirsts).toBe(false);
  await Promise.all([first.close(), second.close()]);
});

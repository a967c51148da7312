import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createDailyRun, getDueDay, type TimeOfDay } from './daily-runs.server.ts';
import { startSchedule } from './schedule.server.ts';
import { dailyRuns } from './tables.server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.db.delete(dailyRuns));
afterAll(() => database.drop());

const NEVER = new AbortController().signal;

test.each([
  // New York's clocks skip from 2:00 to 3:00.
  ['02:30', 'America/New_York', '2027-03-14T06:59:59Z', '2027-03-13'],
  ['02:30', 'America/New_York', '2027-03-14T07:29:59Z', '2027-03-13'],
  ['02:30', 'America/New_York', '2027-03-14T07:30:00Z', '2027-03-14'],
  ['03:30', 'America/New_York', '2027-03-14T07:30:00Z', '2027-03-14'],
  // New York has 1:30 twice.
  ['01:30', 'America/New_York', '2026-11-01T05:29:59Z', '2026-10-31'],
  ['01:30', 'America/New_York', '2026-11-01T05:30:00Z', '2026-11-01'],
  ['01:30', 'America/New_York', '2026-11-01T06:30:00Z', '2026-11-01'],
  ['03:30', 'America/New_York', '2026-11-01T08:29:59Z', '2026-10-31'],
  // Havana's clocks go back from 1:00 to midnight.
  ['00:00', 'America/Havana', '2026-11-01T04:00:00Z', '2026-11-01'],
  ['00:00', 'America/Havana', '2026-11-01T05:00:00Z', '2026-11-01'],
  ['03:30', 'Asia/Kolkata', '2026-11-24T22:00:00Z', '2026-11-25'],
  ['03:30', 'UTC', '2026-12-31T23:59:59Z', '2026-12-31'],
] as const)('%s in %s, at %s, last occurred on %s', (time, zone, at, day) => {
  expect(getDueDay(Temporal.Instant.from(at), time, zone)).toBe(day);
});

describe('a daily job', () => {
  /** Creates a process that can be asked at any time. Each run is recorded with its time. */
  function createProcess(dailyAt: TimeOfDay, timeZone = 'America/New_York') {
    const ran: string[] = [];
    const state = { now: Temporal.Instant.from('2026-01-01T00:00:00Z'), timeZone, failing: false };
    const ask = createDailyRun(
      {
        name: 'nightly',
        dailyAt,
        async run() {
          if (state.failing) throw new Error('no luck');
          ran.push(state.now.toString());
          return 1;
        },
      },
      { db: database.db, getTimeZone: () => state.timeZone, now: () => state.now },
    );
    const askAt = (at: string, stopping = NEVER) => {
      state.now = Temporal.Instant.from(at);
      return ask(stopping);
    };
    return { ran, state, askAt };
  }

  test.each([
    ['02:30', '2027-03-13T00:00:00Z', ['2027-03-13T07:30:00Z', '2027-03-14T07:30:00Z', '2027-03-15T06:30:00Z']],
    ['01:30', '2026-10-31T00:00:00Z', ['2026-10-31T05:30:00Z', '2026-11-01T05:30:00Z', '2026-11-02T06:30:00Z']],
  ] as const)('at %s runs once a day, also on days when the clocks change', async (time, from, expected) => {
    const { ran, askAt } = createProcess(time);
    await askAt(from);
    ran.length = 0;
    let now = Temporal.Instant.from(from);
    for (let quarters = 0; quarters < 3 * 24 * 4; quarters += 1) {
      now = now.add({ minutes: 15 });
      await askAt(now.toString());
    }
    expect(ran).toEqual(expected);
  });

  test('makes up for several missed days with one run', async () => {
    await createProcess('03:30').askAt('2026-11-20T12:00:00Z');
    const { ran, askAt } = createProcess('03:30');
    for (const at of ['2026-11-24T05:00:00Z', '2026-11-24T05:01:00Z', '2026-11-24T08:29:00Z']) await askAt(at);
    expect(ran).toEqual(['2026-11-24T05:00:00Z']);
    await askAt('2026-11-24T08:30:00Z');
    expect(ran).toHaveLength(2);
  });

  test('does not run in a process after another one has run it', async () => {
    const [one, other] = [createProcess('03:30'), createProcess('03:30')];
    await one.askAt('2026-11-24T12:00:00Z');
    await other.askAt('2026-11-24T12:00:20Z');
    await other.askAt('2026-11-25T12:00:00Z');
    await one.askAt('2026-11-25T12:00:20Z');
    expect([one.ran.length, other.ran.length]).toEqual([1, 1]);
  });

  test('runs again after a run that failed or was stopped', async () => {
    const { ran, state, askAt } = createProcess('03:30');
    state.failing = true;
    await expect(askAt('2026-11-24T12:00:00Z')).rejects.toThrow('no luck');
    state.failing = false;
    await askAt('2026-11-24T12:00:20Z', AbortSignal.abort());
    await askAt('2026-11-24T12:00:40Z');
    await askAt('2026-11-24T12:01:00Z');
    expect(ran).toEqual(['2026-11-24T12:00:20Z', '2026-11-24T12:00:40Z']);
  });

  test('is not repeated on the day when the owner chooses another time zone', async () => {
    const { ran, state, askAt } = createProcess('03:30', 'UTC');
    await askAt('2026-11-24T04:00:00Z');
    state.timeZone = 'America/New_York';
    await askAt('2026-11-24T09:00:00Z');
    expect(ran).toEqual(['2026-11-24T04:00:00Z']);
    await askAt('2026-11-25T08:30:00Z');
    expect(ran).toHaveLength(2);
  });
});

test('a schedule runs a daily job that is due at startup, and repeats jobs with an interval', async () => {
  const ran: string[] = [];
  const run = async (name: string) => ran.push(name);
  const schedule = startSchedule(
    [
      { name: 'daily', dailyAt: '03:30', run: () => run('daily') },
      { name: 'often', intervalMs: 1, run: () => run('often') },
    ],
    { log: { info: () => {}, error: () => {} }, clock: { db: database.db, getTimeZone: () => 'UTC' } },
  );
  await expect.poll(() => ran.filter((name) => name === 'often').length).toBeGreaterThan(2);
  await expect.poll(() => ran).toContain('daily');
  await schedule.stop();
  expect(ran.filter((name) => name === 'daily')).toHaveLength(1);
  expect(await database.db.$count(dailyRuns)).toBe(1);
});

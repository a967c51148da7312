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
    const failed: string[] = [];
    const state = {
      now: Temporal.Instant.from('2026-01-01T00:00:00Z'),
      timeZone,
      failing: false,
      locked: 0,
      lost: NEVER,
    };
    const ask = createDailyRun(
      {
        name: 'nightly',
        dailyAt,
        async run() {
          if (state.failing) {
            failed.push(state.now.toString());
            throw new Error('no luck');
          }
          ran.push(state.now.toString());
          return 1;
        },
      },
      { db: database.db, getTimeZone: () => state.timeZone, now: () => state.now },
      (_, work) => {
        state.locked += 1;
        return work(state.lost);
      },
    );
    const askAt = (at: string, stopping = NEVER) => {
      state.now = Temporal.Instant.from(at);
      return ask(stopping);
    };
    return { ran, failed, state, askAt };
  }

  /** As if it had last run on this day. */
  const storeDay = (day: string) => database.db.insert(dailyRuns).values({ job: 'nightly', day });

  test.each([
    ['02:30', '2027-03-13T00:00:00Z', ['2027-03-13T07:30:00Z', '2027-03-14T07:30:00Z', '2027-03-15T06:30:00Z']],
    ['01:30', '2026-10-31T00:00:00Z', ['2026-10-31T05:30:00Z', '2026-11-01T05:30:00Z', '2026-11-02T06:30:00Z']],
  ] as const)('at %s runs once a day, also on days when the clocks change', async (time, from, expected) => {
    const { ran, askAt } = createProcess(time);
    let now = Temporal.Instant.from(from);
    for (let quarters = 0; quarters < 3 * 24 * 4; quarters += 1) {
      now = now.add({ minutes: 15 });
      await askAt(now.toString());
    }
    expect(ran).toEqual(expected);
  });

  test('waits for its time when it is new, even if its process has ended by then', async () => {
    const { ran, askAt } = createProcess('03:30');
    for (const at of ['2026-11-23T12:00:00Z', '2026-11-23T12:00:20Z', '2026-11-24T08:29:59Z']) await askAt(at);
    expect(ran).toEqual([]);
    const next = createProcess('03:30');
    await next.askAt('2026-11-24T09:00:00Z');
    expect(next.ran).toEqual(['2026-11-24T09:00:00Z']);
  });

  test('takes the lock only on a day that might not be done', async () => {
    await storeDay('2026-11-22');
    const { ran, state, askAt } = createProcess('03:30');
    for (const at of ['2026-11-23T12:00:00Z', '2026-11-23T12:00:20Z', '2026-11-24T08:29:40Z']) await askAt(at);
    expect([ran.length, state.locked]).toEqual([1, 1]);
    await askAt('2026-11-24T08:30:00Z');
    expect([ran.length, state.locked]).toEqual([2, 2]);
  });

  test('makes up for several missed days with one run', async () => {
    await storeDay('2026-11-20');
    const { ran, askAt } = createProcess('03:30');
    for (const at of ['2026-11-24T05:00:00Z', '2026-11-24T05:01:00Z', '2026-11-24T08:29:00Z']) await askAt(at);
    expect(ran).toEqual(['2026-11-24T05:00:00Z']);
    await askAt('2026-11-24T08:30:00Z');
    expect(ran).toHaveLength(2);
  });

  test('does not run in a process after another one has run it', async () => {
    await storeDay('2026-11-23');
    const [one, other] = [createProcess('03:30'), createProcess('03:30')];
    await one.askAt('2026-11-24T12:00:00Z');
    await other.askAt('2026-11-24T12:00:20Z');
    await other.askAt('2026-11-25T12:00:00Z');
    await one.askAt('2026-11-25T12:00:20Z');
    expect([one.ran.length, other.ran.length]).toEqual([1, 1]);
  });

  test('runs again after a run that was stopped', async () => {
    await storeDay('2026-11-23');
    const { ran, askAt } = createProcess('03:30');
    await askAt('2026-11-24T12:00:20Z', AbortSignal.abort());
    await askAt('2026-11-24T12:00:40Z');
    await askAt('2026-11-24T12:01:00Z');
    expect(ran).toEqual(['2026-11-24T12:00:20Z', '2026-11-24T12:00:40Z']);
  });

  test('runs again after a run whose lock was lost', async () => {
    await storeDay('2026-11-23');
    const { ran, state, askAt } = createProcess('03:30');
    state.lost = AbortSignal.abort();
    await askAt('2026-11-24T12:00:20Z');
    state.lost = NEVER;
    await askAt('2026-11-24T12:00:40Z');
    await askAt('2026-11-24T12:01:00Z');
    expect(ran).toEqual(['2026-11-24T12:00:20Z', '2026-11-24T12:00:40Z']);
  });

  test('comes again after a run that failed, later each time, and within an hour at most', async () => {
    await storeDay('2026-11-23');
    const { ran, failed, state, askAt } = createProcess('03:30');
    state.failing = true;
    const start = Temporal.Instant.from('2026-11-24T12:00:00Z');
    const askAfter = (seconds: number) => askAt(start.add({ seconds }).toString()).catch(() => 0);
    for (let seconds = 0; seconds < 4 * 3600; seconds += 20) await askAfter(seconds);
    const minutes = failed.map((at) => Temporal.Instant.from(at).since(start).total('minutes'));
    expect(minutes).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
    state.failing = false;
    await askAfter(243 * 60 - 20);
    expect(ran).toEqual([]);
    await askAfter(243 * 60);
    expect(ran).toEqual(['2026-11-24T16:03:00Z']);
  });

  test('is not repeated on the day when the owner chooses another time zone', async () => {
    await storeDay('2026-11-23');
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
  await database.db.insert(dailyRuns).values({ job: 'daily', day: '2026-01-01' });
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

test('a schedule stops a job whose lock is lost, and runs it again', async () => {
  const lost = new AbortController();
  const stopped: boolean[] = [];
  const schedule = startSchedule(
    [
      {
        name: 'long',
        intervalMs: 1,
        immediate: true,
        async run(stopping) {
          if (stopped.length === 0) lost.abort();
          stopped.push(stopping.aborted);
          return 0;
        },
      },
    ],
    {
      log: { info: () => {}, error: () => {} },
      alone: (_, work) => work(lost.signal.aborted ? NEVER : lost.signal),
    },
  );
  await expect.poll(() => stopped.length).toBeGreaterThan(1);
  await schedule.stop();
  expect(stopped.slice(0, 2)).toEqual([true, false]);
});

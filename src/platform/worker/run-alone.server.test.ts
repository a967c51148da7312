import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { openSilentNetwork, type SilentNetwork } from '#tests/support/silent-network.ts';
import { type AdvisoryLocks, openAdvisoryLocks } from '../advisory-locks.server.ts';
import { type Database, openDatabase } from '../database.server.ts';
import { isLockLost } from '../fence.server.ts';
import { createLog } from '../log.server.ts';
import { runForShop } from '../request-client.server.ts';
import type { RunAlone } from './daily-runs.server.ts';
import { createRunAlone } from './run-alone.server.ts';
import { dailyRuns } from './tables.server.ts';

const JOB = 'write';

let database: TestDatabase;
/** Two processes of one shop. The one that is `here` holds its locks over a network that can go silent. */
let here: { database: Database; locks: AdvisoryLocks; runAlone: RunAlone };
let there: typeof here;
let network: SilentNetwork;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function openProcess(lockUrl: string): typeof here {
  // No heartbeat of these locks comes before the test has ended, so only the fence knows that they were lost.
  const locks = openAdvisoryLocks(lockUrl, { intervalMs: 600_000, timeoutMs: 1_000 });
  return { database: openDatabase(database.url, 5, createLog('silent')), locks, runAlone: createRunAlone(locks) };
}

beforeEach(async () => {
  await database.query('truncate daily_runs');
  network = await openSilentNetwork(database.url);
  here = openProcess(network.url);
  there = openProcess(database.url);
  return async () => {
    for (const { locks, database } of [here, there]) {
      await locks.close();
      await database.close();
    }
    network.close();
  };
});

const write = ({ db }: Pick<Database, 'db'>, by: string) => db.insert(dailyRuns).values({ job: by, day: '2026-01-01' });
const listWriters = async () => (await database.query('select job from daily_runs order by job')).map(({ job }) => job);
const isHeldBack = (work: Promise<unknown>) => work.then(() => false, isLockLost);

/** Drops every packet of the lock's connection and lets the server end it, of which its holder learns nothing. */
async function loseLock(): Promise<void> {
  network.silence();
  await database.query(
    "select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = 'ironmonger-locks' and datname = current_database()",
  );
}

test('a process whose connection went silent writes nothing more once another may run the job', async () => {
  const told: boolean[] = [];
  await here.runAlone(JOB, async (lost) => {
    await write(here.database, 'here, in time');
    await loseLock();
    expect(await there.runAlone(JOB, async () => (await write(there.database, 'there')).rowCount ?? 0)).toBe(1);
    told.push(lost.aborted);
    const { db, pool } = here.database;
    const writes = [
      () => write(here.database, 'here, as a statement'),
      () => pool.query("insert into daily_runs values ('here, without the query builder', '2026-01-01')"),
      () => db.transaction((tx) => write({ db: tx as never }, 'here, in a transaction')),
      () =>
        db.transaction((tx) => write({ db: tx as never }, 'here, on a snapshot'), {
          isolationLevel: 'repeatable read',
        }),
    ];
    const heldBack: boolean[] = [];
    for (const attempt of writes) heldBack.push(await isHeldBack(attempt()));
    expect(heldBack).toEqual(writes.map(() => true));
    told.push(lost.aborted);
    return 0;
  });
  expect(await listWriters()).toEqual(['here, in time', 'there']);
  // The fence tells the job, so that it also ends what it does elsewhere.
  expect(told).toEqual([false, true]);
});

test('a write that began in time is over before another process runs the job', async () => {
  const seen: string[][] = [];
  const runThere = () => there.runAlone(JOB, async () => seen.push(await listWriters()));
  await here.runAlone(JOB, async () => {
    await here.database.db.transaction(async (tx) => {
      await write({ db: tx as never }, 'here');
      await loseLock();
      await runThere();
      expect(seen).toEqual([]);
    });
    return 0;
  });
  await runThere();
  expect(seen).toEqual([['here']]);
});

test('a lock that another session holds lets nobody pass, and neither does a lock that nobody holds', async () => {
  await here.runAlone(JOB, async () => {
    await loseLock();
    const taken = await there.locks.tryAcquire(`job:${JOB}`);
    expect(await isHeldBack(write(here.database, 'here'))).toBe(true);
    await taken?.release();
    expect(await isHeldBack(write(here.database, 'here'))).toBe(true);
    return 0;
  });
  expect(await listWriters()).toEqual([]);
});

test('what a job hands over to others does not pass its fence, and the next run gets a lock again', async () => {
  await here.runAlone(JOB, async () => {
    await loseLock();
    await runForShop(async () => await write(here.database, 'a worker'));
    expect(await isHeldBack(write(here.database, 'here'))).toBe(true);
    return 0;
  });
  expect(await here.runAlone(JOB, async () => (await write(here.database, 'the next run')).rowCount ?? 0)).toBe(1);
  expect(await listWriters()).toEqual(['a worker', 'the next run']);
});

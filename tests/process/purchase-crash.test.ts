import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommitGate, type HeldCommit, openCommitGate, type Side } from '#tests/support/commit-gate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import {
  CARD_NUMBER,
  type FlowRun,
  type Flows,
  openFlowKit,
  PASSWORD,
  WORKERS_TABLES,
} from '#tests/support/flow-kit.ts';
import { checkInvariants, findViolations } from '#tests/support/invariants.ts';
import { startMailServer, type TestMailServer } from '#tests/support/mail-server.ts';
import {
  ADMIN,
  makeDataDir,
  QUICK_PASSWORDS,
  type RunningShop,
  removeDataDir,
  sendRequest,
  signInAdmin,
  startShop,
} from '#tests/support/running-shop.ts';
import { listCheckoutFlows } from './checkout-flows.ts';
import { listJobFlows } from './job-flows.ts';
import { listShippingFlows } from './shipping-flows.ts';

/** The options of `npm run verify` for a shop that was just killed. */
const JUST_KILLED = { tolerance: { kind: 'live', runningSeconds: 0 }, ledger: true } as const;
/** Runs that take longer than this are waiting for another run. */
const TIMEOUT_MS = 4_000;

let database: TestDatabase;
let gate: CommitGate;
let mailServer: TestMailServer;
let shop: RunningShop;
let output = '';
const dataDir = makeDataDir();

async function start(): Promise<void> {
  shop = await startShop({
    dataDir,
    env: {
      ...QUICK_PASSWORDS,
      DATABASE_URL: gate.url,
      DATABASE_POOL: '60',
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'shop@example.com',
      PUBLIC_URL: 'http://127.0.0.1:9',
    },
  });
}

async function kill(): Promise<void> {
  await shop.stop('SIGKILL');
  output += shop.output();
  await gate.cut();
}

beforeAll(async () => {
  database = await createTestDatabase();
  gate = await openCommitGate(database.url);
  mailServer = await startMailServer();
});
afterAll(async () => {
  await shop?.stop('SIGKILL');
  await gate.close();
  await mailServer.close();
  await database.drop();
  removeDataDir(dataDir);
});

/**
 * Where a run is killed: first before a flow's first commit, then in another run after it, then before and after its
 * second commit.
 */
interface Place {
  name: string;
  side: Side;
  nth: number;
}

/** A run that is about to be killed. */
interface Victim extends Place {
  run: FlowRun;
  held: HeldCommit;
  /** Whether the request succeeded or failed. Null without a response. */
  answer: 'yes' | 'no' | null;
}

const isWhole = async ({ states, read }: FlowRun) => (await read()) === states.at(-1);

/** Counts the statements that wait for a lock of a held transaction. Their runs do not progress in this round. */
async function countWaiting(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query_start < now() - interval '0.5 seconds'`,
  );
  return rows[0]?.count ?? 0;
}

async function isReached({ held, answer, run }: Victim): Promise<boolean> {
  return held.writes !== null || answer !== null || (run.ask === null && (await isWhole(run)));
}

async function waitUntilReached(victims: readonly Victim[]): Promise<void> {
  const startedAt = Date.now();
  await expect
    .poll(
      async () => {
        const reached = await Promise.all(victims.map(isReached));
        const missing = reached.filter((one) => !one).length;
        return missing <= (await countWaiting()) || Date.now() - startedAt > TIMEOUT_MS;
      },
      { timeout: 2 * TIMEOUT_MS, interval: 25 },
    )
    .toBe(true);
}

/** Makes all work due now. Nobody else has claimed it, since that process is dead. */
async function letTimePass(): Promise<void> {
  for (const [table, due] of [
    ['refunds', 'next_attempt_at is not null'],
    ['provider_events', 'applied_at is null'],
    ['card_sandbox.events', 'delivered_at is null'],
    ['mails', "state = 'waiting' and kind <> 'order_shipped'"],
  ])
    await database.pool.query(`update ${table} set next_attempt_at = now() where ${due}`);
}

const toRule = ({ run: { about, ignored = WORKERS_TABLES }, side, nth }: Victim) => ({ about, ignored, side, nth });

/** Waits until the events of the preparations are processed, since commits are counted from here. */
async function waitForWebhooks(): Promise<void> {
  const open = `select from provider_events where applied_at is null
    union all select from card_sandbox.events where delivered_at is null`;
  await expect.poll(async () => (await database.pool.query(open)).rowCount, { timeout: 60_000, interval: 20 }).toBe(0);
}

/**
 * Lists emails that are due but not sent, and emails that were sent but did not arrive. An email's id is its
 * Message-ID.
 */
async function listUnsentMails(): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string; kind: string; state: string }>(
    "select id, kind, state from mails where next_attempt_at <= now() or state <> 'waiting'",
  );
  const arrived = mailServer.received.map(({ messageId = '' }) => messageId);
  return rows
    .filter(({ id, state }) => state !== 'sent' || !arrived.some((one) => one.includes(id)))
    .map(({ kind, state }) => `${kind} ${state}`);
}

test('after kill -9 before and after each commit in a purchase’s life, each step is complete or absent, and happens once', async () => {
  await start();
  const admin = await signInAdmin(shop.origin);
  const kit = await openFlowKit(database, () => shop.origin, admin);
  const { settings, version } = (await (
    await sendRequest('GET', `${shop.origin}/api/settings`, undefined, admin)
  ).json()) as { settings: object; version: number };
  const changed = { settings: { ...settings, noticeEmail: 'shop@example.com' }, version };
  await sendRequest('PUT', `${shop.origin}/api/settings`, changed, admin);
  await kit.place();
  await kill();

  const asked = { ...listCheckoutFlows(kit), ...listShippingFlows(kit) };
  const jobs = listJobFlows(kit);
  const killed: Record<string, Set<string>> = {};
  const runs: { name: string; run: FlowRun }[] = [];
  async function begin(flows: Flows, places: readonly Place[]): Promise<Victim[]> {
    return Promise.all(
      places.map(async (place) => {
        const run = await (flows[place.name] as Flows[string])();
        runs.push({ name: place.name, run });
        expect(await run.read(), place.name).toBe(run.states[0]);
        return { ...place, run, held: { writes: null }, answer: null };
      }),
    );
  }
  let passes = 0;
  const listUnkilled = () => [
    ...new Set(
      runs
        .filter(({ name, run }) =>
          run.commits.some((table) => !killed[name]?.has(`before ${table}`) || !killed[name]?.has(`after ${table}`)),
        )
        .map(({ name }) => name),
    ),
  ];
  let places = [...Object.keys(asked), ...Object.keys(jobs)].map((name): Place => ({ name, side: 'before', nth: 1 }));
  for (let round = 0; places.length > 0; round += 1) {
    expect(round).toBeLessThan(40);
    const ofJobs = await begin(
      jobs,
      places.filter(({ name }) => name in jobs),
    );
    await letTimePass();
    for (const one of ofJobs) one.held = gate.hold(toRule(one));
    await start();
    // Undoing a shipment leaves no trace only within a minute, so runs without a response are repeated at once.
    const undone = runs.filter(({ name }) => name === 'undo a shipment');
    await Promise.all(undone.map(async ({ run }) => (await isWhole(run)) || run.ask?.()));
    const ofRequests = await begin(
      asked,
      places.filter(({ name }) => name in asked),
    );
    await waitForWebhooks();
    for (const one of ofRequests) {
      one.held = gate.hold(toRule(one));
      void one.run.ask?.().then(
        ({ ok }) => {
          one.answer = ok ? 'yes' : 'no';
        },
        () => {},
      );
    }
    const victims = [...ofJobs, ...ofRequests];
    await waitUntilReached(victims);
    await kill();
    for (const { name, run, answer, held } of victims) {
      const read = await run.read();
      expect(run.states, `${name}, killed when it wrote ${held.writes}`).toContain(read);
      if (answer === 'yes') expect(read, `${name}, which was answered`).not.toBe(run.states[0]);
    }
    expect(await findViolations(database.pool, JUST_KILLED)).toEqual([]);
    const next = await Promise.all(
      victims.map(async ({ name, side, nth, held, answer, run }) => {
        if (held.writes)
          killed[name] = new Set([...(killed[name] ?? []), ...held.writes.map((table) => `${side} ${table}`)]);
        if ((answer !== null || side === 'after') && (await isWhole(run))) return [];
        // Runs that waited for another run start over.
        if (!held.writes) return answer === null ? [{ name, side, nth }] : [];
        return [
          side === 'before' ? { name, side: 'after' as const, nth } : { name, side: 'before' as const, nth: nth + 1 },
        ];
      }),
    );
    places = next.flat();
    // If a worker's commit was held instead of the flow's own, the flow starts over.
    if (places.length === 0 && passes < 3) {
      passes += 1;
      places = listUnkilled().map((name): Place => ({ name, side: 'before', nth: 1 }));
    }
  }
  for (const { name, run } of runs)
    for (const table of run.commits)
      expect([...(killed[name] ?? [])], name).toEqual(expect.arrayContaining([`before ${table}`, `after ${table}`]));

  await start();
  await letTimePass();
  // People who got no response try again.
  await Promise.all(runs.map(async ({ run }) => (await isWhole(run)) || run.ask?.()));
  await expect
    .poll(
      async () => {
        const read = await Promise.all(runs.map(async ({ name, run }) => `${name}: ${await run.read()}`));
        return read.filter((text, at) => !text.endsWith(runs[at]?.run.states.at(-1) ?? '?'));
      },
      { timeout: 60_000, interval: 100 },
    )
    .toEqual([]);
  await expect.poll(listUnsentMails, { timeout: 60_000 }).toEqual([]);
  await checkInvariants(database.pool);
  const verified = await promisify(execFile)(process.execPath, ['build/server/verify.js'], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', DATA_DIR: dataDir, DATABASE_URL: database.url },
  });
  expect(verified.stdout).toMatch(/\n\d+ checks passed, 0 failed\n$/);
  expect(await shop.stop()).toBe(0);
  output += shop.output();
  for (const secret of [CARD_NUMBER, PASSWORD, ADMIN.password, kit.admin, kit.buyer.token])
    expect(output).not.toContain(secret);
}, 600_000);

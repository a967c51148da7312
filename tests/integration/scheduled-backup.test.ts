import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createArchiveJobs, createBackupJob } from '#src/app/scheduled-backup.server.ts';
import { recordBackup } from '#src/features/backups/queries.server.ts';
import { checkBackups, checkLastBackup } from '#src/flows/backups/last-backup.server.ts';
import { PROBE_SKIPPED } from '#src/platform/health-registry.server.ts';
import type { WalArchiver, WalArchiverState } from '#src/platform/wal-archive/wal-archiver.server.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';
import { objectBody } from './order-helpers.ts';

let shop: TestShop;
let folder: string;
const BACKUP = { to: '/mnt/backups', dailyAt: '03:00', keepDays: 30 } as const;
const NEVER = new AbortController().signal;
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scheduled-backup-'));
  shop = await createTestShop();
  const owner = await shop.createOwner();
  const { settings, version } = objectBody(await shop.call('GET', '/settings', { token: owner.token }));
  const body = { settings: { ...(settings as object), noticeEmail: 'owner@example.com' }, version };
  expect((await shop.call('PUT', '/settings', { token: owner.token, body })).status).toBe(200);
});
beforeEach(async () => {
  await shop.query('delete from backups');
  await shop.query('delete from mails');
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true });
});

/** The scheduled job, with this program in place of the one that makes a backup. */
function createJob(program: string) {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, program);
  const [job] = createBackupJob(BACKUP, shop.context, file);
  if (!job) throw new Error('no job');
  return job;
}

const metrics = { made: () => {}, archived: () => {} };
const check = (now?: number) => checkLastBackup(shop.database.db, metrics, now);
const record = (madeAt: Date) =>
  recordBackup(shop.database.db, { madeAt, place: '/mnt/backups', name: 'x.tar.zst', bytes: 1_000 });

test('without a place or a time there is no job', () => {
  expect(createBackupJob({ keepDays: 30 }, shop.context)).toEqual([]);
  expect(createBackupJob({ keepDays: 30, to: '/mnt/backups' }, shop.context)).toEqual([]);
});

test('a backup that fails is recorded with its reason each time, and mailed once a day', async () => {
  await record(new Date(Date.now() - 30 * HOUR_MS));
  const job = createJob("process.stderr.write('12 of 60 tables\\nThe disk is full.\\n'); process.exit(1)");
  for (const _run of [1, 2]) await expect(job.run(NEVER)).rejects.toThrow('the backup failed: The disk is full.');
  expect(await shop.query('select place, name, bytes, error from backups where error is not null')).toEqual(
    [1, 2].map(() => ({ place: '/mnt/backups', name: null, bytes: null, error: 'The disk is full.' })),
  );
  const mails = await shop.query('select kind, recipient, data from mails');
  expect(mails).toMatchObject([
    {
      kind: 'backup_failed',
      recipient: 'owner@example.com',
      data: { reason: 'The disk is full.', place: '/mnt/backups' },
    },
  ]);
  expect(Date.parse(mails[0].data.lastMadeAt)).toBeLessThan(Date.now() - 29 * HOUR_MS);
  await expect(check()).rejects.toThrow('The disk is full.');
});

test('a program that made the backup has nothing to report, and one that dies without a word is named', async () => {
  expect(await createJob('').run(NEVER)).toBe(1);
  expect(await shop.query('select from backups')).toEqual([]);
  await expect(createJob("process.kill(process.pid, 'SIGKILL')").run(NEVER)).rejects.toThrow('It ended with SIGKILL.');
});

test('a shop that stops ends the backup, which is no failure', async () => {
  const stopping = new AbortController();
  const running = createJob('setInterval(() => {}, 1_000)').run(stopping.signal);
  stopping.abort();
  expect(await running).toBe(0);
  expect(await shop.query('select from backups')).toEqual([]);
});

test('the newest backup counts as healthy for a day and two hours', async () => {
  expect(await check()).toBe(PROBE_SKIPPED);
  const madeAt = new Date();
  await record(madeAt);
  expect(await check(madeAt.getTime() + 25.9 * HOUR_MS)).toBe('recent');
  await expect(check(madeAt.getTime() + 26 * HOUR_MS)).rejects.toThrow('The newest backup is 26 hours old.');
});

test('staff who may see the systems read when the newest backup was made', async () => {
  const { token } = await shop.createOwner();
  const read = async () => ((await shop.call('GET', '/system', { token })).body as { lastBackup: unknown }).lastBackup;
  expect(await read()).toBeNull();
  const madeAt = new Date('2026-11-27T03:00:00Z');
  await record(madeAt);
  await recordBackup(shop.database.db, { madeAt: new Date(), place: '/mnt/backups', error: 'The disk is full.' });
  expect(await read()).toEqual({ madeAt: madeAt.toISOString(), place: '/mnt/backups', bytes: 1_000 });
});

test('a log that is not archived counts as backups that do not work, with the reason', async () => {
  const archivedAt = new Date();
  const check = (state: Partial<WalArchiverState>, now = archivedAt.getTime()) => {
    const archiver = { state: () => ({ problem: null, archivedAt, needsBase: false, ...state }) };
    return checkBackups(shop.database.db, archiver, metrics, now);
  };
  expect(await check({})).toBe('archived');
  expect(await check({ problem: undefined, archivedAt: null })).toBe(PROBE_SKIPPED);
  await expect(check({ problem: '/mnt/backups cannot be used: the disk is full.' })).rejects.toThrow(
    'The log of the database cannot be archived: /mnt/backups cannot be used: the disk is full.',
  );
  await expect(check({ needsBase: true })).rejects.toThrow('continues no base backup yet');
  await expect(check({}, archivedAt.getTime() + 10.5 * 60_000)).rejects.toThrow('last archived 10 minutes ago');
  await record(new Date(archivedAt.getTime() - 30 * HOUR_MS));
  await expect(check({})).rejects.toThrow('The newest backup is 30 hours old.');
});

test('a base backup is made when the log continues none, once, and not again at once if it fails', async () => {
  const program = join(folder, 'base.mjs');
  const runs = join(folder, 'runs');
  writeFileSync(program, `import { appendFileSync } from 'node:fs'; appendFileSync('${runs}', process.argv[2] + ' ');`);
  let needsBase = true;
  const archiver: WalArchiver = {
    run: async () => 0,
    resign: () => {},
    forget() {
      needsBase = false;
    },
    state: () => ({ problem: null, archivedAt: null, needsBase }),
  };
  const createBaseJob = () => createArchiveJobs(BACKUP, archiver, shop.context, { program })[1];
  const job = createBaseJob();
  expect([await job?.run(NEVER), await job?.run(NEVER)]).toEqual([1, 0]);
  expect(readFileSync(runs, 'utf8')).toBe('--base ');
  needsBase = true;
  writeFileSync(program, "process.stderr.write('The disk is full.'); process.exit(1)");
  const failing = createBaseJob();
  await expect(failing?.run(NEVER)).rejects.toThrow('the base backup failed: The disk is full.');
  expect(await failing?.run(NEVER)).toBe(0);
  await expect(check()).rejects.toThrow('The disk is full.');
  expect(createArchiveJobs(BACKUP, null, shop.context)).toEqual([]);
});

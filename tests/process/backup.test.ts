import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { findRunningPostgres } from '#src/platform/postgres/running.server.ts';
import { dropDatabase } from '#tests/support/database.ts';
import { withDatabase } from '#tests/support/database-url.ts';
import { makeDataDir, QUICK_PASSWORDS, removeDataDir, signInAdmin, startShop } from '#tests/support/running-shop.ts';
import { copyUsedDataDir } from '#tests/support/used-data-dir.ts';

const folders: string[] = [];
let dataDir: string;
beforeAll(async () => {
  dataDir = await copyUsedDataDir();
  folders.push(dataDir);
});
afterAll(() => folders.forEach(removeDataDir));

/** The schedule runs the built program, and `npm run` both from source, which takes longer to load. */
const PROGRAMS = { backup: 'build/server/backup.js', restore: 'src/app/restore.ts' };

function run(program: 'backup' | 'restore', env: Record<string, string>, ...args: string[]) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const options = { env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env } };
    const child = execFile(process.execPath, [PROGRAMS[program], ...args], options, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

async function query(of: string, statement: string) {
  const client = new pg.Client({ connectionString: await findRunningPostgres(of) });
  await client.connect();
  return (await client.query(statement).finally(() => client.end())).rows;
}

test('a running shop is backed up by hand and by its schedule, and restored into an empty folder, where it starts', async () => {
  const key = { BACKUP_KEY: 'a long enough passphrase' };
  const place = makeDataDir();
  folders.push(place);
  const env = { ...QUICK_PASSWORDS, ...key, BACKUP_TO: place, BACKUP_SCHEDULE: '00:00' };
  const shop = await startShop({ dataDir, env });
  const byHand = await run('backup', { DATA_DIR: dataDir, ...key }, '--to', place);
  expect([byHand.err, byHand.code]).toEqual(['', 0]);
  expect(byHand.out).toMatch(/ironmonger-\S+\.tar\.zst\.age, \d+ KB, read again and compared\.\n$/);
  await expect
    .poll(() => query(dataDir, "select from daily_runs where job = 'back up'"), { timeout: 60_000 })
    .toHaveLength(1);
  await query(dataDir, "update daily_runs set day = '2020-01-01' where job = 'back up'");
  await shop.stop();
  const again = await startShop({ dataDir, env });
  await expect
    .poll(() => query(dataDir, 'select place, name, error from backups order by made_at'), { timeout: 60_000 })
    .toMatchObject([
      { place, error: null },
      { place, error: null },
    ]);
  await again.stop();
  expect(readdirSync(place)).toHaveLength(2);

  const restored = makeDataDir();
  folders.push(restored);
  const refused = await run('restore', { DATA_DIR: restored }, place);
  expect([refused.code, refused.err]).toEqual([
    1,
    'The backup is encrypted. Set BACKUP_KEY to its passphrase, or to the secret half of its key.\n',
  ]);
  expect(readdirSync(restored)).toEqual([]);
  const done = await run('restore', { DATA_DIR: restored, ...key }, place);
  expect([done.err, done.code]).toEqual(['', 0]);
  expect(done.out).toMatch(/\n\d+ checks passed, 0 failed\nRestored: the shop of \S+ \(version \S+\)\./);
  expect(existsSync(join(restored, 'restoring'))).toBe(false);

  const copy = await startShop({ dataDir: restored, env: QUICK_PASSWORDS });
  expect(await signInAdmin(copy.origin)).toBeTruthy();
  const over = await run('restore', { DATA_DIR: restored, ...key }, place);
  expect([over.code, over.err]).toEqual([1, `A shop is running in ${restored}. Restore into an empty folder.\n`]);
  await copy.stop();
});

test('a stopped shop moves to a PostgreSQL of its own, which must be empty', async () => {
  const place = makeDataDir();
  const files = makeDataDir();
  folders.push(place, files);
  expect(await run('backup', { DATA_DIR: dataDir }, '--to', place)).toMatchObject({ code: 0, err: '' });
  const server = inject('postgresUrl');
  const name = `moved_${randomBytes(6).toString('hex')}`;
  const onServer = new pg.Client({ connectionString: server });
  await onServer.connect();
  await onServer.query(`create database ${name}`);
  try {
    const env = { DATABASE_URL: withDatabase(server, name), DATA_DIR: files };
    const moved = await run('restore', env, place);
    expect([moved.err, moved.code]).toEqual(['', 0]);
    expect(moved.out).toContain(' checks passed, 0 failed\nRestored: the shop of ');
    expect(readdirSync(files).sort()).toEqual(['images', 'secret']);
    const elsewhere = makeDataDir();
    folders.push(elsewhere);
    const full = await run('restore', { ...env, DATA_DIR: elsewhere }, place);
    expect([full.code, full.err]).toEqual([1, expect.stringMatching(/^The database is not empty: it has \S+\. /)]);
    expect(readdirSync(elsewhere)).toEqual([]);
  } finally {
    await onServer.end();
    await dropDatabase(server, name);
  }
});

test('npm run backup says what it does not understand or cannot do, and exits with 1', async () => {
  expect((await run('backup', { DATA_DIR: dataDir }, '--from', 'x')).err).toMatch(/^npm run backup \[-- --to PLACE\]/);
  const empty = makeDataDir();
  folders.push(empty);
  expect(await run('backup', { DATA_DIR: empty })).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no shop in'),
  });
  const half = await run('backup', { DATA_DIR: dataDir, BACKUP_KEY: `AGE-SECRET-KEY-${'1'.repeat(59)}` });
  expect(half.err).toContain('the secret half of a key pair');
  const unset = await run('backup', { DATA_DIR: dataDir, BACKUP_SCHEDULE: '03:00' });
  expect(unset.err).toContain('BACKUP_TO must be set when BACKUP_SCHEDULE is');
});

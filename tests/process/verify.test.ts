import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tryInstanceLock } from '#src/platform/instance-lock.server.ts';
import { findRunningPostgres } from '#src/platform/postgres/running.server.ts';
import { readFolderContent, writeOlderRules } from '#tests/support/older-folder.ts';
import { removeDataDir, startShop } from '#tests/support/running-shop.ts';
import { copyUsedDataDir } from '#tests/support/used-data-dir.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await copyUsedDataDir();
});
afterAll(() => removeDataDir(dataDir));

/** Runs the built program, as `npm run verify` does. */
function runVerify(env: Record<string, string>, ...args: string[]) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const options = { env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env } };
    const child = execFile(process.execPath, ['build/server/verify.js', ...args], options, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

test('npm run verify checks a running and a stopped shop, does not change an older one, and its exit code says what it found', async () => {
  const shop = await startShop({ dataDir });
  const running = await runVerify({ DATA_DIR: dataDir }, '--json');
  expect([running.err, running.code]).toEqual(['', 0]);
  expect(JSON.parse(running.out)).toMatchObject({ running: true, judge: 'ledger', failed: 0 });

  const client = new pg.Client({ connectionString: await findRunningPostgres(dataDir) });
  await client.connect();
  await client.query('update tools set available = available - 1 where seq = (select min(seq) from tools)');
  await client.end();
  const broken = await runVerify({ DATA_DIR: dataDir });
  expect(broken.code).toBe(1);
  expect(broken.out).toMatch(/^✗ 1 available, held and sold .*: 1 of 33 tools/m);
  expect(broken.out).toMatch(/\n\d+ checks passed, 1 failed\n$/);
  expect(await shop.stop()).toBe(0);

  const stopped = await runVerify({ DATA_DIR: dataDir }, '--json', '--own-records');
  expect(stopped.code).toBe(1);
  expect(JSON.parse(stopped.out)).toMatchObject({ running: false, judge: 'own records', failed: 1 });
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  // The folder is free again.
  const lock = tryInstanceLock(dataDir);
  expect(lock).not.toBeNull();
  lock?.release();

  writeOlderRules(dataDir);
  const before = readFolderContent(join(dataDir, 'postgres'));
  const older = await runVerify({ DATA_DIR: dataDir });
  expect(older).toEqual({
    code: 2,
    out: '',
    err: 'Could not verify: This folder belongs to an older version of the shop. Start this version once, then try again.\n',
  });
  expect(readFolderContent(join(dataDir, 'postgres'))).toEqual(before);
});

test('npm run verify says why it could not check, with exit code 2, and creates no folder', async () => {
  const missing = join(dataDir, 'nothing');
  const [nowhere, unreachable, wrongKey, wrongWord] = await Promise.all([
    runVerify({ DATA_DIR: missing }),
    runVerify({ DATA_DIR: missing, DATABASE_URL: 'postgres://shop:a-password@127.0.0.1:1/shop' }),
    runVerify({ DATA_DIR: missing, DATABASE_URL: 'mysql://a-password' }),
    runVerify({ DATA_DIR: missing }, '--jsn'),
  ]);
  expect(nowhere.err).toContain(`There is no shop in ${missing}.`);
  expect(unreachable.err).toContain('ECONNREFUSED');
  expect(wrongKey.err).toContain('DATABASE_URL must be a postgres:// address');
  expect(wrongWord.err).toContain('--jsn is not an option.');
  const all = [nowhere, unreachable, wrongKey, wrongWord];
  expect(all.map(({ code }) => code)).toEqual([2, 2, 2, 2]);
  expect(all.map(({ out }) => out).join('')).toBe('');
  expect(all.map(({ err }) => err).join('')).not.toContain('a-password');
  expect(existsSync(missing)).toBe(false);
});

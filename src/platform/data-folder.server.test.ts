import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeDataFolder } from './data-folder.server.ts';
import { acquireInstanceLock } from './instance-lock.server.ts';
import { createLog } from './log.server.ts';

let dataDir: string;
const log = createLog('silent');
const getMode = (name: string) => (statSync(join(dataDir, name)).mode & 0o777).toString(8);
/** Root must let PostgreSQL's user enter. */
const OWN_FOLDER = process.geteuid?.() === 0 ? '711' : '700';

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'data-'));
  chmodSync(dataDir, 0o755);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('a folder from an earlier version is closed to other users, except for the database’s own folders', () => {
  for (const folder of ['images', 'postgres']) mkdirSync(join(dataDir, folder), { mode: 0o755 });
  for (const file of ['shop.lock', 'shop.pid', 'secret']) writeFileSync(join(dataDir, file), '', { mode: 0o644 });
  chmodSync(join(dataDir, 'secret'), 0o400);
  const outside = mkdtempSync(join(tmpdir(), 'outside-'));
  chmodSync(outside, 0o755);
  symlinkSync(outside, join(dataDir, 'link'));
  closeDataFolder(dataDir, log);
  const modes = Object.fromEntries(readdirSync(dataDir).map((name) => [name, getMode(name)]));
  expect(modes).toEqual({
    images: '700',
    postgres: '755',
    'shop.lock': '600',
    'shop.pid': '600',
    secret: '400',
    link: '755',
  });
  expect(getMode('.')).toBe(OWN_FOLDER);
  rmSync(outside, { recursive: true });
});

test('files of a lock are private to the shop from the beginning', async () => {
  const lock = await acquireInstanceLock(dataDir);
  try {
    expect(['shop.lock', 'shop.pid'].map(getMode)).toEqual(['600', '600']);
  } finally {
    lock.release();
  }
});

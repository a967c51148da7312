import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { restoreAt } from '#src/app/restore-at.server.ts';
import { parseEnv } from '#src/platform/env/env.server.ts';
import { findRunningPostgres } from '#src/platform/postgres/running.server.ts';
import {
  makeDataDir,
  QUICK_PASSWORDS,
  type RunningShop,
  removeDataDir,
  signInAdmin,
  startShop,
} from '#tests/support/running-shop.ts';
import { copyUsedDataDir } from '#tests/support/used-data-dir.ts';

const folders: string[] = [];
const shops: RunningShop[] = [];
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  // Those that a failed test has left.
  for (const { process: shop } of shops) shop.kill('SIGKILL');
  folders.forEach(removeDataDir);
});
function addFolder(folder = makeDataDir()): string {
  folders.push(folder);
  return folder;
}

async function query(of: string, statement: string) {
  const client = new pg.Client({ connectionString: await findRunningPostgres(of) });
  await client.connect();
  return (await client.query(statement).finally(() => client.end())).rows;
}

/** What the archive has, as the one folder in its place. */
function listArchive(place: string): string[] {
  const name = readdirSync(place).find((found) => found.startsWith('wal-'));
  return name ? readdirSync(join(place, name)).sort() : [];
}
const listBases = (place: string) => listArchive(place).filter((name) => name.endsWith('.json'));
const listSegments = (place: string) => listArchive(place).filter((name) => /^[0-9A-F]{24}-/.test(name));
const waitForBases = (place: string, count: number) =>
  expect.poll(() => listBases(place), { timeout: 60_000, interval: 200 }).toHaveLength(count);

const NEVER = new AbortController().signal;

/** `npm run restore -- --at`, in this process. */
async function restore(source: Record<string, string>, time: string, stopped = NEVER) {
  const parsed = parseEnv(source);
  if (!parsed.ok) throw new Error(parsed.errors.join());
  let out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text;
    return true;
  });
  const code = await restoreAt([time], parsed.env, stopped).finally(() => vi.restoreAllMocks());
  return { code, out };
}

test('a moment between two base backups is restored exactly, and the shop starts on it and goes on archiving', {
  timeout: 300_000,
}, async () => {
  const dataDir = addFolder(await copyUsedDataDir());
  const place = addFolder();
  const identity = await generateX25519Identity();
  const archiving = {
    ...QUICK_PASSWORDS,
    BACKUP_TO: place,
    BACKUP_SCHEDULE: '23:59',
    BACKUP_WAL: 'on',
    BACKUP_KEY: await identityToRecipient(identity),
  };
  const shop = await startShop({ dataDir, env: archiving });
  shops.push(shop);
  await waitForBases(place, 1);
  const token = await signInAdmin(shop.origin);
  async function add(note: string): Promise<string[]> {
    await query(dataDir, `insert into search_misses (query, times, last_at) values ('${note}', 1, now())`);
    const picture = sharp({ create: { width: 20, height: 10, channels: 3, background: '#c33' } });
    const form = new FormData();
    form.set('image', new File([new Uint8Array(await picture.png().toBuffer())], 'picture.png', { type: 'image/png' }));
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${shop.origin}/api/images`, { method: 'POST', headers, body: form })).status).toBe(200);
    return readdirSync(join(dataDir, 'images')).sort();
  }
  const imagesBefore = await add('before');
  await pause(20);
  const moment = new Date().toISOString();
  await pause(20);
  expect((await add('after')).length).toBeGreaterThan(imagesBefore.length);
  // It also ends the current segment, which would otherwise take a minute.
  const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...archiving, DATA_DIR: dataDir };
  await promisify(execFile)(process.execPath, ['build/server/backup.js', '--base'], { env });
  const archive = join(place, readdirSync(place)[0] ?? '');
  const { firstSegment } = JSON.parse(readFileSync(join(archive, listBases(place)[1] ?? ''), 'utf8'));
  const isArchived = () => listSegments(place).some((name) => name >= firstSegment);
  await expect.poll(isArchived, { timeout: 60_000, interval: 200 }).toBe(true);
  await shop.stop();

  const restored = addFolder();
  const reading = { BACKUP_TO: place, BACKUP_KEY: identity, DATA_DIR: restored };
  const refusals = [
    ['2026-11-28 10:15', reading, 'with its time zone, or latest'],
    ['2099-01-01T00:00:00Z', reading, 'is in the future'],
    ['2020-01-01T00:00:00Z', reading, /The archive in \S+ begins at \S+Z; no earlier moment can be restored/],
    [moment, { ...reading, BACKUP_KEY: archiving.BACKUP_KEY }, 'to the secret half of its key'],
    [moment, { ...reading, DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop' }, 'Only the built-in database'],
    [moment, { ...reading, DATA_DIR: dataDir }, `There is already a shop in ${dataDir} (secret, images, postgres).`],
  ] as const;
  for (const [time, source, reason] of refusals) await expect(restore(source, time), time).rejects.toThrow(reason);
  // The archive has no change that is later than the end of the second base backup.
  await expect(restore(reading, new Date().toISOString())).rejects.toThrow('does not reach');
  const parts = () =>
    readdirSync(restored).filter((name) => ['postgres', 'images', 'secret', 'restoring'].includes(name));
  expect(parts()).toEqual([]);

  const stopping = new AbortController();
  const stopped = expect(restore(reading, moment, stopping.signal)).rejects.toThrow('Stopped before it was done.');
  await expect.poll(() => existsSync(join(restored, 'restoring', 'wal')), { timeout: 60_000, interval: 2 }).toBe(true);
  stopping.abort();
  await stopped;
  expect(parts()).toEqual([]);
  // What a killed run leaves.
  mkdirSync(join(restored, 'restoring', 'postgres'), { recursive: true });
  writeFileSync(join(restored, 'restoring', 'postgres', 'PG_VERSION'), '18\n');

  const done = await restore(reading, moment);
  expect(done).toMatchObject({
    code: 0,
    out: expect.stringMatching(/\n\d+ checks passed, 0 failed\nRestored: the shop/),
  });
  expect(done.out).toMatch(/\(its last change is of \S+Z\)\. It can be started now\.\n$/);
  expect(parts().sort()).toEqual(['images', 'postgres', 'secret']);
  expect(readdirSync(join(restored, 'images')).sort()).toEqual(imagesBefore);
  // The restore itself has started the database twice since its recovery.
  const copy = await startShop({ dataDir: restored, env: archiving });
  shops.push(copy);
  expect(await query(restored, 'select query from search_misses')).toEqual([{ query: 'before' }]);
  // Its new timeline has a base backup before its first segment is full.
  await waitForBases(place, 3);
  await copy.stop();
  // Otherwise, the first segment after a start would end after five minutes instead of one.
  expect(readFileSync(join(restored, 'postgres.log'), 'utf8')).toContain('received SIGHUP');
});

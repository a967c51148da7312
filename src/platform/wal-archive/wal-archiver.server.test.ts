import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getNextSegment, listChain, toBaseName } from './archive-names.ts';
import { pruneWalArchive } from './prune-archive.server.ts';
import { type BaseBackup, findWalArchive, openWalArchive, type WalArchive } from './wal-archive.server.ts';
import { createWalArchiver } from './wal-archiver.server.ts';

let folder: string;
let dataDir: string;
let place: string;
let archive: WalArchive;
const errors: object[] = [];

const SEGMENT = '0000000100000000000000';
const DAY_MS = 86_400_000;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wal-archiver-'));
  dataDir = join(folder, 'data');
  place = join(folder, 'place');
  for (const path of ['postgres/global', 'postgres/pg_wal', 'postgres-wal', 'images'])
    mkdirSync(join(dataDir, path), { recursive: true });
  const control = Buffer.alloc(20);
  control.writeBigUInt64LE(7_581_234_567_890_123_456n);
  writeFileSync(join(dataDir, 'postgres', 'global', 'pg_control'), control);
  archive = await openWalArchive(place, dataDir, {});
  errors.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

const createArchiver = (more: Partial<Parameters<typeof createWalArchiver>[0]> = {}) =>
  createWalArchiver({
    openArchive: () => openWalArchive(place, dataDir, {}),
    dataDir,
    isImage: (name) => name.endsWith('.webp'),
    log: { error: (fields) => void errors.push(fields) },
    ...more,
  });
const handOver = (end: string, content = end) =>
  writeFileSync(join(dataDir, 'postgres-wal', `${SEGMENT}${end}`), content);
const listSpool = () => readdirSync(join(dataDir, 'postgres-wal')).filter((name) => name !== 'state.json');
const listArchived = async () => (await archive.names()).map((name) => name.slice(0, 24)).sort();
const addBase = (daysAgo: number, end: string, removedImages: string[] = []): Promise<void> => {
  const at = new Date(Date.now() - daysAgo * DAY_MS);
  const base: Omit<BaseBackup, 'name'> = {
    version: '1',
    startedAt: at.toISOString(),
    stoppedAt: at.toISOString(),
    firstSegment: `${SEGMENT}${end}`,
    isEncrypted: false,
    removedImages,
  };
  return archive.writeBase({ ...base, name: toBaseName(at) });
};

test('what the server hands over is archived once, after the images that its rows may name', async () => {
  const archiver = createArchiver();
  handOver('01');
  writeFileSync(join(dataDir, 'images', 'one.webp'), 'picture');
  writeFileSync(join(dataDir, 'images', 'one.tmp'), 'half');
  writeFileSync(join(dataDir, 'postgres-wal', 'archtemp.1'), 'half');
  handOver('01.00000028.backup');
  handOver('01.partial');
  await archiver.run();
  expect(await listArchived()).toEqual([`${SEGMENT}01`, 'image-one.webp.zst']);
  expect(listSpool()).toEqual(['archtemp.1']);
  const name = (await archive.names()).find((found) => found.startsWith(SEGMENT)) ?? '';
  expect(await new Response(await archive.read(name)).text()).toBe('01');
  // After a crash the server hands it over again.
  handOver('01');
  expect(await createArchiver().run()).toBe(1);
  expect((await listArchived()).length).toBe(2);
  expect(await findWalArchive(place, {})).toMatchObject({ title: archive.title });
});

test('a worker that does not archive says how it goes for the one that does', async () => {
  const [archiver, other] = [createArchiver(), createArchiver()];
  expect(other.state()).toEqual({ problem: undefined, archivedAt: null, needsBase: false });
  handOver('01');
  await archiver.run();
  expect(other.state()).toEqual({ ...archiver.state(), problem: null });
  expect(other.state()).toMatchObject({ archivedAt: expect.any(Date), needsBase: true });
  const failing = createArchiver({ openArchive: () => Promise.reject(new Error('The place is away.')) });
  await expect(failing.run()).rejects.toThrow();
  expect(other.state().problem).toBe('The place is away.');
  // Another worker archives from now on.
  failing.resign();
  archiver.resign();
  await archiver.run();
  expect(failing.state().problem).toBeNull();
});

test('a base backup is needed if there is none, if the log has a gap, and on a new timeline', async () => {
  const archiver = createArchiver();
  const needsBase = async () => {
    await archiver.run();
    return archiver.state().needsBase;
  };
  expect(await needsBase()).toBe(true);
  handOver('03');
  await addBase(0, '04');
  archiver.forget();
  expect(await needsBase()).toBe(false);
  for (const end of ['04', '05']) handOver(end);
  expect(await needsBase()).toBe(false);
  handOver('07');
  expect(await needsBase()).toBe(true);
  handOver('06');
  expect(await needsBase()).toBe(false);
  writeFileSync(join(dataDir, 'postgres-wal', '000000020000000000000008'), 'x');
  expect(await needsBase()).toBe(true);
  // Of a restored shop, before it has a segment of its own.
  rmSync(place, { recursive: true });
  await addBase(0, '04');
  archiver.forget();
  expect(await needsBase()).toBe(false);
  writeFileSync(join(dataDir, 'postgres', 'pg_wal', '00000002.history'), '1 0/4000000 before a moment');
  archiver.forget();
  expect(await needsBase()).toBe(true);
  await archiver.run();
  expect(await archive.names()).toContainEqual(expect.stringMatching(/^00000002\.history-/));
});

test('a place that cannot be used is named, and what waits is archived when it can be used again', async () => {
  const archiver = createArchiver();
  writeFileSync(place, 'a file');
  handOver('01');
  await expect(archiver.run()).rejects.toThrow('cannot be used: it is not a folder');
  expect(archiver.state()).toMatchObject({ archivedAt: null, problem: expect.stringContaining('it is not a folder') });
  // Compressed, so that it takes little of the shop's own disk.
  expect(listSpool()).toEqual([expect.stringMatching(/^0{7}10{14}01-[0-9a-f]{16}\.zst$/)]);
  rmSync(place);
  await archiver.run();
  expect(archiver.state()).toMatchObject({ archivedAt: expect.any(Date), problem: null });
  expect(await listArchived()).toEqual([`${SEGMENT}01`]);
});

test('the disk of the shop keeps a bounded part of the log, the newest', async () => {
  const archiver = createArchiver({ maxSpoolBytes: 40, openArchive: () => Promise.reject(new Error('away')) });
  for (const end of ['01', '02', '03', '04']) handOver(end);
  for (const _run of [1, 2]) await expect(archiver.run()).rejects.toThrow('away');
  expect(listSpool().map((name) => name.slice(22, 24))).toEqual(['03', '04']);
  expect(errors).toHaveLength(2);
});

test('a copy of the shop that archives into the same place is stopped before it mixes the logs', async () => {
  handOver('01', 'of the shop');
  await createArchiver().run();
  handOver('01', 'of its copy');
  await expect(createArchiver().run()).rejects.toThrow(`already has another ${SEGMENT}01: a copy of this shop`);
  expect(listSpool()).toHaveLength(1);
});

test('old base backups are removed with their log and images, except what the oldest moment needs', async () => {
  for (const end of ['01', '02', '03', '04', '05']) handOver(end);
  for (const name of ['gone.webp', 'later.webp', 'back.webp']) writeFileSync(join(dataDir, 'images', name), name);
  await createArchiver().run();
  await addBase(40, '01');
  await addBase(31, '03', ['image-gone.webp.zst', 'image-back.webp.zst']);
  await addBase(29, '04', ['image-gone.webp.zst', 'image-later.webp.zst']);
  await addBase(0, '05', ['image-gone.webp.zst', 'image-later.webp.zst']);
  expect(await pruneWalArchive(archive, 30)).toEqual({ removed: 4, problem: null });
  const names = await listArchived();
  expect(names.filter((name) => name.startsWith(SEGMENT)).map((name) => name.slice(22))).toEqual(['03', '04', '05']);
  expect(names.filter((name) => name.startsWith('base-'))).toHaveLength(3);
  expect(names.filter((name) => name.startsWith('image-'))).toEqual(['image-back.webp.zst', 'image-later.webp.zst']);
  expect(await pruneWalArchive(archive, 30)).toEqual({ removed: 0, problem: null });
});

test('segments follow each other over the end of a log', () => {
  expect(getNextSegment('0000000100000002000000FF')).toBe('000000010000000300000000');
  const has = (segment: string) => segment !== '000000010000000300000001';
  expect(listChain('0000000100000002000000FE', has)).toEqual([
    '0000000100000002000000FE',
    '0000000100000002000000FF',
    '000000010000000300000000',
  ]);
});

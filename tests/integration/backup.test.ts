import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import S3rver from 's3rver';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { verifyDatabase } from '#src/app/verify.server.ts';
import { createBackup } from '#src/flows/backups/create-backup.server.ts';
import { restoreBackup } from '#src/flows/backups/restore-backup.server.ts';
import { openAdvisoryLocks } from '#src/platform/advisory-locks.server.ts';
import { createArchive, readArchive } from '#src/platform/backup/archive.server.ts';
import { type BackupPlace, removeOldBackups } from '#src/platform/backup/backup-place.server.ts';
import { openBackupPlace } from '#src/platform/backup/open-backup-place.server.ts';
import { compareSchema, copyMigrations, migrateDatabase } from '#src/platform/migrate.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import { CLEAN_UP_JOB, toJobLock } from '#src/platform/worker/job-locks.ts';
import { dropDatabase } from '#tests/support/database.ts';
import { withDatabase } from '#tests/support/database-url.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, payOrder, placeOrder } from './order-helpers.ts';

const server = inject('postgresUrl');
const MIGRATIONS = 'migrations';
const VERSION = '1.2.3';
const SILENT = { begin() {}, start() {}, result() {}, end() {} };

let shop: TestShop;
let ada: TestUser;
let folder: string;
let dataDir: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backups-'));
  dataDir = join(folder, 'data');
  shop = await createTestShop({ settings: { imageFolder: join(dataDir, 'images') } });
  ada = await shop.signUp();
  const tool = await createTool(shop, { quantity: 1_000 });
  await payOrder(shop, ada, await placeOrder(shop, ada, tool));
  await placeOrder(shop, ada, tool);
  const form = new FormData();
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer();
  form.set('image', new File([new Uint8Array(photo)], 'x.jpg'));
  expect((await shop.call('POST', '/images', { token: ada.token, body: form })).status).toBe(200);
  writeFileSync(join(dataDir, 'secret'), 'the-secret-of-this-shop');
});
const made: string[] = [];
afterEach(async () => {
  for (const name of made.splice(0)) await dropDatabase(server, name);
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Connects once, for a statement or two. */
async function at<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

async function createEmpty(): Promise<string> {
  const name = `restored_${randomBytes(6).toString('hex')}`;
  await at(server, (client) => client.query(`create database ${name}`));
  made.push(name);
  return withDatabase(server, name);
}

/** Keeps backups in memory, so that tests can change them. */
function openMemory() {
  const files = new Map<string, Buffer>();
  const place: BackupPlace = {
    title: 'memory',
    async write(name, bytes) {
      files.set(name, Buffer.from(await new Response(bytes).arrayBuffer()));
      return files.get(name)?.length ?? 0;
    },
    read: async (name) => new Response(files.get(name) as BodyInit).body as ReadableStream<Uint8Array>,
    names: async () => [...files.keys()],
    list: async () => [],
    remove: async (name) => void files.delete(name),
  };
  return { files, place };
}

async function back(options: Partial<Parameters<typeof createBackup>[0]> = {}): Promise<Buffer> {
  const { files, place } = openMemory();
  const backup = { url: shop.database.url, dataDir, place, version: VERSION, ...options };
  return files.get((await createBackup(backup)).name) ?? Buffer.alloc(0);
}

function restore(bytes: Uint8Array, url: string, key?: string) {
  const target = mkdtempSync(join(folder, 'restored-'));
  const stream = new Response(bytes as BodyInit).body as ReadableStream<Uint8Array>;
  const restored = restoreBackup({ bytes: stream, key, url, folder: target, migrations: MIGRATIONS });
  return restored.then((manifest) => ({ manifest, target }));
}

const sumTables = (url: string) =>
  at(url, async (client) => {
    const tables = await client.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'card_sandbox') order by 1",
    );
    const sums: Record<string, unknown> = {};
    for (const { name } of tables.rows) {
      const sum = `select count(*)::int as rows, sum(hashtextextended(t::text, 0))::text as sum from ${name} t`;
      sums[name] = (await client.query(sum)).rows[0];
    }
    return sums;
  });

const readRules = (url: string) =>
  at(url, async (client) => {
    const { rows } = await client.query(
      `select 'constraint' as kind, conrelid::regclass::text || ' ' || conname as name, pg_get_constraintdef(oid) as rule
         from pg_constraint where connamespace::regnamespace::text in ('public', 'card_sandbox')
       union all select 'trigger', tgrelid::regclass::text || ' ' || tgname, tgenabled::text from pg_trigger where not tgisinternal
       union all select 'sequence', schemaname || '.' || sequencename, last_value::text from pg_sequences where schemaname in ('public', 'card_sandbox')
       order by 1, 2`,
    );
    return rows;
  });

const listFiles = (of: string) =>
  readdirSync(join(of, 'images'))
    .sort()
    .map((name) => [name, readFileSync(join(of, 'images', name)).toString('base64')]);

const isWhole = async (url: string, imageFolder: string) => {
  const options = { migrations: MIGRATIONS, ledger: true };
  return (await verifyDatabase({ url, title: 'restored', imageFolder }, options, SILENT)).failed;
};

test.each([
  ['without a key', async () => [undefined, undefined]],
  ['with a passphrase', async () => ['a long enough passphrase', 'a long enough passphrase']],
  [
    'with a key pair',
    async () => {
      const identity = await generateIdentity();
      return [await identityToRecipient(identity), identity];
    },
  ],
])('a shop that was backed up and restored %s is the same, with all its rules and files', async (_how, makeKeys) => {
  const [key, otherHalf] = await makeKeys();
  const url = await createEmpty();
  const { manifest, target } = await restore(await back({ key }), url, otherHalf);
  expect(manifest.version).toBe(VERSION);
  expect(await sumTables(url)).toEqual(await sumTables(shop.database.url));
  expect(await readRules(url)).toEqual(await readRules(shop.database.url));
  expect(listFiles(target)).toEqual(listFiles(dataDir));
  expect(listFiles(target).length).toBeGreaterThan(1);
  expect(readFileSync(join(target, 'secret'), 'utf8')).toBe('the-secret-of-this-shop');
  expect(statSync(join(target, 'secret')).mode & 0o777).toBe(0o600);
  expect(await isWhole(url, join(target, 'images'))).toBe(0);
});

test('a backup that was cut off, changed, or is read with another key is refused, and no row of it is kept', async () => {
  const plain = await back();
  const changed = Buffer.from(plain);
  changed.writeUInt8(changed.readUInt8(plain.length - 200) ^ 1, plain.length - 200);
  const secret = await back({ key: 'one long passphrase' });
  expect(secret.includes(ada.email)).toBe(false);
  const cases = [
    [plain.subarray(0, plain.length - 3_000), undefined, /^The backup (cannot be read|is incomplete)/],
    [changed, undefined, /^The backup (cannot be read|is damaged)/],
    [secret, 'another passphrase', /^The backup cannot be read/],
    [secret, undefined, /^The backup cannot be read/],
    [Buffer.from('PK\u0003\u0004'), undefined, /^The backup cannot be read/],
  ] as const;
  for (const [bytes, key, reason] of cases) {
    const url = await createEmpty();
    await expect(restore(bytes, url, key)).rejects.toThrow(reason);
    const { rows } = await at(url, (client) =>
      client.query("select 1 from pg_tables where schemaname = 'public' and tablename = 'users'"),
    );
    if (rows.length > 0) expect((await sumTables(url))['public.users']).toMatchObject({ rows: 0 });
  }
});

test('an entry that differs from its checksum is refused, although the archive is otherwise whole', async () => {
  const archive = await createArchive(undefined);
  const bytes = new Response(archive.bytes).arrayBuffer();
  await archive.add('tables/public.users/000000', Buffer.from('changed'));
  await archive.add('SHA256SUMS', Buffer.from(`${'0'.repeat(64)}  tables/public.users/000000\n`));
  await archive.finish();
  const read = async () => {
    const stream = new Response(new Uint8Array(await bytes)).body as ReadableStream<Uint8Array>;
    for await (const { body } of readArchive(stream, undefined)) await new Response(body).text();
  };
  await expect(read()).rejects.toThrow('The backup is damaged: a checksum differs.');
});

test('orders that are placed during a backup are in it whole or not at all', async () => {
  const tool = await createTool(shop, { quantity: 10_000 });
  let isDone = false;
  const placing = Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let placed = 0; !isDone || placed === 0; placed += 1)
        await payOrder(shop, ada, await placeOrder(shop, ada, tool));
    }),
  );
  const bytes = await back();
  const again = await back();
  isDone = true;
  await placing;
  for (const one of [bytes, again]) {
    const url = await createEmpty();
    const { target } = await restore(one, url);
    expect(await isWhole(url, join(target, 'images'))).toBe(0);
  }
});

test('a backup holds off the cleanup of files and another backup, and leaves out files without a row', async () => {
  const unknown = join(dataDir, 'images', 'AAAAAAAAAAAAAAAAAAAAAAAA_10x10_2.webp');
  writeFileSync(unknown, 'no row yet');
  const { files, place } = openMemory();
  const started = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const write: BackupPlace['write'] = async (name, bytes) => {
    started.resolve();
    await go.promise;
    return place.write(name, bytes);
  };
  const options = { url: shop.database.url, dataDir, version: VERSION };
  const making = createBackup({ ...options, place: { ...place, write } });
  await started.promise;
  const locks = openAdvisoryLocks(shop.database.url);
  expect(await locks.tryAcquire(toJobLock(CLEAN_UP_JOB))).toBeNull();
  await expect(createBackup({ ...options, place })).rejects.toThrow('Another backup of this shop is being made.');
  go.resolve();
  const { name } = await making;
  expect(await locks.tryAcquire(toJobLock(CLEAN_UP_JOB))).not.toBeNull();
  await locks.close();
  rmSync(unknown);
  const { target } = await restore(files.get(name) ?? Buffer.alloc(0), await createEmpty());
  expect(listFiles(target)).toEqual(listFiles(dataDir));
});

test('a backup of an earlier version is restored and brought up to date, without an operator’s own tables', async () => {
  const older = await createEmpty();
  const migrations = mkdtempSync(join(folder, 'migrations-'));
  const applied = copyMigrations(MIGRATIONS, migrations, ({ idx }) => idx <= 50);
  await migrateDatabase(older, migrations);
  await at(older, (client) => client.query('create table my_report (note text); insert into my_report values (1)'));
  await at(older, (client) =>
    client.query(
      "insert into users (id, email, role, display_name) values ('u1', 'old@example.com', 'customer', 'One'), ('u2', 'older@example.com', 'customer', 'Two')",
    ),
  );
  const url = await createEmpty();
  const { manifest } = await restore(await back({ url: older }), url);
  expect(manifest.database.migrations).toEqual(applied);
  expect(await at(url, (client) => compareSchema(client, MIGRATIONS))).toBe('same');
  const emails = await at(url, (client) => client.query('select email from users order by id'));
  expect(emails.rows).toEqual([{ email: 'old@example.com' }, { email: 'older@example.com' }]);
  const report = await at(url, (client) => client.query("select to_regclass('my_report') as name"));
  expect(report.rows).toEqual([{ name: null }]);
});

test('a restore that is stopped keeps no row', async () => {
  const url = await createEmpty();
  const stopping = new AbortController();
  const stream = new Response((await back()) as BodyInit).body as ReadableStream<Uint8Array>;
  const restoring = restoreBackup({
    bytes: stream,
    url,
    folder: mkdtempSync(join(folder, 'restored-')),
    migrations: MIGRATIONS,
    stopped: stopping.signal,
    onProgress: ({ entry }) => entry.startsWith('tables/public.users') && stopping.abort(),
  });
  await expect(restoring).rejects.toThrow('Stopped before it was done.');
  expect((await sumTables(url))['public.users']).toMatchObject({ rows: 0 });
});

test('a backup of a newer version, and a database that is not empty, are refused with what to do', async () => {
  const url = await createEmpty();
  const newer = await createEmpty();
  await migrateDatabase(newer, MIGRATIONS);
  await at(newer, (client) =>
    client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)"),
  );
  await expect(restore(await back({ url: newer, version: '9.0.0' }), url)).rejects.toThrow(
    'made by a newer version of the shop (9.0.0). Restore it with that version',
  );
  const archive = await createArchive(undefined);
  const bytes = new Response(archive.bytes).arrayBuffer();
  await archive.add('manifest.json', Buffer.from(JSON.stringify({ shop: 'ironmonger', format: 2, version: '8.0.0' })));
  await archive.finish();
  await expect(restore(new Uint8Array(await bytes), url)).rejects.toThrow(
    'made by a newer version of the shop (8.0.0)',
  );
  await expect(restore(await back(), newer)).rejects.toThrow(/The database is not empty.*createdb/);
});

describe('where backups are stored', () => {
  let storage: S3rver;
  let endpoint: string;
  beforeAll(async () => {
    storage = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: mkdtempSync(join(folder, 's3-')),
      configureBuckets: [{ name: 'my-backups', configs: [] }],
    });
    endpoint = `http://127.0.0.1:${(await storage.run()).port}`;
  });
  afterAll(() => storage.close());

  const s3 = () => ({
    endpoint,
    region: 'us-east-1',
    pathStyle: true,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  });
  const places: [string, () => Promise<BackupPlace>][] = [
    ['a folder', () => openBackupPlace(join(folder, 'place'), undefined)],
    ['a bucket', () => openBackupPlace('s3://my-backups/shops/one', s3())],
  ];

  test.each(places)(
    '%s keeps a whole backup, lists the newest first, and forgets the old ones',
    async (_name, open) => {
      const place = await open();
      const content = randomBytes(40_000_000);
      const stream = () => new Blob([content]).stream() as ReadableStream<Uint8Array>;
      const [old, newer, newest] = ['2026-01-01T03-00-00Z', '2026-10-01T03-00-00Z', '2026-10-02T03-00-00Z'].map(
        (time) => `ironmonger-${time}.tar.zst`,
      ) as [string, string, string];
      for (const name of [newer, old]) await place.write(name, new Blob(['x']).stream());
      expect(await place.write(newest, stream())).toBe(content.length);
      expect(content.equals(Buffer.from(await new Response(await place.read(newest)).arrayBuffer()))).toBe(true);
      expect((await place.list()).map(({ name }) => name)).toEqual([newest, newer, old]);
      const now = Date.parse('2026-10-03T00:00:00Z');
      expect(await removeOldBackups(place, 30, now)).toEqual({ removed: [old], problem: null });
      expect(await removeOldBackups(place, 1, now + 1e12)).toEqual({ removed: [newer], problem: null });
      expect((await place.list()).map(({ name }) => name)).toEqual([newest]);
      await expect(place.read(old).then((bytes) => new Response(bytes).text())).rejects.toThrow(StartupError);
    },
  );

  test.each(places)('%s keeps nothing of a backup that failed', async (_name, open) => {
    const place = await open();
    const name = 'ironmonger-2020-01-01T03-00-00Z.tar.zst';
    let sent = 0;
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent > 40) controller.error(new Error('the database is gone'));
        else controller.enqueue(randomBytes(1_000_000));
      },
    });
    await expect(place.write(name, broken)).rejects.toThrow('the database is gone');
    expect((await place.list()).map((backup) => backup.name)).not.toContain(name);
    if (_name === 'a folder')
      expect(readdirSync(join(folder, 'place')).filter((file) => file.includes('2020'))).toEqual([]);
  });

  test('a folder and its backups can be read by their owner only', async () => {
    const place = await openBackupPlace(join(folder, 'closed'), undefined);
    await createBackup({ url: shop.database.url, dataDir, place, version: VERSION });
    const [backup] = await place.list();
    const modes = [join(folder, 'closed'), join(folder, 'closed', backup?.name ?? '')].map(
      (path) => statSync(path).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o600]);
  });

  test('what a killed backup left is removed after a day, and backups that may not be removed are no failure', async () => {
    const place = await openBackupPlace(join(folder, 'left'), undefined);
    const [old, older, recent] = ['03', '02', '01'].map((day) => `ironmonger-2026-01-${day}T03-00-00Z.tar.zst`);
    await place.write(older ?? '', new Blob(['x']).stream());
    for (const name of [`${old}.part`, `${recent}.part`, 'mine.part'])
      writeFileSync(join(folder, 'left', name), 'half');
    for (const name of [`${old}.part`, 'mine.part']) utimesSync(join(folder, 'left', name), 1, 1);
    await place.write('ironmonger-2026-01-04T03-00-00Z.tar.zst', new Blob(['x']).stream());
    const left = readdirSync(join(folder, 'left')).filter((name) => name.endsWith('.part'));
    expect(left.sort()).toEqual([`${recent}.part`, 'mine.part']);
    const remove = () => Promise.reject(new StartupError('The storage responded with 403.'));
    expect(await removeOldBackups({ ...place, remove }, 1)).toEqual({
      removed: [],
      problem: 'The storage responded with 403.',
    });
  });

  test('a place that cannot be used says why, without keys', async () => {
    writeFileSync(join(folder, 'file'), '');
    const bytes = () => new Blob(['x']).stream();
    const name = 'ironmonger-2020-01-01T03-00-00Z.tar.zst';
    const blocked = await openBackupPlace(join(folder, 'file', 'below'), undefined);
    await expect(blocked.write(name, bytes())).rejects.toThrow(/cannot be used: it is not a folder\.$/);
    const missing = await openBackupPlace('s3://no-such-bucket', s3());
    await expect(missing.write(name, bytes())).rejects.toThrow('The storage has no bucket called no-such-bucket.');
    const away = await openBackupPlace('s3://my-backups', { ...s3(), endpoint: 'http://127.0.0.1:1' });
    await expect(away.write(name, bytes())).rejects.toThrow('The storage of my-backups cannot be reached.');
    await expect(openBackupPlace('s3://X', s3())).rejects.toThrow('is not the address of a bucket');
    await expect(openBackupPlace('s3://my-backups', undefined)).rejects.toThrow('Set BACKUP_S3_ACCESS_KEY_ID');
  });
});

test('a dump waits for its reader', async () => {
  const archive = await createArchive(undefined);
  let added = 0;
  const adding = (async () => {
    for (; added < 100; added += 1) await archive.add(`${added}`, randomBytes(1_000_000));
    await archive.finish();
  })();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(added).toBeLessThan(100);
  let size = 0;
  for await (const chunk of archive.bytes) size += chunk.length;
  await adding;
  expect([added, size > 90_000_000]).toEqual([100, true]);
});

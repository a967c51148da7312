import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { claimImports } from '#src/features/imports/queries.server.ts';
import { deleteOldImports } from '#src/flows/imports/delete-old-imports.server.ts';
import { createImportWorker } from '#src/flows/imports/import-worker.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { checkFile, importFile, readImport, upload } from './import-helpers.ts';
import { objectBody, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;
const lines: string[] = [];
const workers: ReturnType<typeof createImportWorker>[] = [];

const HEAD = 'SKU,Name,Price,MOQ\n';
const line = (at: number, name = `Rasp ${at}`) => `T-${at},${name},5,1\n`;
/** Enough for three batches of a check. The thread hangs on the second one. */
const STUCK = `${HEAD}${Array.from({ length: 120 }, (_, at) => line(at, at === 60 ? 'stuck-here' : undefined)).join('')}`;
const WHOLE = `${HEAD}${Array.from({ length: 120 }, (_, at) => line(at)).join('')}`;

const call = (method: string, path: string, body?: object) => shop.call(method, path, { token: admin.token, body });
const expire = () => shop.sql`update imports set claimed_until = now()`;

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await shop.sql`delete from imports`;
});
afterAll(() => shop.close());

/** Creates a worker whose thread hangs on some batches. */
function createStuckWorker(timeoutMs: number) {
  const context = { db: shop.database.db, log: createLog('error', { write: (line) => void lines.push(line) }) };
  const program = fileURLToPath(new URL('../support/stuck-file-thread.ts', import.meta.url));
  const worker = createImportWorker(context, undefined, { timeoutMs, program });
  workers.push(worker);
  return worker;
}

/** Waits until the thread hangs, when the transaction of its batch waits for it. */
async function waitUntilStuck(): Promise<void> {
  const stuck = () =>
    shop.sql`select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
      and state_change < clock_timestamp() - interval '300 ms'`;
  await expect.poll(async () => (await stuck()).length).toBe(1);
}

async function send(file: string): Promise<string> {
  const { body } = await upload(shop, admin, file);
  return (body as { insertedId: string }).insertedId;
}

describe('a file on which its thread hangs', () => {
  test('is tried twice, and then stopped until an admin retries it', async () => {
    const id = await send(STUCK);
    await createStuckWorker(1_500).run();
    expect(await readImport(shop, admin, id)).toMatchObject({
      state: 'stopped',
      phase: null,
      rows: 50,
      reason: expect.stringContaining('could not check this file. Please try again'),
    });
    expect(await shop.sql`select attempts, crashes from imports`).toEqual([{ attempts: 0, crashes: 0 }]);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      ...{ import: id, state: 'checking', attempts: 3, row: 50 },
      msg: 'an import was stopped, and waits for an admin',
    });
    expect(await claimImports(shop.database.db, 1)).toEqual([]);
    const again = await call('POST', `/imports/${id}/retry`);
    expect([again.status, again.body]).toEqual([200, { acknowledged: true, state: 'checking' }]);
    await shop.workers.get('imports').run();
    expect(await readImport(shop, admin, id)).toMatchObject({ state: 'ready', rows: 120, creates: 120, reason: null });
    expect(statusAndCode(await call('POST', `/imports/${id}/retry`))).toBe('409 import_state');
  });

  test('is aborted when an admin deletes it', async () => {
    const id = await send(STUCK);
    const running = createStuckWorker(600_000).run();
    await waitUntilStuck();
    expect((await call('DELETE', `/imports/${id}`)).status).toBe(200);
    await running;
    expect(await shop.sql`select from imports`).toEqual([]);
  });

  test('is aborted when the shop stops, which does not count as an attempt', async () => {
    await send(STUCK);
    const worker = createStuckWorker(600_000);
    void worker.run();
    await waitUntilStuck();
    await worker.stop();
    expect(await shop.sql`select state, claim, attempts, crashes from imports`).toEqual([
      { state: 'checking', claim: null, attempts: 0, crashes: 0 },
    ]);
  });
});

test('the claim is renewed while the rows of a large earlier check are deleted, until the shop stops', async () => {
  const id = await send(WHOLE);
  await shop.sql`insert into import_rows (import_id, row, result, name) select ${id}, n, 'create', 'Rasp'
    from generate_series(1, 5001) n`;
  const lock = await shop.database.pool.connect();
  try {
    await lock.query('begin');
    await lock.query('select from import_rows where row = 1 for update');
    const worker = createStuckWorker(600_000);
    void worker.run();
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await shop.query(waiting)).length).toBe(1);
    await expire();
    const kept = "select from imports where claimed_until > now() + interval '10 seconds'";
    await expect.poll(async () => (await shop.query(kept)).length).toBe(1);
    const stopped = worker.stop();
    await lock.query('rollback');
    await stopped;
  } finally {
    lock.release();
  }
  expect(await shop.sql`select state, claim, attempts from imports`).toEqual([
    { state: 'checking', claim: null, attempts: 0 },
  ]);
  expect((await shop.sql`select from import_rows`).length).toBe(1);
});

describe('a process that is killed', () => {
  const killedAt = async (rows: number) => {
    const [job] = await claimImports(shop.database.db, 1);
    await shop.sql`update imports set rows = ${rows}`;
    await expire();
    return job;
  };

  test('twice at the same row leaves an import that nobody claims until an admin retries it', async () => {
    const id = await send(WHOLE);
    await killedAt(50);
    await killedAt(50);
    await shop.workers.get('imports').run();
    expect((await readImport(shop, admin, id)).state).toBe('stopped');
    expect((await call('DELETE', `/imports/${id}`)).status).toBe(200);
  });

  test('twice while writing leaves an import that can be retried as long as its rows exist', async () => {
    const { _id: id } = await checkFile(shop, admin, WHOLE);
    await call('POST', `/imports/${id}/confirm`);
    for (const _ of [1, 2]) {
      await claimImports(shop.database.db, 1);
      await expire();
    }
    await shop.workers.get('imports').run();
    expect((await readImport(shop, admin, id)).state).toBe('stopped');
    await shop.sql`update imports set made_at = now() - interval '91 days'`;
    const refused = await call('POST', `/imports/${id}/retry`);
    expect([statusAndCode(refused), objectBody(refused).detail]).toEqual([
      '409 import_state',
      'An import can be tried again within 90 days. This one is older.',
    ]);
    await deleteOldImports(shop.database.db);
    expect(await readImport(shop, admin, id)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('nobody tried it again within 90 days'),
    });
    expect(await shop.sql`select from import_rows`).toEqual([]);
  });

  test('during an import and its undo leaves no attempts on record afterwards', async () => {
    const { _id: id } = await checkFile(shop, admin, WHOLE.replaceAll('T-', 'L-'));
    for (const [step, state] of [
      ['confirm', 'done'],
      ['undo', 'undone'],
    ] as const) {
      const called = call('POST', `/imports/${id}/${step}`);
      await expect.poll(async () => (await claimImports(shop.database.db, 1)).length).toBe(1);
      await expire();
      await shop.workers.get('imports').run();
      expect((await called).status).toBe(200);
      expect(await shop.sql`select state, attempts, crashed_at_row, crashes from imports`).toEqual([
        { state, attempts: 0, crashed_at_row: null, crashes: 0 },
      ]);
    }
  });

  test('at a different row each time leaves an import that continues by itself', async () => {
    const id = await send(WHOLE);
    for (const rows of [0, 50, 100]) await killedAt(rows);
    await shop.workers.get('imports').run();
    expect(await readImport(shop, admin, id)).toMatchObject({ state: 'ready', rows: 120 });
  });
});

describe('unfinished imports', () => {
  const insert = (values: { madeBy: string; bytes?: number; count?: number }) =>
    shop.sql`insert into imports (id, state, file_name, made_by, stored_bytes)
       select lpad(n::text, 24, 'x'), 'failed', 'x.csv', ${values.madeBy}, ${values.bytes ?? 0} from generate_series(1, ${values.count ?? 1}::int) n`;
  const MEGABYTE = 1_048_576;

  test('of one admin take at most 2 GB, including the findings of their checks', async () => {
    await insert({ madeBy: admin.email, bytes: 2_048 * MEGABYTE });
    const response = await upload(shop, admin, WHOLE);
    expect(statusAndCode(response)).toBe('409 too_many_imports');
    expect(objectBody(response).detail).toContain(
      'of your other imports take 2.0 GB. Please confirm or delete an import.',
    );
  });

  test.each([
    ['one admin', () => insert({ madeBy: admin.email, bytes: 2_048 * MEGABYTE - WHOLE.length })],
    [
      'all',
      () => insert({ madeBy: 'other@example.com', bytes: 2_048 * MEGABYTE - Math.ceil(WHOLE.length / 4), count: 4 }),
    ],
  ])('do not exceed the limit of %s when several are checked at once', async (_, fill) => {
    const id = await send(WHOLE);
    await fill();
    await shop.workers.get('imports').run();
    expect(await readImport(shop, admin, id)).toMatchObject({
      state: 'failed',
      rows: 0,
      reason: expect.stringContaining('There is not enough space for the changes in this file.'),
    });
    expect(await shop.sql`select from import_rows`).toEqual([]);
  });

  test('of all admins take at most 8 GB, and there are at most a hundred', async () => {
    await insert({ madeBy: 'other@example.com', bytes: 1_024 * MEGABYTE, count: 8 });
    expect(statusAndCode(await upload(shop, admin, WHOLE))).toBe('409 too_many_imports');
    await shop.sql`delete from imports`;
    await insert({ madeBy: 'other@example.com', count: 100 });
    await shop.sql`update imports set state = 'ready'`;
    expect(statusAndCode(await upload(shop, admin, WHOLE))).toBe('409 too_many_imports');
  });

  test('reject a file without room while it arrives, and nothing of it is left', async () => {
    await insert({ madeBy: admin.email, bytes: 2_048 * MEGABYTE - 1_000 });
    const large = `${HEAD}${line(1, 'x'.repeat(100)).repeat(4_000)}`;
    const response = await upload(shop, admin, large);
    expect(statusAndCode(response)).toBe('409 too_many_imports');
    expect(objectBody(response).detail).toContain('There is not enough space for a file of this size');
    expect(
      await shop.sql`select from import_pieces p join imports i on i.id = import_id where state = 'uploading'`,
    ).toEqual([]);
  });

  test('count their errors after writing, which are kept for a week if there are many', async () => {
    const { _id: id } = await checkFile(shop, admin, `${WHOLE.replaceAll('T-', 'K-')}K-999,,5,1\n`);
    await call('POST', `/imports/${id}/confirm`, { skipFaulty: true });
    await shop.workers.get('imports').run();
    const stored = async () => (await shop.sql`select state, stored_bytes::int as bytes from imports`)[0];
    const kept = await stored();
    expect(kept?.state).toBe('done');
    expect(kept?.bytes).toBeGreaterThan(100);
    expect(kept?.bytes).toBeLessThan(1_000);
    expect(await shop.sql`select from import_keys`).toEqual([]);
    expect((await call('GET', `/imports/${id}/faults.csv`)).body).toContain('Name');
    await shop.sql`update imports set made_at = now() - interval '8 days'`;
    await deleteOldImports(shop.database.db);
    expect(await stored()).toEqual(kept);
    await shop.sql`update imports set stored_bytes = ${17 * MEGABYTE}`;
    await deleteOldImports(shop.database.db);
    expect(await stored()).toEqual({ state: 'done', bytes: 0 });
    expect(await shop.sql`select result, count(*)::int from import_rows group by 1`).toEqual([
      { result: 'create', count: 120 },
    ]);
  });

  test('count their file and the findings of the check, and nothing once they are written', async () => {
    const id = await send(WHOLE);
    await shop.workers.get('imports').run();
    const [checked] = await shop.sql`select stored_bytes::int as bytes from imports where id = ${id}`;
    expect(checked?.bytes).toBeGreaterThan(WHOLE.length + 120 * 50);
    await call('DELETE', `/imports/${id}`);
    const { _id } = await importFile(shop, admin, WHOLE);
    expect(await shop.sql`select stored_bytes::int as bytes from imports where id = ${_id}`).toEqual([{ bytes: 0 }]);
  });
});

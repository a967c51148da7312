import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runPreflightChecks } from '#src/app/preflight.server.ts';
import { findBinaries } from '#src/platform/postgres/binaries.server.ts';
import { chooseRunAs } from '#src/platform/postgres/drop-privileges.server.ts';
import { startEmbeddedPostgres } from '#src/platform/postgres/embedded.server.ts';
import { launchOnFreeAddress, shutDown } from '#src/platform/postgres/server-process.server.ts';
import { readPassword } from '#src/platform/postgres/shop-role.server.ts';
import { toUrl } from '#src/platform/postgres/supervisor.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { withDatabase } from '#tests/support/database-url.ts';
import { setReadOnly } from '#tests/support/read-only-database.ts';
import { makeScratchDir } from '#tests/support/scratch-dir.ts';
import { openSilentNetwork } from '#tests/support/silent-network.ts';

let database: TestDatabase;
const dataDir = makeScratchDir('start-');

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function check(url: string, onWait: () => void = () => {}, patienceMs = 120_000) {
  const waits: string[] = [];
  const errors = await runPreflightChecks(
    { dataDir, database: { kind: 'postgres', url, poolSize: 5, preparedStatements: true } },
    {
      onWait(reason) {
        waits.push(reason);
        onWait();
      },
      patienceMs,
    },
  );
  return { waits, errors };
}

test('a database that is away at the start is waited for, and one that is there is not', async () => {
  const network = await openSilentNetwork(database.url);
  expect(await check(network.url)).toEqual({ waits: [], errors: [] });
  await network.setReachable(false);
  expect(await check(network.url, () => void network.setReachable(true))).toEqual({
    waits: [expect.stringMatching(/^DATABASE_URL cannot be used yet: connect ECONNREFUSED .*\.$/)],
    errors: [],
  });
  network.close();
});

test('a database that stays away is named in the end, and what somebody has to correct at once', async () => {
  const network = await openSilentNetwork(database.url);
  await network.setReachable(false);
  const { waits, errors } = await check(network.url, () => {}, 100);
  expect([waits.length, errors]).toEqual([1, [expect.stringMatching(/^DATABASE_URL cannot be used: connect ECONN/)]]);
  expect(await check(withDatabase(database.url, 'no_such_database'))).toEqual({
    waits: [],
    errors: [expect.stringMatching(/^DATABASE_URL cannot be used: database "no_such_database" does not exist\.$/)],
  });
});

const READ_ONLY = /^DATABASE_URL leads to a database that accepts no writes: a standby.* Set it to the address of the/;

test('a primary that was demoted is refused in one sentence', async () => {
  await setReadOnly(database.pool, true);
  const { errors } = await check(database.url);
  await setReadOnly(database.pool, false);
  expect(errors).toEqual([expect.stringMatching(READ_ONLY)]);
});

test('a standby is refused in one sentence', async () => {
  const folder = makeScratchDir('standby-');
  const primary = await startEmbeddedPostgres({ dataDir: folder, log: { warn() {}, error() {} } });
  await primary.stop();
  const cluster = join(folder, 'postgres');
  writeFileSync(join(cluster, 'standby.signal'), '');
  // As the shop's own database, it is refused before anything is changed or stopped.
  await expect(startEmbeddedPostgres({ dataDir: folder, log: { warn() {}, error() {} } })).rejects.toThrow(
    `The database in ${cluster} is in recovery (standby.signal)`,
  );
  const binaries = findBinaries();
  const runAs = chooseRunAs(folder, binaries.initdb);
  const config = { cluster, logFile: join(folder, 'postgres.log'), postgres: binaries.postgres, runAs, durable: true };
  const { child, address } = await launchOnFreeAddress(config);
  try {
    expect((await check(toUrl(address, readPassword(cluster)))).errors).toEqual([expect.stringMatching(READ_ONLY)]);
  } finally {
    await shutDown(child, cluster);
  }
  // Whoever removes the file has not ended the recovery.
  rmSync(join(cluster, 'standby.signal'));
  await expect(startEmbeddedPostgres({ dataDir: folder, log: { warn() {}, error() {} } })).rejects.toThrow(
    `The database in ${cluster} is in recovery: it has not reached its target`,
  );
});

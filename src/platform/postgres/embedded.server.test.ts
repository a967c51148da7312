import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readFolderContent } from '#tests/support/older-folder.ts';
import { makeScratchDir } from '#tests/support/scratch-dir.ts';
import { StartupError } from '../startup-error.server.ts';
import { findBinaries } from './binaries.server.ts';
import { chooseRunAs, spawnAs } from './drop-privileges.server.ts';
import { startEmbeddedPostgres } from './embedded.server.ts';
import { findProcesses } from './processes.server.ts';
import { listServerArguments } from './server-arguments.server.ts';
import { type EmbeddedPostgres, getRestartDelay } from './supervisor.server.ts';

const isRoot = process.geteuid?.() === 0;

describe('the PostgreSQL inside the shop', () => {
  let dataDir: string;
  const running: EmbeddedPostgres[] = [];

  beforeEach(() => {
    dataDir = makeScratchDir('shop-');
  });
  afterEach(async () => {
    for (const postgres of running.splice(0)) await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function start(log = { warn: () => {}, error: () => {} }): Promise<EmbeddedPostgres> {
    const postgres = await startEmbeddedPostgres({ dataDir, log });
    running.push(postgres);
    return postgres;
  }

  async function query(url: string, statement: string): Promise<unknown[]> {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  const cluster = () => join(dataDir, 'postgres');

  test('it starts from scratch, keeps written data, and shuts down cleanly', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS value');
    await first.stop();
    expect(findProcesses(cluster())).toEqual([]);
    const second = await start();
    expect(await query(second.url, 'SELECT value FROM kept')).toEqual([{ value: 7 }]);
  });

  test('it is durable: fsync, full page writes and synchronous commit are on', async () => {
    const { url } = await start();
    const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums'];
    for (const name of names) expect(await query(url, `SHOW ${name}`)).toEqual([{ [name]: 'on' }]);
  });

  test('the shop is not a superuser, and nobody can connect without the password', async () => {
    const { url } = await start();
    expect(await query(url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([
      { rolsuper: false },
    ]);
    await expect(query(url.replace(/shop:[^@]+@/, 'shop:wrong@'), 'SELECT 1')).rejects.toThrow(/password/);
    expect(statSync(join(cluster(), 'shop.password')).mode & 0o777).toBe(0o600);
  });

  test('it restarts at the same address if it is killed while the shop runs', async () => {
    const log = { warn: vi.fn(), error: vi.fn() };
    const postgres = await start(log);
    await query(postgres.url, 'CREATE TABLE kept AS SELECT 7 AS value');
    const killed = postgres.pid ?? 0;
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(() => expect(query(postgres.url, 'SELECT value FROM kept')).resolves.toEqual([{ value: 7 }]), {
      timeout: 60_000,
    });
    expect(postgres.pid).not.toBe(killed);
    expect(log.error).toHaveBeenCalledWith(expect.anything(), 'PostgreSQL ended unexpectedly and is being restarted');
  });

  test('it is restarted at once, and waits only if it cannot stay up', () => {
    expect([0, 1, 2, 3, 20].map(getRestartDelay)).toEqual([0, 50, 100, 200, 5_000]);
  });

  test.runIf(process.platform === 'linux')('its recovery does not open every file of the database', async () => {
    const { url } = await start();
    expect(await query(url, 'SHOW recovery_init_sync_method')).toEqual([{ recovery_init_sync_method: 'syncfs' }]);
  });

  test('it recovers by itself if one backend is killed', async () => {
    const postgres = await start();
    const victim = new Client({ connectionString: postgres.url });
    victim.on('error', () => {});
    await victim.connect();
    const [row] = (await victim.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows;
    process.kill(row?.pid ?? 0, 'SIGKILL');
    await vi.waitFor(() => expect(query(postgres.url, 'SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]), {
      timeout: 60_000,
    });
  });

  test('a leftover server of a killed shop is stopped and replaced', async () => {
    await (await start()).stop();
    const binaries = findBinaries();
    const address = { socketFolder: join(dataDir, 'socket') };
    const orphan = spawnAs(
      chooseRunAs(dataDir, binaries.initdb),
      binaries.postgres,
      listServerArguments(cluster(), address, true),
      { cwd: cluster(), stdio: 'ignore' },
    );
    await vi.waitFor(() => expect(findProcesses(cluster()).length).toBeGreaterThan(4), { timeout: 60_000 });
    const postgres = await start();
    expect(orphan.exitCode ?? orphan.signalCode).not.toBeNull();
    expect(postgres.pid).not.toBe(orphan.pid);
    expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('a server that stopped itself when its shop was killed leaves nothing in the way', async () => {
    const script = `
      import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded.server.ts', import.meta.url).href)};
      const log = { warn() {}, error() {} };
      process.stdout.write((await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log })).url);`;
    const shop = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(shop.stdout, 'data');
    shop.kill('SIGKILL');
    await once(shop, 'exit');
    const postgres = await start();
    expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('backends that outlive their killed server are ended', async () => {
    const first = await start();
    const client = new Client({ connectionString: first.url });
    client.on('error', () => {});
    await client.connect();
    void client.query('SELECT count(*) FROM generate_series(1, 1000000000)').catch(() => {});
    await pause(100);
    process.kill(first.pid ?? 0, 'SIGKILL');
    await first.stop();
    expect(findProcesses(cluster())).toEqual([]);
    const second = await start();
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('stale lock files are no obstacle, even if their process id now belongs to another process', async () => {
    await (await start()).stop();
    for (const pid of [process.pid, 2 ** 22 - 1]) {
      writeFileSync(join(cluster(), 'postmaster.pid'), `${pid}\n${cluster()}\n1\n5432\n\n\n0 0\nready\n`);
      writeFileSync(join(dataDir, 'socket', '.s.PGSQL.5432.lock'), `${pid}\n${cluster()}\n1\n5432\n\n`);
      const postgres = await start();
      expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await postgres.stop();
    }
  });

  test('an incomplete cluster is deleted', async () => {
    mkdirSync(join(dataDir, 'postgres.new-killed', 'base'), { recursive: true });
    await start();
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log', 'socket']);
  });

  test('a missing password file is replaced with a new password, unless the start rejects older folders', async () => {
    await (await start()).stop();
    rmSync(join(cluster(), 'shop.password'));
    const before = readFolderContent(cluster());
    const refused = startEmbeddedPostgres({ dataDir, log: { warn() {}, error() {} }, refuseOlder: true });
    await expect(refused).rejects.toThrow("The password of this folder's database is lost. Start this version once");
    expect(readFolderContent(cluster())).toEqual(before);
    const postgres = await start();
    expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('a cluster of another version is not changed, and the error explains it', async () => {
    mkdirSync(cluster());
    writeFileSync(join(cluster(), 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(/made by PostgreSQL 17; this shop runs PostgreSQL 18/);
  });

  test('a folder with other content is not changed, and the error explains it', async () => {
    mkdirSync(cluster());
    writeFileSync(join(cluster(), 'diary.txt'), 'private');
    await expect(start()).rejects.toThrow(StartupError);
    expect(readdirSync(cluster())).toEqual(['diary.txt']);
  });

  test('with a path that is too long for a socket, it listens on the loopback address', async () => {
    dataDir = join(
      dataDir,
      'a-rather-long-folder-name',
      'and-another-one-below-it',
      'until-no-socket-address-fits-any-more',
    );
    const { url } = await start();
    expect(url).toContain('@127.0.0.1:');
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('a folder name with spaces, quotes and commas works', async () => {
    dataDir = join(dataDir, `Bob's "best", tools ü`);
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test.runIf(isRoot)(
    'root runs it as another user, in an open folder and in one that others cannot enter',
    async () => {
      for (const mode of [0o755, 0o700]) {
        chmodSync(dataDir, mode);
        const postgres = await start();
        const owner = spawnSync('ps', ['-o', 'uid=', '-p', String(postgres.pid)], { encoding: 'utf8' }).stdout.trim();
        expect(owner).not.toBe('0');
        expect(await query(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
        await postgres.stop();
      }
    },
  );

  test.runIf(isRoot)('a user id without a name is named as the reason', () => {
    const { initdb } = findBinaries();
    process.seteuid?.(54_321);
    try {
      expect(() => chooseRunAs(dataDir, initdb)).toThrow(/^The user id 54321 has no name on this machine/);
    } finally {
      process.seteuid?.(0);
    }
  });
});

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readFolderContent, writeOlderRules } from '#tests/support/older-folder.ts';
import { makeScratchDir } from '#tests/support/scratch-dir.ts';
import { migrateDatabase } from '../migrate.server.ts';
import { findBinaries } from './binaries.server.ts';
import { chooseRunAs, chownTree } from './drop-privileges.server.ts';
import { startEmbeddedPostgres } from './embedded.server.ts';
import type { ServerAddress } from './server-arguments.server.ts';
import { findFreePort, launch, shutDown } from './server-process.server.ts';
import { runProgram, runSingleUser } from './single-user.server.ts';
import type { EmbeddedPostgres } from './supervisor.server.ts';

const log = { warn: () => {}, error: () => {} };
const folders: string[] = [];
const running: EmbeddedPostgres[] = [];

function makeFolder(): string {
  const folder = makeScratchDir('shop-');
  folders.push(folder);
  return folder;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  running.push(postgres);
  return postgres;
}

afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop();
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = await connect(url);
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const socketOf = (dataDir: string): ServerAddress => ({ socketFolder: join(dataDir, 'socket') });

function toUrl(address: ServerAddress, user: string, password: string, database = 'shop'): string {
  const host = 'port' in address ? `127.0.0.1:${address.port}` : encodeURIComponent(address.socketFolder);
  return `postgres://${user}:${encodeURIComponent(password)}@${host}/${database}`;
}

const readShopPassword = (dataDir: string) => readFileSync(join(dataDir, 'postgres/shop.password'), 'utf8').trim();

/** Runs a server on the folder without upgrading it. */
async function serve<T>(dataDir: string, address: ServerAddress, work: () => Promise<T>): Promise<T> {
  const { postgres, initdb } = findBinaries();
  const cluster = join(dataDir, 'postgres');
  const logFile = join(dataDir, 'postgres.log');
  const runAs = chooseRunAs(dataDir, initdb);
  const child = await launch({ cluster, logFile, postgres, runAs, durable: false }, address);
  try {
    return await work();
  } finally {
    await shutDown(child, cluster);
  }
}

/** Makes a folder as in the previous version, in which the superuser has the shop's password. */
async function makeOlderFolder(): Promise<string> {
  const dataDir = makeFolder();
  const cluster = join(dataDir, 'postgres');
  const { postgres, initdb } = findBinaries();
  const runAs = chooseRunAs(dataDir, initdb);
  mkdirSync(cluster, { mode: 0o700 });
  chownTree(runAs, cluster);
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  await runProgram(runAs, initdb, ['-D', cluster, '-U', 'postgres', '--auth=reject', '--no-sync', ...locale], dataDir);
  await runSingleUser({ cluster, postgres, runAs }, 'postgres', [
    'CREATE ROLE shop LOGIN CREATEDB',
    'CREATE DATABASE shop OWNER shop',
    "ALTER ROLE postgres PASSWORD 'one-for-both'",
    "ALTER ROLE shop PASSWORD 'one-for-both'",
  ]);
  writeFileSync(join(cluster, 'shop.password'), 'one-for-both\n', { mode: 0o600 });
  writeOlderRules(dataDir);
  const address = socketOf(dataDir);
  await serve(dataDir, address, async () => {
    const url = toUrl(address, 'shop', 'one-for-both');
    await migrateDatabase(url, 'migrations');
    await query(url, "insert into subscribers (id, email) values ('s1', 'ada@example.com')");
    const superuser = await connect(toUrl(address, 'postgres', 'one-for-both'));
    // Things that an operator may have done with that password.
    for (const statement of [
      'create schema restored',
      'create table restored.kept (id serial primary key, at bigint generated always as identity, value int)',
      'insert into restored.kept (value) values (7)',
      'create view restored.shown as select value from restored.kept',
      "create type restored.mood as enum ('good')",
      'create domain restored.price as int',
      'create sequence restored.numbers',
      'create function restored.run() returns int language sql security definer as $$select 1$$',
      'create extension citext',
      'alter table subscribers owner to postgres',
      'grant pg_execute_server_program, pg_read_server_files to shop with admin option',
      'alter role shop superuser',
    ])
      await superuser.query(statement);
    await superuser.end();
  });
  return dataDir;
}

/**
 * Lists what somebody who steals the folder may try as a password: each small file as a whole, and each of its lines.
 */
function listPossiblePasswords(dataDir: string): string[] {
  const files = [dataDir, join(dataDir, 'postgres'), join(dataDir, 'postgres/global')].flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name)),
  );
  const texts = files
    .filter((file) => statSync(file).isFile() && statSync(file).size < 200)
    .map((file) => readFileSync(file, 'utf8').replaceAll('\0', ''));
  return [...new Set(texts.flatMap((text) => [text.trim(), ...text.split('\n')]))].filter(Boolean);
}

async function expectNoSuperuser(dataDir: string, address: ServerAddress, reason: RegExp): Promise<void> {
  const passwords = listPossiblePasswords(dataDir);
  expect(passwords).toContain(readShopPassword(dataDir));
  for (const password of passwords) {
    for (const database of ['shop', 'postgres'])
      await expect(connect(toUrl(address, 'postgres', password, database))).rejects.toThrow(reason);
  }
}

async function expectShopIsConfined(url: string): Promise<void> {
  expect(
    await query(
      url,
      `select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as more,
         (select count(*)::int from pg_auth_members where member = r.oid) as roles,
         (select rolcanlogin from pg_roles where rolname = 'postgres') as superuser_logs_in
       from pg_roles r where rolname = current_user`,
    ),
  ).toEqual([{ more: false, roles: 0, superuser_logs_in: false }]);
  const client = await connect(url);
  await client.query('create temp table stolen (line text)');
  for (const statement of [
    "copy stolen from program 'id'",
    "copy stolen from '/etc/passwd'",
    "copy (select 1) to '/tmp/written'",
    "select pg_read_file('postgresql.conf')",
    "select lo_import('/etc/passwd')",
    "alter system set log_statement = 'all'",
    'alter role postgres login',
    'create role thief superuser',
    'create extension file_fdw',
    'set role postgres',
  ]) {
    await expect(client.query(statement), statement).rejects.toThrow(/permission denied|must be superuser/);
  }
  await client.end();
}

/** Starts the PostgreSQL of a folder in a process that is killed at a fail point. */
function killStartAt(point: string, dataDir: string): void {
  const hrefOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const script = `
    import { setFailPoints } from ${hrefOf('../fail-point.server.ts')};
    import { startEmbeddedPostgres } from ${hrefOf('./embedded.server.ts')};
    setFailPoints((name) => { if (name === '${point}') process.kill(process.pid, 'SIGKILL'); });
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: { warn() {}, error() {} } });`;
  const killed = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], { timeout: 60_000 });
  expect(killed.signal).toBe('SIGKILL');
}

/** Expects that a start as in the console's commands is rejected. */
async function expectRefusal(dataDir: string): Promise<void> {
  const before = readFolderContent(join(dataDir, 'postgres'));
  const started = startEmbeddedPostgres({ dataDir, log, refuseOlder: true });
  await expect(started).rejects.toThrow('This folder belongs to an older version of the shop.');
  expect(readFolderContent(join(dataDir, 'postgres'))).toEqual(before);
}

describe('a new folder', () => {
  let dataDir: string;
  beforeAll(() => {
    dataDir = makeFolder();
  });

  test("the shop's role can access no files, programs or other roles, and can add the extensions it needs", async () => {
    const { url } = await start(dataDir);
    await expectShopIsConfined(url);
    await query(url, 'create extension pg_trgm');
    await expectNoSuperuser(dataDir, socketOf(dataDir), /pg_hba.conf rejects/);
  });

  test('no password in the folder gives superuser access over a port, even if the old rules are restored', async () => {
    await (await start(dataDir)).stop();
    const port = { port: await findFreePort() };
    await serve(dataDir, port, () => expectNoSuperuser(dataDir, port, /pg_hba.conf rejects/));
    writeOlderRules(dataDir);
    const socket = socketOf(dataDir);
    await serve(dataDir, socket, () => expectNoSuperuser(dataDir, socket, /password authentication failed/));
  });
});

describe('a folder from the previous version', () => {
  test('is upgraded with all its rows, even if starts are killed midway, unless the start rejects it', async () => {
    const dataDir = await makeOlderFolder();
    await expectRefusal(dataDir);
    for (const point of ['shop-role.begun', 'shop-role.handed-over']) killStartAt(point, dataDir);
    await expectRefusal(dataDir);
    const { url } = await start(dataDir);
    await expectShopIsConfined(url);
    expect(await query(url, 'select email, value from subscribers, restored.shown')).toEqual([
      { email: 'ada@example.com', value: 7 },
    ]);
    const owned = await query(
      url,
      `select name from (
         select relname, relowner from pg_class where relnamespace in ('restored'::regnamespace, 'public'::regnamespace)
         union all select proname, proowner from pg_proc where pronamespace = 'restored'::regnamespace
         union all select typname, typowner from pg_type where typnamespace = 'restored'::regnamespace
         union all select nspname, nspowner from pg_namespace where nspname = 'restored'
         union all select datname, datdba from pg_database where datname = 'shop'
       ) as object (name, owner) where owner <> 'shop'::regrole`,
    );
    expect(owned).toEqual([]);
    await migrateDatabase(url, 'migrations');
    await query(url, 'alter table restored.kept add column more int; drop table restored.kept cascade');
    await expectNoSuperuser(dataDir, socketOf(dataDir), /pg_hba.conf rejects/);
    expect(readShopPassword(dataDir)).toBe('one-for-both');
  });
});

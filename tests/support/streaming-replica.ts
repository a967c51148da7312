import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from '#src/platform/postgres/binaries.server.ts';
import { chooseRunAs, chownTree, spawnAs } from '#src/platform/postgres/drop-privileges.server.ts';
import { findFreePort } from '#src/platform/postgres/server-process.server.ts';
import { runProgram } from '#src/platform/postgres/single-user.server.ts';
import { makeScratchDir } from './scratch-dir.ts';

/** A server of the pair. */
export interface PairedServer {
  /** Signs in as an ordinary role, which owns the database. */
  url: string;
  /** Runs a statement as the superuser in the database of `url`, and returns its rows. */
  asSuperuser<Row extends pg.QueryResultRow>(statement: string, database?: string): Promise<Row[]>;
  start(): Promise<void>;
  /** Ends it at once, unless told otherwise. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

export interface ReplicatedServer {
  primary: PairedServer;
  /** A streaming replica of the primary. */
  replica: PairedServer;
  stop(): Promise<void>;
}

const ROLE = 'shop';
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '32MB',
  max_connections: 60,
  // Not for the disk, which tests need not wait for. `synchronous_commit` stays on, as in a real pair.
  fsync: 'off',
  // A replica that was paused or killed must find what it has missed.
  wal_keep_size: '256MB',
  jit: 'off',
};

/** Starts a primary with an empty database, and a streaming replica of it. */
export async function startReplicatedServer(): Promise<ReplicatedServer> {
  const folder = makeScratchDir('replica-');
  const { initdb, postgres } = findBinaries();
  const runAs = chooseRunAs(folder, initdb);
  chownTree(runAs, folder);

  async function prepare(name: string, settings: Record<string, string | number> = {}): Promise<PairedServer> {
    const cluster = join(folder, name);
    const port = await findFreePort();
    const options = Object.entries({ ...SETTINGS, ...settings, port }).flatMap(([key, value]) => [
      '-c',
      `${key}=${value}`,
    ]);
    let child: ChildProcess | undefined;
    const toUrl = (role: string, database: string) => `postgres://${role}@127.0.0.1:${port}/${database}`;
    const asSuperuser: PairedServer['asSuperuser'] = async (statement, database = ROLE) => {
      const client = new pg.Client({ connectionString: toUrl('postgres', database) });
      client.on('error', () => {});
      await client.connect();
      try {
        return (await client.query(statement)).rows;
      } finally {
        await client.end();
      }
    };
    return {
      url: toUrl(ROLE, ROLE),
      asSuperuser,
      async start() {
        rmSync(join(cluster, 'postmaster.pid'), { force: true });
        child = spawnAs(runAs, postgres, ['-D', cluster, ...options], { cwd: cluster, stdio: 'ignore' });
        while (
          !(await asSuperuser('select', 'postgres').then(
            () => true,
            () => false,
          ))
        )
          await pause(50);
      },
      async end(signal = 'SIGQUIT') {
        if (!child || child.exitCode !== null) return;
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      },
    };
  }

  const primary = await prepare('primary');
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const cluster = join(folder, 'primary');
  await runProgram(
    runAs,
    initdb,
    ['-D', cluster, '-U', 'postgres', '--auth=trust', '--no-instructions', '--no-sync', ...locale],
    folder,
  );
  await primary.start();
  await primary.asSuperuser(`create role ${ROLE} login`, 'postgres');
  await primary.asSuperuser(`create database ${ROLE} owner ${ROLE}`, 'postgres');
  // Copied while nothing runs, so it needs no backup label.
  await primary.end('SIGINT');
  cpSync(cluster, join(folder, 'replica'), { recursive: true });
  writeFileSync(join(folder, 'replica', 'standby.signal'), '');
  chownTree(runAs, join(folder, 'replica'));
  const { port } = new pg.Client({ connectionString: primary.url });
  const replica = await prepare('replica', {
    primary_conninfo: `host=127.0.0.1 port=${port} user=postgres`,
    // A canceled statement is worth a test, a long wait is not.
    max_standby_streaming_delay: '100ms',
    wal_retrieve_retry_interval: '100ms',
  });
  await primary.start();
  await replica.start();
  return {
    primary,
    replica,
    async stop() {
      await Promise.all([primary.end(), replica.end()]);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Comparison, findLost } from './compare.ts';
import { Daemon, waitFor } from './daemon.ts';
import { type Mark, type Notes, takeUntil } from './ledger.ts';
import { fillIn, OWN_ADDRESS, PATRONI_PASSWORD, SUPERUSER_PASSWORD } from './topology.ts';

const FOLDER = 'deploy/pgbackrest';
const STANZA = '--stanza=ironmonger';
const BIN = '/usr/lib/postgresql/15/bin';
const RESTORE_SECONDS = 180;

/** A moment that can be restored, and what had been confirmed by then. */
export interface Moment {
  /** As PostgreSQL writes it. */
  at: string;
  before: Mark;
  /** How many keys had been sent when the moment was over. */
  keysAfter: number;
}

/** Where the primary is, which changes. */
interface Databases {
  readonly folder: string;
  findPrimary(): Promise<{ address: string; backupVariables: Record<string, string> }>;
  onPrimary<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
}

export interface Restored {
  at: string;
  seconds: number;
  comparisons: Comparison[];
  /** Purchases that were only asked for later. */
  tooNew: string[];
}

const toBackupFolder = (clusterFolder: string) => join(clusterFolder, 'pgbackrest');
const toConfig = (backupFolder: string) => join(backupFolder, 'pgbackrest.conf');

/** The paths of a server whose data are in `folder`. For pgBackRest, they take precedence over those of its file. */
export function toBackupVariables(
  clusterFolder: string,
  { name, folder }: { name: string; folder: string },
): Record<string, string> {
  const shared = toBackupFolder(clusterFolder);
  const own = join(shared, name);
  return {
    PGBACKREST_CONFIG: toConfig(shared),
    PGBACKREST_REPO1_PATH: join(shared, 'repo'),
    PGBACKREST_SPOOL_PATH: join(own, 'spool'),
    PGBACKREST_LOCK_PATH: join(own, 'lock'),
    PGBACKREST_LOG_PATH: join(own, 'log'),
    PGBACKREST_PG1_PATH: join(folder, 'data'),
    PGBACKREST_PG1_SOCKET_PATH: folder,
  };
}

/** The backups and the archive of pgBackRest, in a folder that all nodes share, as they would share a bucket. */
export class Backups {
  readonly #cluster: Databases;
  readonly #folder: string;

  constructor(cluster: Databases, postgres: number) {
    this.#cluster = cluster;
    this.#folder = toBackupFolder(cluster.folder);
    mkdirSync(this.#folder, { recursive: true });
    chownSync(this.#folder, postgres, postgres);
    writeFileSync(toConfig(this.#folder), fillIn('pgbackrest.conf', {}, FOLDER));
  }

  /** Lets the cluster archive its log from now on. */
  async begin(): Promise<void> {
    const [, command] = /^archive_command = '(.*)'$/m.exec(fillIn('archive.conf', {}, FOLDER)) ?? [];
    const primary = await this.#cluster.findPrimary();
    await this.#run(primary.backupVariables, 'stanza-create');
    const response = await fetch(`http://${primary.address}:8008/config`, {
      method: 'PATCH',
      headers: { authorization: `Basic ${btoa(`patroni:${PATRONI_PASSWORD}`)}` },
      body: JSON.stringify({ postgresql: { parameters: { archive_command: command, archive_timeout: '60s' } } }),
    });
    if (!response.ok) throw new Error(`Patroni refused the settings: ${await response.text()}`);
    await waitFor('archiving', 60, () =>
      this.#run(primary.backupVariables, 'check').then(
        () => true,
        () => false,
      ),
    );
  }

  /** Makes a full backup at the primary. */
  async backUp(): Promise<void> {
    const primary = await this.#cluster.findPrimary();
    await this.#run(primary.backupVariables, '--type=full', 'backup');
  }

  /** Notes this moment. */
  async noteMoment(measure: () => { before: Mark; keys: number }): Promise<Moment> {
    const { before } = measure();
    const at = await this.#cluster.onPrimary(async (client) => {
      const { rows } = await client.query<{ at: string }>('select now()::text as at');
      return rows[0]?.at ?? '';
    });
    return { at, before, keysAfter: measure().keys };
  }

  /** Restores a moment beside the running cluster, and compares it with what had been confirmed by then. */
  async restoreAside({ at, before, keysAfter }: Moment, notes: Notes): Promise<Restored> {
    const startedAt = performance.now();
    // The archive has it only once the file of the log is complete.
    await this.#cluster.onPrimary((client) => client.query('select pg_switch_wal()'));
    const folder = join(this.#folder, 'aside');
    const data = join(folder, 'data');
    rmSync(folder, { recursive: true, force: true });
    await promisify(execFile)('install', ['-d', '-o', 'postgres', '-m', '700', folder, data]);
    const env = toBackupVariables(this.#cluster.folder, { name: 'aside', folder });
    const target = ['--type=time', `--target=${at}`, '--target-action=promote'];
    await this.#run(env, ...target, 'restore');
    const settings = {
      listen_addresses: OWN_ADDRESS,
      unix_socket_directories: folder,
      hba_file: join(data, 'pg_hba.conf'),
      ident_file: join(data, 'pg_ident.conf'),
      archive_mode: 'off',
      synchronous_standby_names: '',
    };
    const options = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const server = new Daemon({
      name: 'the restored database',
      command: [join(BIN, 'postgres'), '-D', data, ...options],
      env,
      log: join(this.#folder, 'aside.log'),
      user: 'postgres',
    });
    server.start();
    try {
      await waitFor(`the restore of ${at}`, RESTORE_SECONDS, isPromoted);
      return await withAside(async (client) => ({
        at,
        seconds: Math.round((performance.now() - startedAt) / 1_000),
        comparisons: await findLost(client, takeUntil(notes, before)),
        tooNew: await findKeys(client, notes.keys.slice(keysAfter)),
      }));
    } finally {
      server.signal('SIGKILL');
    }
  }

  async #run(env: Record<string, string>, ...args: readonly string[]): Promise<void> {
    const all = ['--reuid', 'postgres', '--regid', 'postgres', '--init-groups', 'pgbackrest', STANZA, ...args];
    await promisify(execFile)('setpriv', all, { env: { PATH: process.env.PATH ?? '', ...env } });
  }
}

async function withAside<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ host: OWN_ADDRESS, user: 'postgres', password: SUPERUSER_PASSWORD, database: 'shop' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function isPromoted(): Promise<boolean> {
  return withAside(async (client) => {
    const { rows } = await client.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers');
    return rows[0]?.recovers === false;
  });
}

async function findKeys(client: pg.Client, keys: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    'select idempotency_key as key from purchases where idempotency_key = any($1)',
    [keys],
  );
  return rows.map(({ key }) => key);
}

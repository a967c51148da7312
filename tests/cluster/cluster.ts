import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ADMIN } from '#tests/support/running-shop.ts';
import { Backups } from './backups.ts';
import { Daemon, killAll, waitFor } from './daemon.ts';
import { DatabaseNode } from './database-node.ts';
import { connect, disconnect } from './network.ts';
import {
  MACHINES,
  NODES,
  OWN_ADDRESS,
  PATRONI_PASSWORD,
  PUBLIC_ORIGIN,
  readVariables,
  SHOP_PASSWORD,
  SHOPS,
  SUPERUSER_PASSWORD,
  writeFilledIn,
} from './topology.ts';

const METRICS_TOKEN = 'metrics-of-the-test';

interface Member {
  role: string;
  state: string;
  timeline?: number;
}

/** Three database nodes, three shops with an HAProxy each, and the balancer in front of them. */
export class Cluster {
  readonly nodes: readonly DatabaseNode[];
  readonly shops: readonly Daemon[];
  readonly databaseProxies: readonly Daemon[];
  readonly balancer: Daemon;
  readonly backups: Backups;
  readonly folder: string;

  /** Writes the files into `folder`, and starts nothing. `version` is the folder of the shop that is started first. */
  constructor(folder: string, version: string) {
    this.folder = folder;
    const postgres = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
    this.backups = new Backups(this, postgres);
    this.nodes = NODES.map((node) => new DatabaseNode(node, makeFolder(folder, node.name), postgres));
    this.databaseProxies = SHOPS.map(({ name, address }) =>
      createProxy(name, 'haproxy-database.cfg', { SHOP: address }, makeFolder(folder, name)),
    );
    this.shops = SHOPS.map(
      ({ name, address }) =>
        new Daemon({
          name,
          command: [process.execPath, 'build/server/server.js'],
          env: {
            ...readVariables('shop.env', { SHOP: address }),
            NODE_ENV: 'production',
            // All buyers of the test have one address.
            RATE_LIMITS: 'off',
            LOG_LEVEL: 'warn',
            METRICS_TOKEN,
            // The folder with the images is shared.
            DATA_DIR: join(folder, 'shop-data'),
            ADMIN_EMAIL: ADMIN.email,
            ADMIN_PASSWORD: ADMIN.password,
          },
          machine: name,
          log: join(folder, `${name}.log`),
          cwd: version,
        }),
    );
    this.balancer = createProxy('balancer', 'haproxy-shops.cfg', {}, makeFolder(folder, 'balancer'));
  }

  /** Starts everything, also with the databases of an interrupted run. */
  async start(): Promise<void> {
    connect(MACHINES, OWN_ADDRESS);
    for (const node of this.nodes) node.start();
    await waitFor('three healthy database nodes', 120, () => this.isHealthy());
    await this.onPrimary(async (client) => {
      const { rowCount } = await client.query(`select from pg_database where datname = 'shop'`);
      if (rowCount) return;
      await client.query(`create role shop login password '${SHOP_PASSWORD}'`);
      await client.query('create database shop owner shop');
    }, 'postgres');
    for (const proxy of [...this.databaseProxies, this.balancer]) proxy.start();
    for (const shop of this.shops) shop.start();
    await waitFor('three ready shops', 120, async () => (await Promise.all(SHOPS.map(isReady))).every(Boolean));
    await waitFor('a balancer', 10, async () => (await fetch(`${PUBLIC_ORIGIN}/readyz`)).ok);
  }

  /** Ends everything at once. */
  kill(): void {
    for (const node of this.nodes) node.machine.signal('SIGKILL');
    killAll();
    disconnect(MACHINES);
  }

  /** Removes what only a run that goes on can use. */
  removeDisks(): void {
    for (const { disk } of this.nodes) disk.unmount();
  }

  /** The node that holds the lock. Throws if there is none. */
  async findPrimary(): Promise<DatabaseNode> {
    const roles = await Promise.all(this.nodes.map((node) => node.is('primary').catch(() => false)));
    const primary = this.nodes.find((_, at) => roles[at]);
    if (!primary) throw new Error('no node is the primary');
    return primary;
  }

  /** The standby that has to confirm commits. Throws if there is none. */
  async findSynchronous(): Promise<DatabaseNode> {
    const roles = await Promise.all(this.nodes.map((node) => node.is('synchronous').catch(() => false)));
    const standby = this.nodes.find((_, at) => roles[at]);
    if (!standby) throw new Error('no standby is synchronous');
    return standby;
  }

  /** True if one node leads, two follow it on its timeline, and one of these confirms its commits. */
  async isHealthy(): Promise<boolean> {
    const primary = await this.findPrimary();
    const response = await fetch(`http://${primary.address}:8008/cluster`, { signal: AbortSignal.timeout(1_500) });
    const { members } = (await response.json()) as { members: Member[] };
    const count = (role: string) => members.filter((member) => member.role === role).length;
    return (
      members.length === this.nodes.length &&
      members.every(({ state }) => state === 'running' || state === 'streaming') &&
      new Set(members.map(({ timeline }) => timeline)).size === 1 &&
      count('leader') === 1 &&
      count('sync_standby') === 1
    );
  }

  /** How many statements each shop has read at a standby since it was started. */
  async countStandbyReads(): Promise<number[]> {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const read = async ({ address }: { address: string }) => {
      const response = await fetch(`http://${address}:3000/metrics`, { headers, signal: AbortSignal.timeout(3_000) });
      return Number(/^replica_statements (\d+)$/m.exec(await response.text())?.[1] ?? 0);
    };
    return Promise.all(SHOPS.map((shop) => read(shop).catch(() => 0)));
  }

  /** Asks Patroni for a switchover, as `patronictl switchover` does, and returns when it has begun or failed. */
  async switchOver(): Promise<void> {
    const [leader, candidate] = await Promise.all([this.findPrimary(), this.findSynchronous()]);
    const response = await fetch(`http://${leader.address}:8008/switchover`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`patroni:${PATRONI_PASSWORD}`)}` },
      body: JSON.stringify({ leader: leader.name, candidate: candidate.name }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`Patroni refused the switchover: ${text}`);
  }

  /** Lets a superuser work at the primary itself. */
  async onPrimary<T>(work: (client: pg.Client) => Promise<T>, database = 'shop'): Promise<T> {
    return workAt(await this.findPrimary(), work, database);
  }

  /** Lets standbys store the timeline that they follow, which otherwise takes minutes. Before, no shop reads there. */
  async storeTimelines(): Promise<void> {
    await this.onPrimary((client) => client.query('checkpoint'));
    for (const node of this.nodes) await workAt(node, (client) => client.query('checkpoint'), 'postgres');
  }

  /** The environment of a shop, for programs that read its database. */
  get shopVariables(): Record<string, string> {
    return { ...readVariables('shop.env', { SHOP: SHOPS[0].address }), DATA_DIR: join(this.folder, 'shop-data') };
  }
}

async function workAt<T>(
  { address: host }: { address: string },
  work: (client: pg.Client) => Promise<T>,
  database: string,
): Promise<T> {
  const client = new pg.Client({ host, user: 'postgres', password: SUPERUSER_PASSWORD, database });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function makeFolder(parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

function createProxy(machine: string, file: string, own: Record<string, string>, folder: string): Daemon {
  const config = writeFilledIn(file, own, folder);
  const command = ['/usr/sbin/haproxy', '-db', '-f', config];
  return new Daemon({ name: `HAProxy of ${machine}`, command, env: {}, machine, log: `${folder}-proxy.log` });
}

/** Whether a shop says that it can write. */
export async function isReady({ address }: { address: string }): Promise<boolean> {
  const response = await fetch(`http://${address}:3000/readyz`, { signal: AbortSignal.timeout(1_500) }).catch(
    () => null,
  );
  await response?.body?.cancel();
  return response?.ok ?? false;
}

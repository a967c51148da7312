import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toBackupVariables } from './backups.ts';
import { Daemon, signalTree, type Target } from './daemon.ts';
import { Disk } from './disk.ts';
import { readVariables, writeFilledIn } from './topology.ts';

/** A machine with etcd, Patroni and the PostgreSQL that Patroni starts. */
export class DatabaseNode {
  readonly name: string;
  readonly address: string;
  readonly etcd: Daemon;
  readonly patroni: Daemon;
  /** Has the data and the log of changes of PostgreSQL. etcd has another one, as etcd advises. */
  readonly disk: Disk;
  /** PostgreSQL with all its sessions. If it ends, Patroni starts it. */
  readonly server: Target;
  /** Everything on the node: the power fails, or the virtual machine stands still. */
  readonly machine: Target;
  readonly backupVariables: Record<string, string>;
  readonly #folder: string;

  /** `postgres` is the id of the user and group under which PostgreSQL runs: it refuses to run as root. */
  constructor({ name, address }: { name: string; address: string }, parent: string, postgres: number) {
    this.name = name;
    this.address = address;
    this.#folder = join(parent, name);
    const etcdFolder = join(parent, `${name}-etcd`);
    for (const folder of [this.#folder, etcdFolder]) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      chownSync(folder, postgres, postgres);
    }
    this.disk = new Disk(this.#folder, { owner: postgres, log: join(parent, `${name}-disk.log`) });
    this.backupVariables = toBackupVariables(dirname(parent), { name, folder: this.#folder });
    const own = { NAME: name, ADDRESS: address, FOLDER: this.#folder };
    const config = writeFilledIn('patroni.yml', own, parent);
    this.etcd = new Daemon({
      name: `etcd of ${name}`,
      command: ['/usr/bin/etcd'],
      env: { ETCD_DATA_DIR: etcdFolder, ...readVariables('etcd.env', own) },
      machine: name,
      log: join(parent, `${name}-etcd.log`),
      user: 'postgres',
    });
    this.patroni = new Daemon({
      name: `Patroni of ${name}`,
      command: ['/usr/bin/patroni', config],
      env: this.backupVariables,
      machine: name,
      log: join(parent, `${name}-patroni.log`),
      user: 'postgres',
    });
    this.server = { signal: (signal) => this.#signalServer(signal), start: () => {} };
    this.machine = {
      signal: (signal) => {
        this.patroni.signal(signal);
        this.#signalServer(signal);
        this.etcd.signal(signal);
      },
      start: () => this.start(),
    };
  }

  /** The process id of PostgreSQL's postmaster, if it runs. */
  findPostmaster(): number | undefined {
    try {
      const pid = Number(readFileSync(join(this.#folder, 'data/postmaster.pid'), 'utf8').split('\n', 1)[0]);
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(this.#folder) ? pid : undefined;
    } catch {
      return undefined;
    }
  }

  start(): void {
    this.etcd.start();
    this.patroni.start();
  }

  #signalServer(signal: NodeJS.Signals): void {
    const pid = this.findPostmaster();
    if (pid) signalTree(pid, signal);
  }

  /** Whether Patroni responds to a check of HAProxy with 200. */
  async is(role: 'primary' | 'replica' | 'synchronous'): Promise<boolean> {
    const response = await fetch(`http://${this.address}:8008/${role}`, { signal: AbortSignal.timeout(1_500) });
    await response.body?.cancel();
    return response.status === 200;
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { isReady } from './cluster.ts';
import { waitFor } from './daemon.ts';
import { type Fault, kill, lose, suspend } from './fault.ts';
import { SHOPS } from './topology.ts';

/** The `ttl` of patroni.yml, after which a node that says nothing loses the lock. */
const TTL = 20;
/** Long enough for the lock to expire and for everybody to notice. */
const LONGER_THAN_TTL = TTL + 10;

/** All faults. The options, the help and the results follow from this list. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'rolling-upgrade',
    about: 'the shops run the version before; one after the other starts with this one, and the first one migrates',
    seconds: 0,
    goal: { seconds: 3, from: 'fault' },
    upgrades: true,
    async inflict(cluster) {
      for (const shop of cluster.shops) shop.cwd = process.cwd();
      await restartShops(cluster);
      return () => {};
    },
  },
  {
    name: 'base-backup',
    about: 'pgBackRest makes a full backup of the primary; a moment after it is restored at the end of the run',
    seconds: 0,
    goal: { seconds: 3, from: 'fault' },
    backsUp: true,
    async inflict({ backups }) {
      await backups.backUp();
      return () => {};
    },
  },
  {
    name: 'server-killed',
    about: 'SIGKILL to the postmaster of the primary and all its sessions',
    seconds: 15,
    goal: { seconds: 12, from: 'fault' },
    inflict: async (cluster) => kill((await cluster.findPrimary()).server),
  },
  {
    name: 'node-killed',
    about: 'SIGKILL to Patroni, PostgreSQL and etcd of the primary, all started again later',
    seconds: LONGER_THAN_TTL,
    goal: { seconds: TTL + 8, from: 'fault' },
    inflict: async (cluster) => kill((await cluster.findPrimary()).machine),
  },
  {
    name: 'server-paused',
    about: 'SIGSTOP to the postmaster of the primary and all its sessions, SIGCONT later',
    seconds: LONGER_THAN_TTL,
    // Patroni waits for the server, too, so only the end of its lock tells the others.
    goal: { seconds: TTL + 8, from: 'fault' },
    inflict: async (cluster) => suspend((await cluster.findPrimary()).server),
  },
  {
    name: 'patroni-killed',
    about: 'SIGKILL to Patroni of the primary, whose PostgreSQL runs on without a lock; started again later',
    seconds: LONGER_THAN_TTL,
    goal: { seconds: TTL + 8, from: 'fault' },
    inflict: async (cluster) => kill((await cluster.findPrimary()).patroni),
  },
  {
    name: 'node-paused',
    about: 'SIGSTOP to Patroni, PostgreSQL and etcd of the primary, SIGCONT later',
    seconds: LONGER_THAN_TTL,
    goal: { seconds: TTL + 8, from: 'fault' },
    inflict: async (cluster) => suspend((await cluster.findPrimary()).machine),
  },
  {
    name: 'switchover',
    about: 'the primary hands over to its synchronous standby',
    seconds: 10,
    goal: { seconds: 3, from: 'fault' },
    async inflict(cluster) {
      await cluster.switchOver();
      return () => {};
    },
  },
  {
    name: 'disk-full',
    about: 'the disk of the primary is filled, and kept full until the fault ends',
    seconds: LONGER_THAN_TTL,
    goal: { seconds: 12, from: 'repair' },
    async inflict(cluster) {
      const { disk } = await cluster.findPrimary();
      disk.fill();
      return () => disk.free();
    },
  },
  {
    name: 'disk-full-for-log',
    about: 'the same, and PostgreSQL needs new files for its log of changes at once, which ends it',
    seconds: LONGER_THAN_TTL,
    goal: { seconds: TTL + 8, from: 'fault' },
    async inflict(cluster) {
      const { disk } = await cluster.findPrimary();
      disk.fill();
      void exhaustLog(cluster);
      return () => disk.free();
    },
  },
  {
    name: 'standby-disk-full',
    about: 'the disk of the synchronous standby is filled in the same way',
    seconds: LONGER_THAN_TTL,
    goal: { seconds: 12, from: 'fault' },
    async inflict(cluster) {
      const { disk } = await cluster.findSynchronous();
      disk.fill();
      void exhaustLog(cluster);
      return () => disk.free();
    },
  },
  {
    name: 'primary-cut-off',
    about: 'all packets from and to the machine of the primary are dropped',
    seconds: LONGER_THAN_TTL,
    goal: { seconds: TTL + 8, from: 'fault' },
    inflict: async (cluster) => lose(100, (await cluster.findPrimary()).name),
  },
  {
    name: 'standby-cut-off',
    about: 'all packets from and to the machine of the synchronous standby are dropped',
    seconds: LONGER_THAN_TTL,
    goal: { seconds: 12, from: 'fault' },
    inflict: async (cluster) => lose(100, (await cluster.findSynchronous()).name),
  },
  {
    name: 'primary-loses-packets',
    about: 'every twentieth packet from and to the machine of the primary is dropped, at random',
    seconds: LONGER_THAN_TTL,
    goal: { seconds: 12, from: 'fault' },
    inflict: async (cluster) => lose(5, (await cluster.findPrimary()).name),
  },
  {
    name: 'shop-cut-off',
    about: 'all packets from and to the machine of a shop are dropped',
    seconds: LONGER_THAN_TTL,
    // Its open transactions keep their locks until PostgreSQL ends them, by idle_in_transaction_session_timeout.
    goal: { seconds: 20, from: 'fault' },
    inflict: async () => lose(100, SHOPS[0].name),
  },
  {
    name: 'shop-killed',
    about: 'SIGKILL to a shop, started again later',
    seconds: 8,
    goal: { seconds: 3, from: 'fault' },
    inflict: async ({ shops }) => kill(...shops.slice(0, 1)),
  },
  {
    name: 'rolling-restart',
    about: 'SIGTERM to one shop after the other; the next one follows when it is ready again',
    seconds: 0,
    goal: { seconds: 3, from: 'fault' },
    async inflict(cluster) {
      await restartShops(cluster);
      return () => {};
    },
  },
  {
    name: 'balancer-killed',
    about: 'SIGKILL to HAProxy in front of the shops, started again later; there is no second one here',
    seconds: 3,
    goal: { seconds: 3, from: 'repair' },
    hidesPages: true,
    inflict: async ({ balancer }) => kill(balancer),
  },
  {
    name: 'balancer-paused',
    about: 'SIGSTOP to HAProxy in front of the shops, SIGCONT later; there is no second one here',
    seconds: 4,
    goal: { seconds: 3, from: 'repair' },
    hidesPages: true,
    inflict: async ({ balancer }) => suspend(balancer),
  },
  {
    name: 'database-proxy-killed',
    about: 'SIGKILL to HAProxy on the machine of a shop, started again later',
    seconds: 5,
    goal: { seconds: 3, from: 'fault' },
    inflict: async ({ databaseProxies }) => kill(...databaseProxies.slice(0, 1)),
  },
  {
    name: 'connections-frozen',
    about:
      'SIGSTOP to HAProxy on the machines of all shops, so that every connection to the database goes silent; SIGCONT later',
    seconds: 20,
    goal: { seconds: 8, from: 'repair' },
    inflict: async ({ databaseProxies }) => suspend(...databaseProxies),
  },
  {
    name: 'standby-paused',
    about: 'SIGSTOP to PostgreSQL of the synchronous standby, SIGCONT later',
    seconds: LONGER_THAN_TTL,
    goal: { seconds: 12, from: 'fault' },
    inflict: async (cluster) => suspend((await cluster.findSynchronous()).server),
  },
  {
    name: 'standby-killed',
    about: 'SIGKILL to Patroni, PostgreSQL and etcd of the synchronous standby, all started again later',
    seconds: 15,
    goal: { seconds: 12, from: 'fault' },
    inflict: async (cluster) => kill((await cluster.findSynchronous()).machine),
  },
  {
    name: 'etcd-stopped',
    about: 'SIGKILL to all three etcd at once, started again later',
    seconds: 30,
    goal: { seconds: 20, from: 'repair' },
    inflict: async ({ nodes }) => kill(...nodes.map(({ etcd }) => etcd)),
  },
];

/** Restarts one shop after the other. Each serves what it has received before it ends. */
async function restartShops({ shops }: Cluster): Promise<void> {
  for (const [at, shop] of shops.entries()) {
    await shop.end();
    shop.start();
    const place = SHOPS[at];
    if (place) await waitFor(`the restart of ${place.name}`, 60, () => isReady(place));
    // The balancer needs a check to notice.
    await pause(2_000);
  }
}

/** Makes the primary begin new files of its log until it cannot, since it has some in reserve. */
async function exhaustLog(cluster: Cluster): Promise<void> {
  const FILES = 40;
  await cluster
    .onPrimary(async (client) => {
      for (let file = 0; file < FILES; file += 1) {
        await client.query(`select pg_logical_emit_message(false, 'filler', 'a'), pg_switch_wal()`);
        await pause(100);
      }
    })
    .catch(() => {});
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { isReady } from './cluster.ts';
import { waitFor } from './daemon.ts';
import { SHOPS } from './topology.ts';

/** Ends a fault as a process manager or an operator would. */
type Repair = () => void | Promise<void>;

export interface Fault {
  name: string;
  about: string;
  /** How long it lasts until it is repaired. */
  seconds: number;
  /** Within how many seconds writes succeed again, counted from the fault or, if it prevents all writes, from its repair. */
  goal: { seconds: number; from: 'fault' | 'repair' };
  /** True while it keeps even public pages from everybody. */
  hidesPages?: true;
  inflict(cluster: Cluster): Promise<Repair>;
}

/** The `ttl` of patroni.yml, after which a node that says nothing loses the lock. */
const TTL = 20;
/** Long enough for the lock to expire and for everybody to notice. */
const LONGER_THAN_TTL = TTL + 10;

/** All faults. The options, the help and the results follow from this list. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'server-killed',
    about: 'SIGKILL to the postmaster of the primary and all its sessions',
    seconds: 15,
    goal: { seconds: 12, from: 'fault' },
    async inflict(cluster) {
      const primary = await cluster.findPrimary();
      primary.signalServer('SIGKILL');
      return () => {};
    },
  },
  {
    name: 'node-killed',
    about: 'SIGKILL to Patroni, PostgreSQL and etcd of the primary, all started again later',
    seconds: LONGER_THAN_TTL,
    goal: { seconds: TTL + 8, from: 'fault' },
    async inflict(cluster) {
      const primary = await cluster.findPrimary();
      primary.signalAll('SIGKILL');
      return () => primary.start();
    },
  },
  {
    name: 'server-paused',
    about: 'SIGSTOP to the postmaster of the primary and all its sessions, SIGCONT later',
    seconds: LONGER_THAN_TTL,
    // Patroni waits for the server, too, so only the end of its lock tells the others.
    goal: { seconds: TTL + 8, from: 'fault' },
    async inflict(cluster) {
      const primary = await cluster.findPrimary();
      primary.signalServer('SIGSTOP');
      return () => primary.signalServer('SIGCONT');
    },
  },
  {
    name: 'patroni-killed',
    about: 'SIGKILL to Patroni of the primary, whose PostgreSQL runs on without a lock; started again later',
    seconds: LONGER_THAN_TTL,
    goal: { seconds: TTL + 8, from: 'fault' },
    async inflict(cluster) {
      const { patroni } = await cluster.findPrimary();
      patroni.signal('SIGKILL');
      return () => patroni.start();
    },
  },
  {
    name: 'node-paused',
    about: 'SIGSTOP to Patroni, PostgreSQL and etcd of the primary, SIGCONT later',
    seconds: LONGER_THAN_TTL,
    goal: { seconds: TTL + 8, from: 'fault' },
    async inflict(cluster) {
      const primary = await cluster.findPrimary();
      primary.signalAll('SIGSTOP');
      return () => primary.signalAll('SIGCONT');
    },
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
    name: 'shop-killed',
    about: 'SIGKILL to a shop, started again later',
    seconds: 8,
    goal: { seconds: 3, from: 'fault' },
    async inflict({ shops: [shop] }) {
      shop?.signal('SIGKILL');
      return () => shop?.start();
    },
  },
  {
    name: 'rolling-restart',
    about: 'SIGTERM to one shop after the other; the next one follows when it is ready again',
    seconds: 0,
    goal: { seconds: 3, from: 'fault' },
    async inflict({ shops }) {
      for (const [at, shop] of shops.entries()) {
        await shop.end();
        shop.start();
        const place = SHOPS[at];
        if (place) await waitFor(`the restart of ${place.name}`, 60, () => isReady(place));
        // The balancer needs a check to notice.
        await pause(2_000);
      }
      return () => {};
    },
  },
  {
    name: 'balancer-killed',
    about: 'SIGKILL to HAProxy in front of the shops, started again later; there is no second one here',
    seconds: 3,
    goal: { seconds: 3, from: 'repair' },
    hidesPages: true,
    async inflict({ balancer }) {
      balancer.signal('SIGKILL');
      return () => balancer.start();
    },
  },
  {
    name: 'balancer-paused',
    about: 'SIGSTOP to HAProxy in front of the shops, SIGCONT later; there is no second one here',
    seconds: 4,
    goal: { seconds: 3, from: 'repair' },
    hidesPages: true,
    async inflict({ balancer }) {
      balancer.signal('SIGSTOP');
      return () => balancer.signal('SIGCONT');
    },
  },
  {
    name: 'database-proxy-killed',
    about: 'SIGKILL to HAProxy on the machine of a shop, started again later',
    seconds: 5,
    goal: { seconds: 3, from: 'fault' },
    async inflict({ databaseProxies: [proxy] }) {
      proxy?.signal('SIGKILL');
      return () => proxy?.start();
    },
  },
  {
    name: 'connections-frozen',
    about:
      'SIGSTOP to HAProxy on the machines of all shops, so that every connection to the database goes silent; SIGCONT later',
    seconds: 20,
    goal: { seconds: 8, from: 'repair' },
    async inflict({ databaseProxies }) {
      for (const proxy of databaseProxies) proxy.signal('SIGSTOP');
      return () => {
        for (const proxy of databaseProxies) proxy.signal('SIGCONT');
      };
    },
  },
  {
    name: 'standby-paused',
    about: 'SIGSTOP to PostgreSQL of the synchronous standby, SIGCONT later',
    seconds: LONGER_THAN_TTL,
    goal: { seconds: 12, from: 'fault' },
    async inflict(cluster) {
      const standby = await cluster.findSynchronous();
      standby.signalServer('SIGSTOP');
      return () => standby.signalServer('SIGCONT');
    },
  },
  {
    name: 'standby-killed',
    about: 'SIGKILL to Patroni, PostgreSQL and etcd of the synchronous standby, all started again later',
    seconds: 15,
    goal: { seconds: 12, from: 'fault' },
    async inflict(cluster) {
      const standby = await cluster.findSynchronous();
      standby.signalAll('SIGKILL');
      return () => standby.start();
    },
  },
  {
    name: 'etcd-stopped',
    about: 'SIGKILL to all three etcd at once, started again later',
    seconds: 30,
    goal: { seconds: 20, from: 'repair' },
    async inflict({ nodes }) {
      for (const { etcd } of nodes) etcd.signal('SIGKILL');
      return () => {
        for (const { etcd } of nodes) etcd.start();
      };
    },
  },
];

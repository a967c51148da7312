import type pg from 'pg';
import { ConnectionPool } from '../connection-pool.server.ts';
import { findDatabaseError, findDatabaseFault } from '../database-faults.server.ts';
import type { Log } from '../log.server.ts';
import { getFence } from '../request-client.server.ts';
import { createPositionReader, REPLAY_POSITION, type ReplayRow, toReplayPosition } from './log-position.server.ts';
import { catchUp, ReplicaBehind, ReplicaRefused } from './replay-proof.server.ts';
import { createReplicaState, type ReplicaState } from './replica-state.server.ts';
import { createStandingConnection } from './standing-connection.server.ts';

/** A streaming replica for reads. It never decides anything, and nothing depends on it. */
export interface Replica {
  /**
   * A connection to the replica on which everything is visible that was committed before the call. Null if there is
   * none within a moment; then the primary has to be asked. Never throws.
   */
  connect(): Promise<pg.PoolClient | null>;
  /** Reports that a statement failed at the replica, though not by its own fault, and has to be repeated elsewhere. */
  noteFault(error: Error): void;
  /** Counts a statement or transaction that the replica, or the primary in its place, has done. */
  count(server: 'replica' | 'primary'): void;
  stats(): { state: ReplicaState; lagSeconds: number; statements: number; fallbacks: number };
  /** Asks both servers where they are, which takes a few seconds at most. Never throws. */
  check(): Promise<{ state: ReplicaState; reason: string | null }>;
  /** Checks regularly from now on. Before, the replica is not used. */
  watch(): void;
  close(): Promise<void>;
}

interface ReplicaOptions {
  /** The replica's address. */
  url: string;
  /** An address of the primary at which each client has a session of its own. */
  primaryUrl: string;
  /** The settings of its pool, apart from the address. */
  pool: pg.PoolConfig;
  log: Log;
  /** Prepares each connection, such as for tracing. */
  onConnect?: ((client: pg.PoolClient) => void) | undefined;
}

/** In ms: between checks, the limit of a statement that asks for a position, and of a connect. */
const INTERVAL_MS = 1_000;
const TIMEOUT_MS = 1_500;

export function openReplica({ url, primaryUrl, pool: config, log, onConnect }: ReplicaOptions): Replica {
  const pool = new ConnectionPool({
    ...config,
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    application_name: 'ironmonger-reader',
  });
  const primary = createPositionReader(primaryUrl, TIMEOUT_MS);
  const probe = createStandingConnection(url, 'ironmonger-replica-monitor', TIMEOUT_MS);
  const state = createReplicaState(log);
  const inUse = new Set<pg.PoolClient>();
  const counts = { replica: 0, primary: 0 };
  let running: ReturnType<Replica['check']> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isWatching = false;
  let isClosed = false;

  // A connection that dies, idle or in use, must not end the process. What was under way on it says so.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    onConnect?.(client);
  });

  /** Statements that wait for a server that has gone silent would fail only after many seconds. */
  function interrupt(): void {
    for (const client of inUse) client.connection.stream.destroy();
  }

  async function find(): Promise<void> {
    const startedAt = performance.now();
    const required = await primary.read().catch(() => null);
    // Nothing can be said about the replica. While the primary is away, nobody can be sure what it has confirmed.
    if (!required) return state.suspend();
    try {
      const ask = async () => toReplayPosition(await probe.ask<ReplayRow>(REPLAY_POSITION));
      await catchUp({ required, known: null, ask, onPosition: ({ bytes }) => state.noteReplay(bytes) });
      state.noteCurrent(startedAt);
    } catch (error) {
      if (error instanceof ReplicaBehind) state.noteBehind(startedAt, required.bytes);
      else if (error instanceof ReplicaRefused) state.noteUnusable(error.state, error.message);
      else {
        noteLoss(error);
        interrupt();
      }
    }
  }

  function noteLoss(error: unknown): void {
    const isForbidden = findDatabaseError(error)?.code === '42501';
    const reason = error instanceof Error ? error.message : 'no connection';
    state.noteUnusable(
      isForbidden ? 'forbidden' : 'away',
      isForbidden
        ? `It does not tell its position: ${reason}. Grant the role of DATABASE_REPLICA_URL to execute that function.`
        : `It does not respond: ${reason}.`,
    );
  }

  function check(): ReturnType<Replica['check']> {
    running ??= find()
      .then(() => state.last())
      .finally(() => {
        running = null;
      });
    return running;
  }

  async function checkNow(): Promise<void> {
    await check();
    if (!isClosed) timer = setTimeout(checkNow, INTERVAL_MS).unref();
  }

  /** Known positions of connections. A connection stays at its server, whose position only grows. */
  const known = new WeakMap<pg.PoolClient, ReturnType<typeof toReplayPosition>>();

  async function prove(client: pg.PoolClient): Promise<void> {
    await catchUp({
      required: await primary.read(),
      known: known.get(client) ?? null,
      // A server that has gone silent must not make a reader wait as long as a statement may take.
      ask: async () => {
        const { rows } = await client.query<ReplayRow>({ text: REPLAY_POSITION, query_timeout: TIMEOUT_MS } as never);
        return toReplayPosition(rows[0] as ReplayRow);
      },
      onPosition: (position) => known.set(client, position),
    });
  }

  return {
    async connect() {
      // Jobs write under a fence in what they take for their own database, and nobody waits for them.
      if (!isWatching || !state.isUsable() || getFence()) return null;
      let client: pg.PoolClient;
      try {
        client = await pool.connect();
      } catch {
        void check();
        return null;
      }
      inUse.add(client);
      const release = client.release.bind(client);
      client.release = (fault) => {
        inUse.delete(client);
        release(fault);
      };
      try {
        await prove(client);
        return client;
      } catch (error) {
        const isWell = error instanceof ReplicaBehind;
        client.release(isWell ? undefined : true);
        state.suspend();
        void check();
        return null;
      }
    },
    noteFault(error) {
      // A conflict with what it replays says nothing about the next statement.
      if (['40001', '40P01'].includes(findDatabaseError(error)?.code ?? '')) return;
      if (findDatabaseFault(error) === 'read_only')
        log.error({ err: error }, 'a statement that writes was sent to the replica');
      state.suspend();
      if (!isClosed) void check();
    },
    count(server) {
      counts[server] += 1;
    },
    stats: () => ({
      state: state.last().state,
      lagSeconds: state.lagMs() / 1_000,
      statements: counts.replica,
      fallbacks: counts.primary,
    }),
    check,
    watch() {
      isWatching = true;
      void checkNow();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
      await Promise.all([primary.close(), probe.close(), pool.end()]);
    },
  };
}

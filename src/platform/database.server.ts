import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type ChangeFeed, createChangeFeed } from './change-feed.server.ts';
import { ConnectionPool } from './connection-pool.server.ts';
import { createDb, type Db, type Queryable, type Tx } from './create-db.server.ts';
import { findDatabaseError, isDatabaseUnavailable } from './database-faults.server.ts';
import { createDatabaseMonitor, type DatabaseMonitor } from './database-monitor.server.ts';
import type { Log } from './log.server.ts';
import { registerReadSource } from './replica/read-source.server.ts';
import { openReplica, type Replica } from './replica/replica.server.ts';
import { getFence, runInTransaction } from './request-client.server.ts';
import { QUERY_TIMEOUT_MS, SESSION_LIMITS } from './session-limits.server.ts';
import { traceStatements } from './tracing/traced-statements.server.ts';
import { isTracing } from './tracing/tracing.server.ts';
import { UnnamedStatementsClient } from './unnamed-statements.server.ts';

export type { Db, Queryable, Tx } from './create-db.server.ts';

export interface Database {
  db: Db;
  pool: ConnectionPool;
  /** Gets what `publishChange` publishes. */
  changes: ChangeFeed;
  /** Connects with its first check. */
  monitor: DatabaseMonitor;
  /** Where `toReadSource` of the database reads; null if everything is read at the primary. */
  replica: Replica | null;
  close(): Promise<void>;
}

interface DatabaseOptions {
  /**
   * Called for each transaction. Tests use it to reject a transaction that would commit without having called
   * `publishChange`.
   */
  watchTransaction?: () => { onStatement(text: string): void; beforeCommit(hasPublished: boolean): void };
  /**
   * False if a pooler may run each transaction on another connection to the server. It would refuse time limits at the
   * connect and lose those of a `set`, so the role must have them: see `limitRole`.
   */
  hasSessions?: boolean;
  /** False if the pooler does not keep prepared statements: they are then sent without their names. */
  preparedStatements?: boolean;
  /** The addresses of a streaming replica for reads, and of the primary without a pooler. */
  replica?: { url: string; primaryUrl: string } | undefined;
}

/** Opens a pool of at most `size` connections, for which clients take turns. It connects with the first query. */
export function openDatabase(url: string, size: number, log: Log, options: DatabaseOptions = {}): Database {
  const { hasSessions = true, preparedStatements = true } = options;
  const settings = { max: size, idleTimeoutMillis: 60_000, keepAlive: true, query_timeout: QUERY_TIMEOUT_MS };
  const pool = new ConnectionPool({
    ...settings,
    connectionString: url,
    connectionTimeoutMillis: 4_000,
    application_name: hasSessions ? 'ironmonger' : 'ironmonger-pooled',
    ...(hasSessions ? SESSION_LIMITS : {}),
    ...(preparedStatements ? {} : { Client: UnnamedStatementsClient }),
  });
  // The pool does not wait until its connections are closed, and the server may end before they are.
  let isClosed = false;
  const warnOfLoss = (message: string) => (error: Error) => {
    if (!isClosed) log.warn({ err: error }, message);
  };
  // An idle connection that dies (the server restarted) must not end the process.
  pool.on('error', warnOfLoss('a database connection was lost'));
  // The pool only listens to idle connections. One that dies in use would be an uncaught error.
  pool.on('connect', (client) => client.on('error', warnOfLoss('a database connection was lost while in use')));
  if (isTracing()) pool.on('connect', traceStatements);
  const db = createDb(pool);
  const changes = createChangeFeed(
    (channel, payload) => pool.query('select pg_notify($1, $2)', [channel, payload]),
    log,
  );
  publishers.set(db, changes.publish);
  const monitor = createDatabaseMonitor(url, log);
  db.transaction = (work, config) => inTransaction({ pool, changes, ...options }, work, config);
  const onConnect = isTracing() ? traceStatements : undefined;
  const replica = options.replica
    ? openReplica({ ...options.replica, pool: { ...settings, ...SESSION_LIMITS }, log, onConnect })
    : null;
  if (replica) registerReadSource({ db, pool, replica });
  return {
    db,
    pool,
    changes,
    monitor,
    replica,
    async close() {
      await monitor.close();
      await replica?.close();
      await changes.close();
      isClosed = true;
      await pool.end();
    },
  };
}

const publishers = new WeakMap<Queryable, (tags: readonly string[]) => void>();

/**
 * Announces what a write has changed, by the cache tags of everything that shows it. Every write has to call it. This
 * process applies the change before the writer learns of the commit; other processes do so with the commit.
 *
 * In a transaction, call it any time before the end, with no tags if nothing public shows the write. Outside a
 * transaction, call it after the statement: other processes then follow 25 ms later, so that commits of orders do not
 * queue for the single lock of all notifications.
 */
export function publishChange(db: Queryable, tags: readonly string[]): void {
  const publish = publishers.get(db);
  if (!publish) throw new Error('a change is published by an open database or by a transaction of it');
  publish(tags);
}

/** Registers a transaction together with its savepoints. */
function registerTransaction(tx: Tx, publish: (tags: readonly string[]) => void): void {
  publishers.set(tx, publish);
  const begin = tx.transaction.bind(tx);
  tx.transaction = (work) =>
    begin((inner) => {
      registerTransaction(inner, publish);
      return work(inner);
    });
}

/**
 * Runs a transaction on its own connection, which always goes back to the pool. The query builder's own transaction
 * never releases it if BEGIN fails, so a restarting server could empty the pool.
 */
async function inTransaction<T>(
  { pool, changes, watchTransaction }: Pick<Database, 'pool' | 'changes'> & DatabaseOptions,
  work: (tx: Tx) => Promise<T>,
  config?: Parameters<Db['transaction']>[1],
): Promise<T> {
  const client = await pool.connect();
  const watch = watchTransaction?.();
  const published = new Set<string>();
  let hasPublished = false;
  let fault: Error | undefined;

  async function workAndNotify(tx: Tx): Promise<T> {
    registerTransaction(tx, (tags) => {
      hasPublished = true;
      for (const tag of tags) published.add(tag);
    });
    await getFence()?.pass(client);
    const result = await work(tx);
    watch?.beforeCommit(hasPublished);
    if (published.size > 0) {
      const { channel, payload } = changes.toNotification([...published]);
      await tx.execute(sql`select pg_notify(${channel}, ${payload})`);
    }
    return result;
  }

  try {
    return await runInTransaction(() => createDb(client, watch?.onStatement).transaction(workAndNotify, config));
  } catch (error) {
    // Such a connection may be in any state, so the pool must not reuse it.
    if (error instanceof Error && isDatabaseUnavailable(error)) fault = error;
    throw error;
  } finally {
    try {
      // Also after an error, since the commit may have succeeded even if its response was lost.
      if (published.size > 0) changes.deliver([...published]);
    } finally {
      client.release(fault);
    }
  }
}

/**
 * Waits as long as it takes to get this lock, which is held until the transaction ends. It is for what processes that
 * start together must do one after another. It polls, since a waiting statement would exceed the time limits above.
 */
export async function acquireTxLock(tx: Tx, lock: number): Promise<void> {
  // Meanwhile, the holder may work on other connections.
  await tx.execute('set local idle_in_transaction_session_timeout = 0');
  for (;;) {
    const { rows } = await tx.execute<{ got: boolean }>(`select pg_try_advisory_xact_lock(${lock}) as got`);
    if (rows[0]?.got) return;
    await pause(50);
  }
}

/** True for a violated unique constraint, optionally only the one with this name. Looks through wrapped errors. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const databaseError = findDatabaseError(error);
  return databaseError?.code === '23505' && (!constraint || databaseError.constraint === constraint);
}

/** True if a referenced row does not exist or no longer exists. */
export function isForeignKeyViolation(error: unknown): boolean {
  return findDatabaseError(error)?.code === '23503';
}

/** True if a statement was canceled, for example because it exceeded its time limit. */
export function isCanceledStatement(error: unknown): boolean {
  return findDatabaseError(error)?.code === '57014';
}

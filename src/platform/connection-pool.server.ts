import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { createConnectionTurns, shareConnections } from './connection-turns.server.ts';
import { findDatabaseFault } from './database-faults.server.ts';
import { queryBehindFence } from './fence.server.ts';
import { getFence, getRequestClient, isInTransaction, type RequestClient } from './request-client.server.ts';
import { isTracing } from './tracing/tracing.server.ts';

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * A pool in which clients take turns for connections, as `connection-turns.server.ts` decides. A transaction that needs
 * a second connection gets it without a turn, since others of its client may be waiting for what it holds.
 *
 * If a server refuses to write, because it is no longer the primary, every open connection to it is useless: none of
 * them is used again, and new ones go where the address leads by then.
 *
 * A single statement of a job passes the job's fence in a transaction of its own. Whoever calls `connect` and writes in
 * a transaction passes the fence there: `inTransaction` of `database.server.ts`.
 */
export class ConnectionPool extends pg.Pool {
  readonly #turns = createConnectionTurns(shareConnections(this.options.max));
  readonly #openedAt = new WeakMap<pg.PoolClient, number>();
  /** Connections opened before this moment are not used again. */
  #usableSince = 0;

  /** How many requests wait for their turn or for a new connection. */
  countWaiting(): number {
    return this.waitingCount + this.#turns.waiting;
  }

  // The driver's overloads have nothing in common that a signature could repeat.
  override query: pg.Pool['query'] = (...args: unknown[]) => {
    const fence = getFence();
    const send: unknown = super.query;
    if (!fence) return Reflect.apply(send as (...sent: unknown[]) => never, this, args);
    return queryBehindFence(this, fence, (client) => Reflect.apply(client.query, client, args)) as never;
  };

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    // Whoever releases a connection calls the next in line, whose statements belong to its own span.
    const callback = connected && isTracing() ? AsyncLocalStorage.bind(connected) : connected;
    if (!callback)
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (client ? resolve(client) : reject(error))),
      );
    if (isInTransaction()) {
      this.#checkOut(callback);
      return;
    }
    const client = getRequestClient();
    const { network, account } = client ?? { network: null, account: '' };
    const waiting: { end?: () => void } = {};
    const leave = this.#turns.take({ network, account }, (releaseTurn) => {
      waiting.end?.();
      this.#checkOut((error, connection, done) => {
        if (!connection) {
          releaseTurn();
          callback(error, connection, done);
          return;
        }
        const release = connection.release.bind(connection);
        connection.release = (broken) => {
          release(broken);
          releaseTurn();
        };
        callback(undefined, connection, connection.release as typeof done);
      });
    });
    if (leave) waiting.end = this.#limitWaiting(leave, callback, client);
  }

  #checkOut(callback: Connected): void {
    super.connect((error, connection, done) => {
      if (!connection) return callback(error, connection, done);
      const openedAt = this.#openedAt.get(connection) ?? performance.now();
      this.#openedAt.set(connection, openedAt);
      if (openedAt < this.#usableSince) {
        connection.release(true);
        return this.#checkOut(callback);
      }
      const release = connection.release.bind(connection);
      connection.release = (broken) => {
        if (broken instanceof Error && findDatabaseFault(broken) === 'read_only') this.#usableSince = performance.now();
        release(broken);
      };
      callback(undefined, connection, connection.release as typeof done);
    });
  }

  /** Gives up with the pool's own error if there is no connection in time. Returns a function that cancels this. */
  #limitWaiting(leave: () => void, callback: Connected, client: RequestClient | null): () => void {
    const begun = performance.now();
    const timer = setTimeout(() => {
      leave();
      callback(new Error('timeout exceeded when trying to connect'), undefined, () => {});
    }, this.options.connectionTimeoutMillis);
    timer.unref();
    return () => {
      clearTimeout(timer);
      if (client) client.waitedMs += performance.now() - begun;
    };
  }
}

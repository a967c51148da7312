import pg from 'pg';
import { createConnectionTurns, shareConnections } from './connection-turns.server.ts';
import { getRequestClient, isInTransaction, type RequestClient } from './request-client.server.ts';

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/**
 * A pool whose connections are given out by turns of clients, as `connection-turns.server.ts` shares them. A transaction that
 * needs a second connection has it without a turn: others of its client may wait for what it holds.
 */
export class ConnectionPool extends pg.Pool {
  readonly #turns = createConnectionTurns(shareConnections(this.options.max));

  /** How many wait, for their turn or for a connection to be made. */
  countWaiting(): number {
    return this.waitingCount + this.#turns.waiting;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback)
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (client ? resolve(client) : reject(error))),
      );
    if (isInTransaction()) {
      super.connect(callback);
      return;
    }
    const client = getRequestClient();
    const { network, account } = client ?? { network: null, account: '' };
    const waiting: { end?: () => void } = {};
    const leave = this.#turns.take({ network, account }, (releaseTurn) => {
      waiting.end?.();
      super.connect((error, connection, done) => {
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

  /** Gives up after the time in which a connection has to be there, with the pool's own error. Returns what ends that. */
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

import type pg from 'pg';
import { createDb, type Db, type Queryable } from '../create-db.server.ts';
import { findDatabaseError, findDatabaseFault } from '../database-faults.server.ts';
import { runInTransaction } from '../request-client.server.ts';
import type { Replica } from './replica.server.ts';

const sources = new WeakMap<Queryable, Db>();

/**
 * Where to read a list, search, export or report: each statement and transaction at the replica, if there is one that
 * shows everything committed so far, otherwise at the primary. So a reader sees what they would see at the primary.
 * Returns a transaction itself, since what it has written is visible only to it. Never write through it, or read
 * in order to decide: rows that are read here cannot be locked.
 */
export function toReadSource<Q extends Queryable>(db: Q): Q {
  return (sources.get(db) as Q | undefined) ?? db;
}

/** From now on, `toReadSource` of this database leads to the replica. */
export function registerReadSource({ db, pool, replica }: { db: Db; pool: pg.Pool; replica: Replica }): void {
  async function atReplica<T>(work: (client: pg.PoolClient) => Promise<T>, atPrimary: () => Promise<T>): Promise<T> {
    const client = await replica.connect();
    let fault: Error | undefined;
    try {
      if (client) {
        const result = await work(client);
        replica.count('replica');
        return result;
      }
    } catch (error) {
      if (!isReplicaFault(error)) throw error;
      fault = error;
      replica.noteFault(error);
    } finally {
      client?.release(fault);
    }
    replica.count('primary');
    return atPrimary();
  }

  const query = (...args: unknown[]) =>
    atReplica(
      (client) => Reflect.apply(client.query, client, args) as Promise<unknown>,
      () => Reflect.apply(pool.query, pool, args) as unknown as Promise<unknown>,
    );
  const source = createDb({ query } as unknown as pg.Pool);
  source.transaction = (work, config) =>
    atReplica(
      (client) => runInTransaction(() => createDb(client).transaction(work, config)),
      () => db.transaction(work, config),
    );
  sources.set(db, source);
}

/**
 * Whether the primary could do what the replica could not: it ended, fell silent, or canceled a statement that was in
 * the way of what it replays. A statement that exceeded its time would only burden the primary, too.
 */
function isReplicaFault(error: unknown): error is Error {
  return findDatabaseFault(error) !== null && findDatabaseError(error)?.code !== '57014';
}

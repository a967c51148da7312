import pg from 'pg';
import { QUERY_TIMEOUT_MS, SESSION_LIMITS } from './session-limits.server.ts';

/** Locks that all processes of a shop share. PostgreSQL releases the locks of a process that dies. */
export interface AdvisoryLocks {
  /** False if another process holds the lock. One process must not acquire the same lock twice. */
  tryAcquire(name: string): Promise<boolean>;
  release(name: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * All locks share one connection outside the pool, so that held locks do not use up pooled connections. If that
 * connection dies, its locks are lost, and the next call reconnects. `url` must not lead to a transaction pooler: it would
 * take and release a lock in different sessions, and the first one would keep it.
 */
export function openAdvisoryLocks(url: string): AdvisoryLocks {
  let session: Promise<pg.Client> | null = null;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'ironmonger-locks',
      keepAlive: true,
      connectionTimeoutMillis: 4_000,
      query_timeout: QUERY_TIMEOUT_MS,
      ...SESSION_LIMITS,
    });
    // Without a listener, the event would end the process. The next call reconnects.
    client.on('error', () => dropSession(client));
    client.on('end', () => dropSession(client));
    await client.connect();
    return client;
  }

  let current: pg.Client | null = null;
  function dropSession(client: pg.Client): void {
    if (current !== client) return;
    current = null;
    session = null;
  }

  /** A connection runs one statement at a time. */
  let last: Promise<unknown> = Promise.resolve();
  function run(statement: string, name: string): Promise<boolean> {
    const result = last.then(() => runNext(statement, name));
    last = result.catch(() => {});
    return result;
  }

  async function runNext(statement: string, name: string): Promise<boolean> {
    session ??= connect().then((client) => {
      current = client;
      return client;
    });
    const connection = session;
    try {
      const { rows } = await (await connection).query<{ got: boolean }>(statement, [name]);
      return rows[0]?.got === true;
    } catch (error) {
      if (session === connection) session = null;
      current = null;
      void connection.then(
        (client) => client.end().catch(() => {}),
        () => {},
      );
      throw error;
    }
  }

  return {
    tryAcquire: (name) => run('select pg_try_advisory_lock(hashtext($1)) as got', name),
    async release(name) {
      // If the connection that acquired the lock is gone, the lock is already free.
      if (current) await run('select pg_advisory_unlock(hashtext($1)) as got', name).catch(() => {});
    },
    async close() {
      const connection = session;
      session = null;
      if (connection) await (await connection.catch(() => null))?.end().catch(() => {});
    },
  };
}

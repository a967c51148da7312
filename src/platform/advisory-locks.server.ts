import pg from 'pg';

/** Locks shared by all processes of a shop. PostgreSQL releases those of a process that dies. */
export interface AdvisoryLocks {
  /** False when another process holds it. One process must not acquire the same lock twice. */
  tryAcquire(name: string): Promise<boolean>;
  release(name: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * All locks share one connection of their own, so that held locks take none from the pool. When that connection dies,
 * its locks are lost. The next call connects anew.
 */
export function openAdvisoryLocks(pool: pg.Pool): AdvisoryLocks {
  let session: Promise<pg.Client> | null = null;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...pool.options, idle_in_transaction_session_timeout: 0 });
    // Without a listener the event would end the process. The next call notices it.
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

  /** One connection runs one statement at a time. */
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
      // Without the connection that acquired it, it is free already.
      if (current) await run('select pg_advisory_unlock(hashtext($1)) as got', name).catch(() => {});
    },
    async close() {
      const connection = session;
      session = null;
      if (connection) await (await connection.catch(() => null))?.end().catch(() => {});
    },
  };
}

import pg from 'pg';

/** Locks that all processes of a shop respect, and a process that dies loses by itself. */
export interface AdvisoryLocks {
  /** False when somebody else has it. One process must not take the same lock twice at once. */
  tryAcquire(name: string): Promise<boolean>;
  release(name: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * All on one connection of their own, however many there are and however long they are held, so that they leave the
 * pool to whoever has work for it. When that connection dies its locks are lost, and it is made anew when needed.
 */
export function openAdvisoryLocks(pool: pg.Pool): AdvisoryLocks {
  let session: Promise<pg.Client> | null = null;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...pool.options, idle_in_transaction_session_timeout: 0 });
    // It has been noticed by whoever asks next; unheard, it would end the process.
    client.on('error', () => forget(client));
    client.on('end', () => forget(client));
    await client.connect();
    return client;
  }

  let current: pg.Client | null = null;
  function forget(client: pg.Client): void {
    if (current !== client) return;
    current = null;
    session = null;
  }

  async function ask(statement: string, name: string): Promise<boolean> {
    session ??= connect().then((client) => {
      current = client;
      return client;
    });
    const asked = session;
    try {
      const { rows } = await (await asked).query<{ got: boolean }>(statement, [name]);
      return rows[0]?.got === true;
    } catch (error) {
      if (session === asked) session = null;
      current = null;
      void asked.then(
        (client) => client.end().catch(() => {}),
        () => {},
      );
      throw error;
    }
  }

  return {
    tryAcquire: (name) => ask('select pg_try_advisory_lock(hashtext($1)) as got', name),
    async release(name) {
      // Without the connection it was taken on it is free already.
      if (current) await ask('select pg_advisory_unlock(hashtext($1)) as got', name).catch(() => {});
    },
    async close() {
      const asked = session;
      session = null;
      if (asked) await (await asked.catch(() => null))?.end().catch(() => {});
    },
  };
}

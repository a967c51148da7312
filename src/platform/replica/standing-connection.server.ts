import pg from 'pg';
import { endClient } from '../single-connection.server.ts';

/** A connection of its own, outside any pool, which is opened when it is needed and again after it broke. */
export interface StandingConnection {
  /** Runs a statement, and returns its only row. Throws the driver's errors, after which the next one reconnects. */
  ask<Row extends pg.QueryResultRow>(statement: string): Promise<Row>;
  close(): Promise<void>;
}

/** `timeoutMs` limits the connect and each statement. `name` is what the server's list of sessions shows. */
export function createStandingConnection(url: string, name: string, timeoutMs: number): StandingConnection {
  let client: pg.Client | null = null;

  function drop(broken: pg.Client): void {
    if (client === broken) client = null;
    void endClient(broken);
  }

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString: url,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    });
    next.on('error', () => drop(next));
    client = next;
    try {
      await next.connect();
    } catch (error) {
      drop(next);
      throw error;
    }
    return next;
  }

  return {
    async ask<Row extends pg.QueryResultRow>(statement: string) {
      const asked = client ?? (await connect());
      try {
        const { rows } = await asked.query<Row>(statement);
        const [row] = rows;
        if (!row) throw new Error('a statement that asks returns a row');
        return row;
      } catch (error) {
        drop(asked);
        throw error;
      }
    },
    async close() {
      if (client) await endClient(client);
      client = null;
    },
  };
}

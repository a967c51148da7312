import pg from 'pg';

/** In ms, for the connect and for each statement. */
const TIMEOUT_MS = 5_000;

/** Runs `work` on a connection of its own, outside any pool, and closes it. Throws the driver's errors. */
export async function withConnection<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS, ...config });
  client.on('error', () => {}); // the query that it interrupts says so
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

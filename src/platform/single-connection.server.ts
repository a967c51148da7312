import pg from 'pg';

/** In ms, for the connect and for each statement. */
const TIMEOUT_MS = 5_000;

/** In ms: how long the server is given to end a connection. */
const END_TIMEOUT_MS = 1_000;

/**
 * Closes a connection, after one second even if the server does not answer. `client.end()` alone waits for the server,
 * which over a network that has gone silent takes minutes. Never throws.
 */
export async function endClient(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), END_TIMEOUT_MS);
  await client.end().catch(() => {});
  clearTimeout(timer);
}

/** Runs `work` on a connection of its own, outside any pool, and closes it. Throws the driver's errors. */
export async function withConnection<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS, ...config });
  client.on('error', () => {}); // the query that it interrupts says so
  try {
    await client.connect();
    return await work(client);
  } finally {
    await endClient(client);
  }
}

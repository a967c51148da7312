import { Socket } from 'node:net';
import pg from 'pg';
import { endClient } from './single-connection.server.ts';
import { StartupError } from './startup-error.server.ts';

/**
 * Long scans must not be canceled, and a million rows must not fill the memory, so the rest goes to temporary files.
 */
const SESSION = [
  'set local statement_timeout = 0',
  'set local lock_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
  "set local work_mem = '32MB'",
  'set local jit = off',
];

/**
 * Runs `work` on one read-only snapshot of a database. A running shop continues meanwhile. `stopped` ends the
 * connection. `name` is what the server's list of sessions shows.
 */
export async function withSnapshot<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  { stopped, name = 'ironmonger-verify' }: { stopped?: AbortSignal | undefined; name?: string } = {},
): Promise<T> {
  const socket = new Socket();
  const client = new pg.Client({
    stream: () => socket,
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', () => {}); // the query that it interrupts says so
  const interrupt = () => void socket.destroy();
  stopped?.addEventListener('abort', interrupt);
  try {
    await client.connect();
    await client.query('begin transaction isolation level repeatable read, read only');
    for (const statement of SESSION) await client.query(statement);
    return await work(client);
  } catch (error) {
    if (stopped?.aborted) throw new StartupError('Stopped before it was done.', { cause: error });
    throw error;
  } finally {
    stopped?.removeEventListener('abort', interrupt);
    await endClient(client);
  }
}

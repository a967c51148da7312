import pg from 'pg';
import { CHANGE_CHANNEL, type ChangeFeed } from './change-feed.server.ts';

const RECONNECT_DELAY_MS = 1_000;

/**
 * Receives what other processes publish, on its own connection, which is reopened if it breaks. Since changes that were
 * published meanwhile are unknown, everything then counts as changed. Returns a function that closes it.
 */
export async function listenForChanges(
  url: string,
  changes: Pick<ChangeFeed, 'deliver' | 'receive'>,
): Promise<() => Promise<void>> {
  let client: pg.Client | null = null;
  let isClosed = false;
  let isConnecting = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'ironmonger-change-listener',
      keepAlive: true,
      // A network that silently drops packets must not keep it waiting.
      connectionTimeoutMillis: 5_000,
    });
    next.on('notification', ({ payload }) => changes.receive(payload ?? ''));
    next.on('error', () => void reconnect());
    client = next;
    await next.connect();
    await next.query(`listen ${CHANGE_CHANNEL}`);
    changes.deliver(null);
  }

  /** Runs only once at a time: both the event and the failed statement report a dying connection. */
  async function reconnect(): Promise<void> {
    if (isClosed || isConnecting) return;
    isConnecting = true;
    const broken = client;
    client = null;
    await broken?.end().catch(() => {});
    changes.deliver(null);
    setTimeout(async () => {
      isConnecting = false;
      if (!isClosed) await connect().catch(reconnect);
    }, RECONNECT_DELAY_MS).unref();
  }

  await connect();
  return async () => {
    isClosed = true;
    await client?.end().catch(() => {});
  };
}

import pg from 'pg';
import { CHANGE_CHANNEL, type ChangeFeed } from './change-feed.server.ts';

const RECONNECT_DELAY_MS = 1_000;

/**
 * Receives what other processes publish, on a connection of its own that is opened again when it breaks. What was published
 * while it was broken is unknown, so everything counts as changed then. Returns what closes it.
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
      // A network that drops packets without a word must not keep it waiting.
      connectionTimeoutMillis: 5_000,
    });
    next.on('notification', ({ payload }) => changes.receive(payload ?? ''));
    next.on('error', () => void reconnect());
    client = next;
    await next.connect();
    await next.query(`listen ${CHANGE_CHANNEL}`);
    changes.deliver(null);
  }

  /** Once at a time: a dying connection is reported by its event and by the statement that failed. */
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

import { randomUUID } from 'node:crypto';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { CHANGE_CHANNEL, type ChangeFeed } from './change-feed.server.ts';
import type { Log } from './log.server.ts';
import { endClient } from './single-connection.server.ts';

const RECONNECT_DELAY_MS = 1_000;
/**
 * How often a heartbeat is sent, and how long it may take. A connection that died silently is noticed at the second one
 * at the latest, so no page is older than twice this.
 */
const HEARTBEAT_MS = 2_000;

interface ListenerOptions {
  log: Log;
  /** Told whenever the process begins or ceases to hear changes. */
  metrics?: { listening(isListening: boolean): void };
  /** In ms. */
  heartbeatMs?: number;
}

/**
 * Receives what other processes publish, on its own connection, which is reopened if it breaks. `url` must not lead to a
 * transaction pooler, where it would hear nothing. Since changes that were
 * published meanwhile are unknown, everything then counts as changed. Returns a function that closes it.
 *
 * A network can drop packets without a word, and a pooler can hand the connection's subscription to somebody else. So
 * the listener sends itself notifications through the database, and takes the connection for lost if it misses one.
 */
export async function listenForChanges(
  url: string,
  changes: Pick<ChangeFeed, 'deliver' | 'receive'>,
  { log, metrics, heartbeatMs = HEARTBEAT_MS }: ListenerOptions,
): Promise<() => Promise<void>> {
  let client: pg.Client | null = null;
  let heartbeat: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isLost = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'ironmonger-change-listener',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    });
    // Its own channel: nobody else gets its heartbeats.
    const ownChannel = `heartbeat_${randomUUID().replaceAll('-', '')}`;
    let [sent, heard] = ['', ''];
    next.on('notification', ({ channel, payload = '' }) => {
      if (channel === ownChannel) heard = payload;
      else changes.receive(payload);
    });
    next.on('error', (error) => lose(next, error));
    client = next;
    await next.connect();
    await next.query(`listen ${CHANGE_CHANNEL}`);
    await next.query(`listen ${ownChannel}`);
    if (isClosed) return void next.end().catch(() => {});
    heartbeat = setInterval(async () => {
      // A process that was busy for longer than this first reads what has arrived meanwhile.
      await setImmediate();
      if (isClosed || isLost) return;
      if (heard !== sent) return lose(next, new Error('a heartbeat did not arrive'));
      sent = String(performance.now());
      next.query('select pg_notify($1, $2)', [ownChannel, sent]).catch((error) => lose(next, error));
    }, heartbeatMs).unref();
    isLost = false;
    changes.deliver(null);
    metrics?.listening(true);
  }

  /** Called for each sign that a connection has died: its event, a failed statement, a missing heartbeat. */
  function lose(broken: pg.Client, error: unknown): void {
    if (isClosed || isLost || broken !== client) return;
    isLost = true;
    clearInterval(heartbeat);
    changes.deliver(null);
    metrics?.listening(false);
    log.warn(
      { err: error },
      'changes by other processes cannot be heard; until they are, everything counts as changed',
    );
    void reconnect();
  }

  async function reconnect(): Promise<void> {
    if (client) void endClient(client);
    await pause(RECONNECT_DELAY_MS, undefined, { ref: false });
    if (isClosed) return;
    try {
      await connect();
      log.info('changes by other processes are heard again');
    } catch {
      void reconnect();
    }
  }

  await connect();
  return async () => {
    isClosed = true;
    clearInterval(heartbeat);
    if (client) await endClient(client);
  };
}

import pg from 'pg';
import { findDatabaseFault } from './database-faults.server.ts';
import type { Log } from './log.server.ts';
import { endClient } from './single-connection.server.ts';

/** 'read_only': a standby, or a primary that was demoted. 'away': it does not respond. */
export type DatabaseState = 'writable' | 'read_only' | 'away';

export interface DatabaseMonitor {
  /** What the last check found, and for how long that has been so, in ms; 'writable' before the first check. Reading it is free. */
  last(): { state: DatabaseState; forMs: number };
  /**
   * Whether the monitor's own connection broke in the last so many ms. Others to the same server probably broke with
   * it, even if another server has taken over before anybody noticed an outage.
   */
  hasLostConnection(withinMs: number): boolean;
  /**
   * Asks the database, which takes 3 s at most. Simultaneous callers share one check. While it watches an outage, it
   * returns the last result at once. Never throws.
   */
  check(): Promise<DatabaseState>;
  /** Checks regularly from now on, and at once if the monitor's connection breaks. */
  watch(): void;
  close(): Promise<void>;
}

const SENTENCES: Record<DatabaseState, string> = {
  writable: 'the database accepts writes again',
  read_only: 'the database accepts no writes',
  away: 'the database is away',
};

/** In ms: between checks while all is well, between checks otherwise, and the limit of one attempt. */
const TIMES = { intervalMs: 2_000, outageIntervalMs: 500, timeoutMs: 1_500 };

/**
 * Knows whether the database can be written to, read, or neither. It has a connection of its own: waiting for one of the
 * pool's would take a crowd of requests for an outage.
 */
export function createDatabaseMonitor(url: string, log: Log, times: Partial<typeof TIMES> = {}): DatabaseMonitor {
  const { intervalMs, outageIntervalMs, timeoutMs } = { ...TIMES, ...times };
  let client: pg.Client | null = null;
  let last: { state: DatabaseState; since: number } = { state: 'writable', since: performance.now() };
  let running: Promise<DatabaseState> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let lostAt = Number.NEGATIVE_INFINITY;
  let isWatching = false;
  let isClosed = false;

  function drop(): void {
    if (client) {
      lostAt = performance.now();
      void endClient(client);
    }
    client = null;
  }

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'ironmonger-monitor',
      keepAlive: true,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    });
    next.on('error', () => {
      if (client !== next) return;
      drop();
      if (isWatching) void checkNow();
    });
    client = next;
    await next.connect();
    return next;
  }

  async function ask(): Promise<DatabaseState> {
    const asked = client ?? (await connect());
    const { rows } = await asked.query(`select current_setting('transaction_read_only') = 'on' as "readOnly"`);
    return rows[0]?.readOnly ? 'read_only' : 'writable';
  }

  async function find(): Promise<DatabaseState> {
    // A connection to a server that was demoted stays there. A new one leads to whichever is the primary by now.
    if (last.state !== 'writable') drop();
    try {
      return await ask();
    } catch {
      drop();
    }
    // Somebody may have ended this one connection, or this process was too busy to read the response in time.
    try {
      return await ask();
    } catch (error) {
      drop();
      // A server that has no connection left is there all the same.
      return findDatabaseFault(error) === 'busy' ? 'writable' : 'away';
    }
  }

  async function findAndRecord(): Promise<DatabaseState> {
    const state = await find();
    if (isClosed) drop();
    else if (state !== last.state) {
      last = { state, since: performance.now() };
      log[state === 'writable' ? 'info' : 'warn']({ database: state }, SENTENCES[state]);
    }
    return state;
  }

  function askNow(): Promise<DatabaseState> {
    running ??= findAndRecord().finally(() => {
      running = null;
    });
    return running;
  }

  async function checkNow(): Promise<void> {
    clearTimeout(timer);
    await askNow();
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(checkNow, last.state === 'writable' ? intervalMs : outageIntervalMs).unref();
  }

  return {
    last: () => ({ state: last.state, forMs: performance.now() - last.since }),
    hasLostConnection: (withinMs) => performance.now() - lostAt < withinMs,
    // A balancer that has to wait takes the whole process for dead. The next result comes within half a second.
    check: async () => (isWatching && last.state === 'away' ? last.state : askNow()),
    watch() {
      isWatching = true;
      void checkNow();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
      if (client) await endClient(client);
    },
  };
}

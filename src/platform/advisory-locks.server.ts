import pg from 'pg';
import { SESSION_LIMITS } from './session-limits.server.ts';
import { endClient } from './single-connection.server.ts';

/** A lock that this process holds. */
export interface HeldLock {
  /** Aborted once the lock may be somebody else's, because its connection broke or has gone silent. */
  lost: AbortSignal;
  release(): Promise<void>;
}

/** Locks that all processes of a shop share. PostgreSQL releases the locks of a process that dies. */
export interface AdvisoryLocks {
  /** Null if another process holds the lock. One process must not acquire the same lock twice. */
  tryAcquire(name: string): Promise<HeldLock | null>;
  close(): Promise<void>;
}

/** A connection and the locks that it holds. */
interface Session {
  client: pg.Client;
  held: Set<AbortController>;
}

/** In ms: how often the connection is tried while it holds a lock, and how long any of its statements may take. */
const HEARTBEAT = { intervalMs: 2_000, timeoutMs: 5_000 };

/**
 * All locks share one connection outside the pool, so that held locks do not use up pooled connections. If that
 * connection dies, its locks are lost, and the next call reconnects. While it holds a lock, it is tried every other
 * second: over a network that has gone silent, the server may have given the lock to another process long before the
 * connection ends. `url` must not lead to a transaction pooler: it would take and release a lock in different sessions,
 * and the first one would keep it.
 */
export function openAdvisoryLocks(url: string, { intervalMs, timeoutMs } = HEARTBEAT): AdvisoryLocks {
  let session: Promise<Session> | null = null;

  async function connect(): Promise<Session> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'ironmonger-locks',
      keepAlive: true,
      connectionTimeoutMillis: 4_000,
      query_timeout: timeoutMs,
      ...SESSION_LIMITS,
    });
    const opened: Session = { client, held: new Set() };
    // Without a listener, the event would end the process. The next call reconnects.
    client.on('error', () => drop(opened));
    client.on('end', () => drop(opened));
    await client.connect();
    return opened;
  }

  let current: Session | null = null;
  function drop(dropped: Session): void {
    for (const lock of dropped.held) lock.abort();
    dropped.held.clear();
    if (current !== dropped) return;
    current = null;
    session = null;
    void endClient(dropped.client);
  }

  async function tryConnection(): Promise<void> {
    const tried = current;
    if (tried?.held.size) await tried.client.query('select 1').catch(() => drop(tried));
  }

  /** A connection runs one statement at a time. */
  let last: Promise<unknown> = Promise.resolve();
  function runInTurn<T>(statement: () => Promise<T>): Promise<T> {
    const result = last.then(statement);
    last = result.catch(() => {});
    return result;
  }
  const heartbeat = setInterval(() => void runInTurn(tryConnection), intervalMs).unref();

  async function getSession(): Promise<Session> {
    session ??= connect();
    const opening = session;
    try {
      current = await opening;
      return current;
    } catch (error) {
      if (session === opening) session = null;
      throw error;
    }
  }

  async function ask(at: Session, statement: string, name: string): Promise<boolean> {
    try {
      const { rows } = await at.client.query<{ got: boolean }>(statement, [name]);
      return rows[0]?.got === true;
    } catch (error) {
      drop(at);
      throw error;
    }
  }

  return {
    tryAcquire: (name) =>
      runInTurn(async () => {
        const at = await getSession();
        if (!(await ask(at, 'select pg_try_advisory_lock(hashtext($1)) as got', name))) return null;
        const lock = new AbortController();
        at.held.add(lock);
        return {
          lost: lock.signal,
          async release() {
            // A lost lock is already free, or another's.
            if (!at.held.delete(lock)) return;
            await runInTurn(() => ask(at, 'select pg_advisory_unlock(hashtext($1)) as got', name)).catch(() => {});
          },
        };
      }),
    async close() {
      clearInterval(heartbeat);
      const opened = await session?.catch(() => null);
      session = null;
      current = null;
      if (opened) await endClient(opened.client);
    },
  };
}

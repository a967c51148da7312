import { randomInt } from 'node:crypto';
import pg from 'pg';
import { type Fence, LockLost } from './fence.server.ts';
import { SESSION_LIMITS } from './session-limits.server.ts';
import { endClient } from './single-connection.server.ts';

/** A lock that this process holds. */
export interface HeldLock {
  /** Aborted once the lock may be somebody else's, because its connection broke or has gone silent. */
  lost: AbortSignal;
  /** Right at any time, unlike `lost`, since it asks the database within the transaction of the write. */
  fence: Fence;
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
  pid: number;
  /** A lock of its own, by which it is told from a later session that got the same `pid`. */
  key: number;
}

/** In ms: how often the connection is tried while it holds a lock, and how long any of its statements may take. */
const HEARTBEAT = { intervalMs: 2_000, timeoutMs: 5_000 };

/**
 * Makes the server notice within 25 seconds that this machine has died without a word. By default it takes two hours,
 * in which nobody else gets the locks.
 */
const KEEPALIVES = `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`;

/** The first key of the locks that sessions have of their own, and of those that fences take: any two constants. */
const SESSION_KEYS = 1_919_247_475;
const FENCE_KEYS = 1_717_921_379;

/** Waits for nobody, not even for the last write of a former holder: then the lock is not acquired yet. */
const ACQUIRE = `select case
  when not pg_try_advisory_lock(hashtext($1)) then false
  when pg_try_advisory_xact_lock(${FENCE_KEYS}, hashtext($1)) then true
  else not pg_advisory_unlock(hashtext($1)) end as got`;

/**
 * The fence of a lock that `session` holds. A transaction that passes it shares a second lock until it ends, and then
 * looks whether the session still holds the first one. Whoever acquires the first one needs the second one for
 * a moment, so that either waits for the transaction or is seen by it. `pg_locks` shows the present, whatever the
 * transaction's snapshot is.
 */
function createFence({ pid, key }: Session, name: string, onLost: () => void): Fence {
  const hash = `hashtext(${pg.escapeLiteral(name)})`;
  const high = `((${hash}::bigint >> 32) & 4294967295)::oid`;
  const statement = `select pg_advisory_xact_lock_shared(${FENCE_KEYS}, ${hash});
    select count(*) = 2 as held from pg_locks where locktype = 'advisory' and pid = ${pid} and granted
      and mode = 'ExclusiveLock' and database = (select oid from pg_database where datname = current_database())
      and (classid, objid, objsubid) in ((${SESSION_KEYS}::oid, ${key}::oid, 2), (${high}, (${hash}::bigint & 4294967295)::oid, 1))`;
  return {
    async pass(client, { begin } = { begin: false }) {
      // Several statements in one message return as many results.
      const results: unknown = await client.query(begin ? `begin;${statement}` : statement);
      const last = (results as pg.QueryResult<{ held: boolean }>[]).at(-1);
      if (last?.rows[0]?.held) return;
      onLost();
      throw new LockLost(name);
    },
  };
}

/**
 * All locks share one connection outside the pool, so that held locks do not use up pooled connections. If that
 * connection dies, its locks are lost, and the next call reconnects. While it holds a lock, it is tried every other
 * second: over a network that has gone silent, the server may have given the lock to another process long before the
 * connection ends. Even so, nobody writes under a lost lock who passes its fence: `createFence`. `url` must not lead to
 * a transaction pooler: it would take and release a lock in different sessions, and the first one would keep it.
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
    const opened: Session = { client, held: new Set(), pid: 0, key: randomInt(2 ** 31) };
    // Without a listener, the event would end the process. The next call reconnects.
    client.on('error', () => drop(opened));
    client.on('end', () => drop(opened));
    await client.connect();
    await client.query(KEEPALIVES);
    const { rows } = await client.query<{ pid: number }>(
      `select pg_backend_pid() as pid, pg_advisory_lock(${SESSION_KEYS}, $1)`,
      [opened.key],
    );
    opened.pid = rows[0]?.pid ?? 0;
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
        if (!(await ask(at, ACQUIRE, name))) return null;
        const lock = new AbortController();
        at.held.add(lock);
        return {
          lost: lock.signal,
          fence: createFence(at, name, () => drop(at)),
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

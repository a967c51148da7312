import type pg from 'pg';

/**
 * Keeps those who have lost a lock from writing. They may not know yet: a connection that has gone silent looks alive
 * for seconds, while the server has given its locks to another process long ago.
 */
export interface Fence {
  /**
   * Throws `LockLost` unless the lock is still held. If it is, nobody else acquires it before the transaction of
   * `client` has ended. `begin`: also begins that transaction, in the same round trip.
   */
  pass(client: pg.ClientBase, options?: { begin: boolean }): Promise<void>;
}

/** Another process may hold the lock by now, so this one must not write any more. */
export class LockLost extends Error {
  override readonly name = 'LockLost';

  constructor(lock: string) {
    super(`the lock '${lock}' was lost`);
  }
}

/** Looks through wrapped errors. */
export function isLockLost(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof LockLost) return true;
  }
  return false;
}

/** Runs one statement in a transaction of its own, which passes the fence first. */
export async function queryBehindFence<T>(
  pool: pg.Pool,
  fence: Fence,
  send: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let fault: Error | undefined;
  try {
    await fence.pass(client, { begin: true });
    const result = await send(client);
    await client.query('commit');
    return result;
  } catch (error) {
    // The pool closes such a connection, as it does after any error of a single statement.
    fault = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(fault);
  }
}

import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { findDatabaseError } from './database-faults.server.ts';
import { withConnection } from './single-connection.server.ts';

/**
 * How an address gives sessions to its clients: each client its own, each transaction any, or each statement any, in
 * which case there are no transactions.
 */
export type Pooling =
  | { kind: 'session' }
  | { kind: 'transaction'; keepsPreparedStatements: boolean }
  | { kind: 'statement' };

/** With how many other clients a client is compared. A busy pooler may happen to give each of two its own session. */
const OTHERS = 3;
/** The same at an address that is surely a pooler's. Several of its processes may share the port. */
const OTHERS_AT_POOLER = 16;

/** A session, whatever connections lead to it. A process id alone could be used on two servers. */
const WHO = "select pid || ' ' || backend_start as session from pg_stat_activity where pid = pg_backend_pid()";

/** SQLSTATEs of a prepared statement that another client left in the session, or that the session does not know. */
const FOREIGN_STATEMENT = ['42P05', '26000'];
/** The SQLSTATE with which poolers refuse what they cannot do. */
const PROTOCOL_VIOLATION = '08P01';

/**
 * Finds out whether a pooler shares sessions among its clients. It never mistakes a server, or a proxy that passes
 * bytes on: two clients that are connected at the same time have the same session, or one client has two sessions, only
 * if somebody in between shares them. Throws the driver's errors.
 */
export async function findPooling(url: string): Promise<Pooling> {
  // A random name, since a pooler without support for prepared statements leaves this one behind.
  const who = { name: `session_${randomBytes(8).toString('hex')}`, text: WHO };
  const ask = async (client: pg.Client) => (await client.query<{ session: string }>(who)).rows[0]?.session;
  const sharesSessions = (one: pg.Client) =>
    withConnection({ connectionString: url }, async (other) => {
      const before = await ask(one);
      // Until its transaction ends, nobody else gets the session that it has.
      await other.query('begin').catch(rejectStatementPooler);
      const isShared = (await ask(other)) === before || (await ask(one)) !== before;
      await other.query('rollback');
      return isShared;
    });

  try {
    return await withConnection({ connectionString: url }, async (one) => {
      // A pooler invents the key with which its clients cancel statements, as it has no session for them yet.
      const isServer = getProcessId(one) === Number((await ask(one))?.split(' ')[0]);
      for (let others = isServer ? OTHERS : OTHERS_AT_POOLER; others > 0; others--)
        if (await sharesSessions(one)) return { kind: 'transaction', keepsPreparedStatements: true };
      return { kind: 'session' };
    });
  } catch (error) {
    if (error instanceof NoTransactions) return { kind: 'statement' };
    if (FOREIGN_STATEMENT.includes(findDatabaseError(error)?.code ?? ''))
      return { kind: 'transaction', keepsPreparedStatements: false };
    throw error;
  }
}

class NoTransactions extends Error {}

function rejectStatementPooler(error: unknown): never {
  throw findDatabaseError(error)?.code === PROTOCOL_VIOLATION ? new NoTransactions() : error;
}

/** The process id of the session, as the server or the pooler says at the connect. The types do not list it. */
const getProcessId = (client: pg.Client): unknown => ('processID' in client ? client.processID : undefined);

/** Where two addresses lead: the roles that they sign in as, and whether to the same database of the same server. */
export interface AddressPair {
  isSameDatabase: boolean;
  roles: readonly [string, string];
}

/** Compares two addresses, without writing anything. The first may lead to a pooler. Throws the driver's errors. */
export async function compareAddresses(first: string, second: string): Promise<AddressPair> {
  // Only clients in the same database of the same server see each other's lock; a standby has locks of its own.
  const lock = [randomBytes(8).readBigInt64BE().toString()];
  return withConnection({ connectionString: first }, (one) =>
    withConnection({ connectionString: second }, async (two) => {
      await one.query('begin');
      const held = await one.query<{ role: string }>(
        'select pg_advisory_xact_lock($1::bigint), current_user as role',
        lock,
      );
      const tried = await two.query<{ free: boolean; role: string }>(
        'select pg_try_advisory_xact_lock($1::bigint) as free, current_user as role',
        lock,
      );
      await one.query('rollback');
      return {
        isSameDatabase: tried.rows[0]?.free === false,
        roles: [held.rows[0]?.role ?? '', tried.rows[0]?.role ?? ''],
      };
    }),
  );
}

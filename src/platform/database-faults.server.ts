import pg from 'pg';

/** Why the database could not do its work, in words for the log. Each passes by itself or after somebody acts. */
const FAULTS = {
  unreachable: 'the database cannot be reached',
  restarting: 'the database is starting, stopping or failing over',
  read_only: 'the database accepts no writes: it is a standby, or another server has taken over',
  full: 'the database has no space left on its disk',
  failing: 'the database could not begin a session, or had to end it',
  busy: 'the database is too busy',
} as const;

export type DatabaseFault = keyof typeof FAULTS;

/** SQLSTATEs and their beginnings. See PostgreSQL's appendix 'Error codes'. */
const BY_SQLSTATE: readonly (readonly [RegExp, DatabaseFault])[] = [
  [/^08/, 'unreachable'],
  // Admin shutdown, crash shutdown, cannot connect now, database dropped, idle session timeout.
  [/^57P0/, 'restarting'],
  // A statement that writes, on a standby or on a primary that was demoted.
  [/^25006/, 'read_only'],
  // No space; and a write that failed, which on a full disk some file systems report instead.
  [/^(53100|58030)/, 'full'],
  // Memory and connections; locks and statements that took too long; deadlocks; transactions that took too long.
  [/^(53|55P03|57014|40P01|40001|25P03|25P04)/, 'busy'],
];

/** The reason why the database could not do its work, or null if the statement itself is at fault. */
export function findDatabaseFault(error: unknown): DatabaseFault | null {
  const { code, severity } = findDatabaseError(error) ?? {};
  const reported = code && BY_SQLSTATE.find(([states]) => states.test(code));
  if (reported) return reported[1];
  // An internal error that ends the session is not the statement's. A server that has crashed because its disk is full
  // refuses everybody so, since it cannot store what it needs for each session.
  if (code?.startsWith('XX') && severity === 'FATAL') return 'failing';
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('syscall' in current && current.syscall === 'connect') return 'unreachable';
    if ('code' in current && ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(String(current.code)))
      return 'unreachable';
    if (/timeout exceeded when trying to connect/.test(current.message)) return 'busy';
    if (/Connection terminated|not queryable|Query read timeout/.test(current.message)) return 'unreachable';
  }
  return null;
}

/** What the log says of a fault. */
export function describeDatabaseFault(fault: DatabaseFault): string {
  return FAULTS[fault];
}

/** True if the database could not do its work, so that retrying later makes sense. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return findDatabaseFault(error) !== null;
}

/** The error that the server itself reported. Looks through wrapped errors. */
export function findDatabaseError(error: unknown): pg.DatabaseError | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof pg.DatabaseError) return current;
  }
  return null;
}

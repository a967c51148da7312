import pg from 'pg';
import { expect, test } from 'vitest';
import { findDatabaseFault, isDatabaseUnavailable } from './database-faults.server.ts';

function report(severity: string, code: string, message: string): Error {
  const error = Object.assign(new pg.DatabaseError(message, message.length, 'error'), { severity, code });
  return new Error('Failed query', { cause: error });
}

test('a session that the server cannot begin, as with a full disk after a crash, is a fault of the database', () => {
  expect(findDatabaseFault(report('FATAL', 'XX000', 'could not write init file'))).toBe('failing');
});

test('an internal error of a statement, and a password that is wrong, do not pass by themselves', () => {
  expect(isDatabaseUnavailable(report('ERROR', 'XX000', 'cache lookup failed for type 0'))).toBe(false);
  expect(isDatabaseUnavailable(report('FATAL', '28P01', 'password authentication failed'))).toBe(false);
});

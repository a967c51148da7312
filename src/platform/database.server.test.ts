import { expect, test, vi } from 'vitest';
import { openDatabase } from './database.server.ts';
import { createLog } from './log.server.ts';

test('a connection that breaks is worth a warning until the database is closed', async () => {
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const { pool, close } = openDatabase('postgres://nobody@127.0.0.1:1/none', 1, log);
  const [error, client] = [new Error('read ECONNRESET'), {} as never];
  pool.emit('error', error, client);
  expect(warn).toHaveBeenCalledExactlyOnceWith({ err: error }, 'a database connection was lost');
  await close();
  pool.emit('error', error, client);
  expect(warn).toHaveBeenCalledTimes(1);
});

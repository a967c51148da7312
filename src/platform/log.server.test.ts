import { expect, test } from 'vitest';
import { createLog, describeError } from './log.server.ts';

function getOutput(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('debug', { write: (line: string) => void lines.push(line) }));
  return lines.join('');
}

test('a line is JSON with its time, level and message', () => {
  const line = JSON.parse(getOutput((log) => log.info({ requestId: 'r1' }, 'request')));
  expect(line).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    requestId: 'r1',
    msg: 'request',
  });
});

test.each([
  'password',
  'token',
  'accessToken',
  'authorization',
  'cookie',
  'clientSecret',
  'client_secret',
  'card',
  'secret',
])('values under %s are removed, at the top level and one level below', (key) => {
  const text = getOutput((log) => log.info({ [key]: 'canary', nested: { [key]: 'canary' } }, 'x'));
  expect(text).not.toContain('canary');
  expect(text).toContain('[removed]');
});

test('an error is logged with name, message, code and stack, never with attached values', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "users_email"'), {
    code: '23505',
    detail: 'Key (email)=(canary@example.com) already exists.',
    parameters: ['canary'],
  });
  const error = new Error('Failed query: insert into "users" values ($1)\nparams: canary', { cause });
  const described = describeError(error);
  expect(JSON.stringify(described)).not.toContain('canary');
  expect(described).toMatchObject({
    name: 'Error',
    message: 'Failed query',
    cause: { code: '23505', message: expect.stringContaining('users_email') },
  });
  expect(described.stack).toEqual(expect.arrayContaining([expect.stringMatching(/^at /)]));
});

test('thrown values that are not errors are logged, too', () => {
  expect(describeError('broken')).toEqual({ message: 'broken' });
  expect(describeError({ password: 'canary' })).toEqual({ message: 'not an Error' });
});

import { expect, test } from 'vitest';
import { createLog, describeError } from './log.server.ts';

function written(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('debug', { write: (line: string) => void lines.push(line) }));
  return lines.join('');
}

test('a line is JSON with its time, level and message', () => {
  const line = JSON.parse(written((log) => log.info({ requestId: 'r1' }, 'request')));
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
])('whatever stands under %s is removed, at the top and one level down', (key) => {
  const text = written((log) => log.info({ [key]: 'canary', nested: { [key]: 'canary' } }, 'x'));
  expect(text).not.toContain('canary');
  expect(text).toContain('[removed]');
});

test('an error is told by name, message, code and place, never by what was attached to it', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "users_email"'), {
    code: '23505',
    detail: 'Key (email)=(canary@example.com) already exists.',
    parameters: ['canary'],
  });
  const error = new Error('Failed query: insert into "users" values ($1)\nparams: canary', { cause });
  const told = describeError(error);
  expect(JSON.stringify(told)).not.toContain('canary');
  expect(told).toMatchObject({
    name: 'Error',
    message: 'Failed query',
    cause: { code: '23505', message: expect.stringContaining('users_email') },
  });
  expect(told.stack).toEqual(expect.arrayContaining([expect.stringMatching(/^at /)]));
});

test('what is thrown and no error is told too', () => {
  expect(describeError('broken')).toEqual({ message: 'broken' });
  expect(describeError({ password: 'canary' })).toEqual({ message: 'not an Error' });
});

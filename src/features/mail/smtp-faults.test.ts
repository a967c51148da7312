import { expect, test } from 'vitest';
import { attemptOf } from './smtp-faults.server.ts';

const SECRETS = ['p4ss', 'cDRzcw=='];
const said = (command: string, responseCode: number, words = 'no') =>
  attemptOf({ code: 'EENVELOPE', command, responseCode, response: `${responseCode} ${words}` }, SECRETS);

test.each([
  ['RCPT TO', 550, 'refused'],
  ['DATA', 554, 'refused'],
  ['RCPT TO', 450, 'put_off'],
  ['RCPT TO', 452, 'put_off'],
  ['DATA', 421, 'put_off'],
  ['MAIL FROM', 451, 'put_off'],
  // What everybody's mail would meet is no mail's fault: none of them is given up for it.
  ['MAIL FROM', 550, 'away'],
  ['RCPT TO', 530, 'away'],
  ['AUTH PLAIN', 535, 'away'],
  ['AUTH PLAIN', 454, 'away'],
  ['CONN', 554, 'away'],
])('%s answered by %i: the mail is %s', (command, code, result) => {
  expect(said(command, code).result).toBe(result);
});

test('a sender who is refused is known as such: the server seems to be there all the time', () => {
  expect(said('MAIL FROM', 553)).toMatchObject({ sender: true, trouble: expect.stringContaining('MAIL_FROM') });
});

test.each([421, 451])('after %i the server is left alone, after 450 only the mail waits', (code) => {
  expect(said('RCPT TO', code)).toMatchObject({ rest: true });
  expect(said('RCPT TO', 450)).toMatchObject({ rest: false });
});

test('of what the server says nothing is repeated that must not be', () => {
  for (const secret of SECRETS)
    expect(said('RCPT TO', 550, `you said ${secret}`).trouble).toBe('The mail server does not accept the recipient.');
  expect(said('RCPT TO', 550, '<ada@example.com>: no such user').trouble).toContain('“550 <…>: no such user”');
  expect(said('DATA', 550, 'a\r\nb\u0007c\u009b31m').trouble).toContain('“550 a b c 31m”');
  expect(said('DATA', 550, 'x'.repeat(9_999)).trouble.length).toBeLessThan(300);
  expect(said('AUTH LOGIN', 535, 'user ada, password hunter2').trouble).not.toMatch(/ada|hunter2/);
});

test.each([null, undefined, 'oops', new Error('boom'), { code: 'ESOMETHING' }])(
  '%j is a server that is away',
  (error) => {
    expect(attemptOf(error, SECRETS)).toEqual({
      result: 'away',
      trouble: expect.stringMatching(/^The connection .*\.$/),
    });
  },
);

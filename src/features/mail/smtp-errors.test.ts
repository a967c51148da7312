import { expect, test } from 'vitest';
import { toSendResult } from './smtp-errors.server.ts';

const SECRETS = ['p4ss', 'cDRzcw=='];
const said = (command: string, responseCode: number, words = 'no') =>
  toSendResult({ code: 'EENVELOPE', command, responseCode, response: `${responseCode} ${words}` }, SECRETS);

test.each([
  ['RCPT TO', 550, 'rejected'],
  ['DATA', 554, 'rejected'],
  ['RCPT TO', 450, 'deferred'],
  ['RCPT TO', 452, 'deferred'],
  ['DATA', 421, 'deferred'],
  ['MAIL FROM', 451, 'deferred'],
  // Errors that every email would get must not fail any email.
  ['MAIL FROM', 550, 'unavailable'],
  ['RCPT TO', 530, 'unavailable'],
  ['AUTH PLAIN', 535, 'unavailable'],
  ['AUTH PLAIN', 454, 'unavailable'],
  ['CONN', 554, 'unavailable'],
])('%s with reply %i: the email is %s', (command, code, result) => {
  expect(said(command, code).result).toBe(result);
});

test.each([
  ['RCPT TO', 554, '5.7.1 <…>: Relay access denied'],
  ['RCPT TO', 550, '5.7.1 Service unavailable, client host blocked'],
  ['RCPT TO', 550, '5.7.23 SPF validation failed'],
  ['DATA', 550, '5.4.5 Daily user sending limit exceeded'],
  ['DATA', 552, '5.3.2 not accepting messages'],
  ['MAIL FROM', 553, 'who are you'],
])('%s with reply %i %s: the server rejects all email from the shop', (command, code, words) => {
  expect(said(command, code, words)).toMatchObject({ result: 'unavailable', blocksAll: true });
});

test('a rejected sender is reported with its environment variable', () => {
  expect(said('MAIL FROM', 553)).toMatchObject({ reason: expect.stringContaining('MAIL_FROM') });
});

test.each(['5.1.1 no such user', '5.1.10 no null mx', '5.2.1 mailbox disabled', '5.2.2 over quota'])(
  'RCPT TO with reply 550 %s is about the recipient, and ambiguous without the enhanced status',
  (words) => {
    expect(said('RCPT TO', 550, words)).not.toHaveProperty('unclear');
    expect(said('RCPT TO', 550, words.slice(6))).toMatchObject({ result: 'rejected', ambiguous: true });
  },
);

test('an error of the server pauses all emails, an error of a recipient only one', () => {
  expect(said('DATA', 421)).toMatchObject({ cooldown: true });
  expect(said('RCPT TO', 451, '4.3.0 temporary lookup failure')).toMatchObject({ cooldown: true });
  expect(said('MAIL FROM', 451)).toMatchObject({ cooldown: true });
  expect(said('RCPT TO', 450)).toMatchObject({ cooldown: false });
  for (const command of ['RCPT TO', 'DATA'])
    expect(said(command, 451, '4.7.1 greylisted, come back later')).toMatchObject({ cooldown: false });
});

test('a missing required encryption is not reported as a wrong password', () => {
  const { reason } = said('MAIL FROM', 530, '5.7.0 Must issue a STARTTLS command first');
  expect(reason).toMatch(/encrypted connection.*port 587/);
  expect(said('MAIL FROM', 530, '5.7.0 Authentication required').reason).toMatch(/user name or password/);
});

test('a quoted reply contains no secret, address or control character', () => {
  for (const secret of SECRETS)
    expect(said('RCPT TO', 550, `you said ${secret}`).reason).toBe('The mail server does not accept the recipient.');
  expect(said('RCPT TO', 550, '<ada@example.com>: no such user').reason).toContain('“550 <…>: no such user”');
  expect(said('DATA', 550, 'a\r\nb\u0007c\u009b31m').reason).toContain('“550 a b c 31m”');
  expect(said('DATA', 550, 'x'.repeat(9_999)).reason.length).toBeLessThan(300);
  expect(said('AUTH LOGIN', 535, 'user ada, password hunter2').reason).not.toMatch(/ada|hunter2/);
});

test.each([null, undefined, 'oops', new Error('boom'), { code: 'ESOMETHING' }])(
  '%j means an unavailable server',
  (error) => {
    expect(toSendResult(error, SECRETS)).toEqual({
      result: 'unavailable',
      reason: expect.stringMatching(/^The connection .*\.$/),
    });
  },
);

test.each([
  ['connect ECONNREFUSED 127.0.0.1:1', 'ESOCKET', /Nothing responds/],
  ['self-signed certificate', 'ESOCKET', /certificate/],
  ['certificate has expired', 'ESOCKET', /certificate/],
  ["Hostname/IP does not match certificate's altnames", 'ESOCKET', /certificate/],
  ['C03:error:0A00010B:SSL routines:ssl3_get_record:wrong version number', 'ESOCKET', /port 587/],
])('the connection error %s is explained', (words, code, sentence) => {
  expect(toSendResult(Object.assign(new Error(words), { code }), SECRETS)).toEqual({
    result: 'unavailable',
    reason: expect.stringMatching(sentence),
  });
});

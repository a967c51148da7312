import { afterEach, expect, test } from 'vitest';
import { startMailServer, type TestMailServer } from '#tests/support/mail-server.ts';
import { createMailServer, toPoolOptions } from './smtp.server.ts';

const servers: TestMailServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
async function start(options: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(options);
  servers.push(server);
  return server;
}

const mail = { id: 'aB3', recipient: 'ada@example.com', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };
const send = async (url: string) => {
  const server = createMailServer({ url, from: 'Shop <shop@tools.example>' });
  const attempt = await server.send(mail, new AbortController().signal);
  const probed = await server.probe(AbortSignal.timeout(2_000)).then(
    () => 'up',
    (error: Error) => error.message,
  );
  server.close();
  return { attempt, probed };
};

test.each([
  ['Acme: Tools, Ltd. <shop@tools.example>', 'Acme: Tools, Ltd.'],
  ['Größe; Co <shop@tools.example>', 'Größe; Co'],
  ['shop@tools.example', ''],
])('the sender %s arrives as one sender', async (from, name) => {
  const { url, received } = await start({});
  const server = createMailServer({ url, from });
  expect(await server.send(mail, new AbortController().signal)).toEqual({ result: 'sent' });
  server.close();
  expect(received[0]?.from).toEqual({ name, address: 'shop@tools.example' });
  expect(received[0]?.envelope.from).toBe('shop@tools.example');
  expect(received[0]?.messageId).toBe('<aB3@tools.example>');
});

/** A mail server with a self-signed certificate and a password. */
const closed = (secure: boolean) =>
  start({
    secure,
    disabledCommands: [],
    authOptional: false,
    onAuth({ username, password }, _session, done) {
      if (username === 'shop@tools.example' && password === 'p@ss: word') done(null, { user: username });
      else done(Object.assign(new Error(`not ${password}`), { responseCode: 535 }));
    },
  });
const LOGIN = 'shop%40tools.example:p%40ss%3A%20word';

test.each([
  ['smtp', false],
  ['smtps', true],
])('%s: signs in with any characters in the password, over an encrypted connection', async (protocol, secure) => {
  const { port, received } = await closed(secure);
  const url = `${protocol}://${LOGIN}@127.0.0.1:${port}/?tls.rejectUnauthorized=false`;
  expect(await send(url)).toEqual({ attempt: { result: 'sent' }, probed: 'up' });
  expect(received).toHaveLength(1);
});

test.each([
  ['smtp', false],
  ['smtps', true],
])('%s: a self-signed certificate is not trusted', async (protocol, secure) => {
  const { port, received } = await closed(secure);
  const { attempt, probed } = await send(`${protocol}://${LOGIN}@127.0.0.1:${port}`);
  expect(attempt).toMatchObject({
    result: 'unavailable',
    reason: expect.stringMatching(/does not trust the mail server’s certificate/),
  });
  expect(probed).toBe((attempt as { reason: string }).reason);
  expect(received).toEqual([]);
});

test('a wrong password is reported without repeating it, even when the server does', async () => {
  const { port } = await closed(true);
  const { attempt, probed } = await send(`smtps://shop:wr0ng-canary@127.0.0.1:${port}/?tls.rejectUnauthorized=false`);
  const reason = 'The mail server does not accept the user name or password in SMTP_URL.';
  expect(attempt).toEqual({ result: 'unavailable', reason });
  expect(probed).toBe(reason);
});

test('a password goes to another machine only encrypted, unless the URL allows otherwise', () => {
  const tls = (url: string) => toPoolOptions(url).requireTLS;
  expect(tls('smtp://shop:secret@mail.example.com')).toBe(true);
  expect(tls('smtp://shop:secret@127.0.0.1:2525')).toBe(false);
  expect(tls('smtp://shop:secret@127.example.com')).toBe(true);
  expect(tls('smtp://relay.internal:25')).toBe(false);
  expect(toPoolOptions('smtp://shop:secret@mail.example.com/?logger=true&debug=true').url).not.toMatch(/logger|debug/);
});

test('nothing is sent if the server does not offer the required encryption', async () => {
  const { url, received } = await start({});
  expect((await send(`${url}/?requireTLS=true`)).attempt).toMatchObject({ result: 'unavailable' });
  expect(received).toEqual([]);
});

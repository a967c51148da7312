import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMailWorker } from '#src/features/mail/mail-worker.server.ts';
import { queueMail } from '#src/features/mail/outbox.server.ts';
import { createMailServer } from '#src/features/mail/smtp.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { createTool, placeOrder, statusAndCode } from '#tests/integration/order-helpers.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import {
  type RawServer,
  speakSmtp,
  startMailServer,
  startRawServer,
  type TestMailServer,
} from '#tests/support/mail-server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';

const PASSWORD = 'canary-p4ssword';
const FROM = 'shop@tools.example';
/** Short timeouts, only for tests with a hanging server: other tests must not fail on a busy machine. */
const SHORT_TIMEOUTS = 'connectionTimeout=5000&greetingTimeout=1000&socketTimeout=1200';

let server: TestMailServer;
/** A proxy in front of the real server that forwards or misbehaves. */
let proxy: RawServer;
let url: string;
let shop: TestShop;
let admin: TestUser;
let ada: TestUser;
let behave: (socket: Socket) => void;
const logged: string[] = [];

/** Also applies to open connections. */
const setBehavior = (way: typeof behave) => {
  behave = way;
  proxy.disconnectAll();
};
const forward = (socket: Socket) => {
  const real = connect(server.port, '127.0.0.1');
  real.on('error', () => socket.destroy());
  socket.on('close', () => real.destroy());
  socket.pipe(real).pipe(socket);
};
const replyWith = (replies: Record<string, string | ((socket: Socket) => void)>) => (socket: Socket) =>
  speakSmtp(socket, (command) => {
    const response = replies[command];
    if (typeof response !== 'function') return response;
    response(socket);
    return null;
  });

beforeAll(async () => {
  server = await startMailServer({
    onAuth: (_auth, _session, done) => done(null, { user: 'shop' }),
    allowInsecureAuth: true,
  });
  proxy = await startRawServer((socket) => behave(socket));
  behave = forward;
  const log = createLog('debug', { write: (line: string) => void logged.push(line) });
  url = `smtp://shop:${PASSWORD}@127.0.0.1:${proxy.port}/`;
  shop = await createTestShop({ log, settings: { mail: { kind: 'smtp', url, from: FROM } } });
  [admin, ada] = await Promise.all([shop.createAdmin(), shop.signUp({ confirmed: true })]);
});
beforeEach(async () => {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
  setBehavior(forward);
  await recover();
  server.received.length = 0;
});
afterAll(async () => {
  await checkAndClose(shop);
  await proxy.close();
  await server.close();
  expect(logged.join('\n')).not.toContain(PASSWORD);
});

const write = (recipient: string) =>
  queueMail(shop.database.db, shop.context, { kind: 'quote_received', data: {}, recipient });
const getMail = async (recipient: string) => (await shop.sql`select * from mails where recipient = ${recipient}`)[0];
const makeDue = () => shop.sql`update mails set next_attempt_at = now() where state = 'waiting'`;
const mailStatus = () => shop.context.health.statuses().find((one) => one.dependency === 'mail');

let aheadMs = 0;

/** Moves the clock past the longest cooldown and the last probe, and sends every pending email. */
async function recover() {
  aheadMs += 61_000;
  await shop.context.health.probeAll();
  await makeDue();
  await shop.workers.get('mail').run();
}

const MISBEHAVIORS: [string, (socket: Socket) => void, RegExp][] = [
  ['closes connections at once', (socket) => socket.destroy(), /was interrupted/],
  ['sends nothing', () => {}, /in time/],
  [
    'is a web server',
    (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    /are not valid SMTP|refuses the connection|was interrupted/,
  ],
  ['sends endlessly', (socket) => void socket.write(`220-${'x'.repeat(500_000)}`), /in time|was interrupted/],
  [
    'is unavailable',
    (socket) => socket.end('554 no service here\r\n'),
    /refuses the connection: “554 no service here”/,
  ],
  ['is busy', (socket) => socket.end('421 too many connections\r\n'), /later: “421 too many connections”/],
  [
    'rejects the password',
    replyWith({ EHLO: '250-mail.example\r\n250 AUTH PLAIN', AUTH: `535 no: ${PASSWORD}` }),
    /user name or password/,
  ],
  ['hangs in the middle', replyWith({ EHLO: '250-x\r\n250 AUTH PLAIN', RCPT: () => {} }), /in time/],
  ['closes the connection in the middle', replyWith({ DATA: (socket) => socket.destroy() }), /was interrupted/],
  [
    'resets the connection after the email',
    replyWith({ '.': (socket) => socket.resetAndDestroy() }),
    /was interrupted/,
  ],
  ['sends an invalid reply in the middle', replyWith({ MAIL: 'hello there' }), /./],
  ['rejects the sender', replyWith({ MAIL: '550 who are you' }), /sender, MAIL_FROM: “550 who are you”/],
];

/** A second process with short timeouts. */
const createImpatientWorker = () =>
  createMailWorker({
    db: shop.database.db,
    log: createLog('silent'),
    publicUrl: shop.origin,
    getCompany: shop.context.getCompany,
    server: createMailServer({ url: `${url}?${SHORT_TIMEOUTS}`, from: FROM }),
    monitor: () => ({ up() {}, down() {} }),
  });

describe.each(MISBEHAVIORS)('a mail server that %s', (what, misbehave, sentence) => {
  test('delays no order, loses no email, is reported with a reason, and is used again once it recovers', async () => {
    setBehavior(misbehave);
    const order = await placeOrder(shop, ada, await createTool(shop));
    const before = proxy.connections;
    const post = /hangs in|sends nothing|without end/.test(what) ? createImpatientWorker() : shop.workers.get('mail');
    expect(await post.run()).toBe(0);
    // Exactly one attempt is counted.
    expect(proxy.connections).toBe(before + 1);
    const rows = await shop.sql`select * from mails where purchase_id = ${order}`;
    expect(rows[0]).toMatchObject({
      state: 'waiting',
      attempts: 1,
      sent_at: null,
      last_error: expect.stringMatching(sentence),
    });
    expect(rows[0].last_error).not.toContain(PASSWORD);
    expect(rows[0].next_attempt_at.getTime()).toBeGreaterThan(Date.now() + 10_000);
    // During the cooldown, new emails wait without a connection.
    const connectionsBefore = proxy.connections;
    await write('later@example.com');
    await post.run();
    expect(proxy.connections).toBe(connectionsBefore);
    if (post !== shop.workers.get('mail')) await post.stop();
    setBehavior(forward);
    await recover();
    const after = await shop.sql`select state, last_error from mails where purchase_id = ${order}`;
    expect(after[0]).toEqual({ state: 'sent', last_error: null });
    expect(mailStatus()).toMatchObject({ health: 'up', reason: null });
    await shop.sql`delete from mails where recipient = 'later@example.com'`;
  });
});

describe('an unreachable mail server', () => {
  test('is used again after its cooldown, though the clock was set back by a day meanwhile', async () => {
    setBehavior((socket) => socket.destroy());
    await write('set-back@example.com');
    await shop.workers.get('mail').run();
    vi.setSystemTime(Date.now() - 86_400_000);
    setBehavior(forward);
    await recover();
    vi.useRealTimers();
    expect(await getMail('set-back@example.com')).toMatchObject({ state: 'sent' });
  });

  test('is reported as down, and its recovery is noticed without help', async () => {
    setBehavior((socket) => socket.destroy());
    await write('patient@example.com');
    await shop.workers.get('mail').run();
    await shop.context.health.probeAll();
    expect(mailStatus()).toMatchObject({
      mode: 'smtp',
      health: 'down',
      reason: expect.stringContaining('interrupted'),
    });
    expect((await shop.app.request(`${shop.origin}/readyz`)).status).toBe(200);
    expect(statusAndCode(await shop.call('GET', '/outbox', { token: admin.token }))).toBe('200');
    shop.workers.get('mail').listen();
    setBehavior(forward);
    await makeDue();
    // The scheduled probe runs every 30 seconds.
    await shop.context.health.probeAll();
    await expect.poll(async () => (await getMail('patient@example.com')).state).toBe('sent');
  });
});

const AUTH = { EHLO: '250-x\r\n250 AUTH PLAIN', AUTH: '235 welcome' };

describe('a mail server that accepts the login but no email', () => {
  test.each([
    ['the sender', { MAIL: '550 who are you' }, /MAIL_FROM/],
    ['relaying', { RCPT: '554 5.7.1 <ada@example.com>: Relay access denied' }, /Relay access denied/],
    ['more than its daily limit', { DATA: '550 5.4.5 Daily sending limit exceeded' }, /Daily sending limit/],
  ])('and rejects %s keeps every email pending and stays down until one is sent', async (_what, replies, words) => {
    setBehavior(replyWith({ ...AUTH, ...replies }));
    await write('blocked@example.com');
    await shop.workers.get('mail').run();
    expect(await getMail('blocked@example.com')).toMatchObject({ state: 'waiting', attempts: 1 });
    await shop.context.health.probeAll();
    expect(mailStatus()).toMatchObject({ health: 'down', reason: expect.stringMatching(words) });
    setBehavior(forward);
    await recover();
    expect(mailStatus()).toMatchObject({ health: 'up' });
    await shop.sql`delete from mails where recipient = 'blocked@example.com'`;
  });

  test('and rejects several recipients in a row the same way requeues the emails that failed for it', async () => {
    setBehavior(replyWith({ ...AUTH, RCPT: '550 no thanks (queue id 4bX9f7)' }));
    const names = ['one', 'two', 'three'].map((name) => `${name}@example.com`);
    for (const name of names.slice(0, 2)) await write(name);
    await shop.workers.get('mail').run();
    expect((await getMail('one@example.com')).state).toBe('failed');
    await write('three@example.com');
    await shop.workers.get('mail').run();
    for (const name of names) expect(await getMail(name)).toMatchObject({ state: 'waiting' });
    expect(mailStatus()).toMatchObject({ health: 'down', reason: expect.stringContaining('no thanks') });
    setBehavior(forward);
    await recover();
    for (const name of names) expect(await getMail(name)).toMatchObject({ state: 'sent' });
    expect(mailStatus()).toMatchObject({ health: 'up' });
  });

  test('and is busy keeps its cooldown although the login works', async () => {
    setBehavior(replyWith({ ...AUTH, MAIL: '421 too much, later' }));
    await write('busy@example.com');
    await shop.workers.get('mail').run();
    await shop.context.health.probeAll();
    const connectionsBefore = proxy.connections;
    await makeDue();
    await shop.workers.get('mail').run();
    expect(proxy.connections).toBe(connectionsBefore);
    expect(await getMail('busy@example.com')).toMatchObject({ state: 'waiting', attempts: 1 });
  });
});

test('is probed again when an admin asks, but not by a scheduled run without need', async () => {
  await write('seen@example.com');
  await shop.workers.get('mail').run();
  const seen = mailStatus()?.seenAt;
  const connectionsBefore = proxy.connections;
  await shop.context.health.probeAll();
  expect(proxy.connections).toBe(connectionsBefore);
  expect(mailStatus()?.seenAt).toEqual(seen);
  setBehavior((socket) => socket.destroy());
  const { body } = await shop.call('POST', '/system/check', { token: admin.token, body: {} });
  expect((body as { ports: unknown[] }).ports).toContainEqual(
    expect.objectContaining({ port: 'mail', health: 'down', trouble: expect.stringContaining('interrupted') }),
  );
});

describe('a recipient that the mail server', () => {
  test('rejects permanently gets no second attempt and delays no other email', async () => {
    setBehavior((socket) => {
      let to = '';
      socket.prependListener('data', (chunk: Buffer) => {
        to = /RCPT TO:<([^>]*)>/.exec(chunk.toString())?.[1] ?? to;
      });
      speakSmtp(socket, (command) =>
        command === 'RCPT' && to.startsWith('gone') ? `550 5.1.1 <${to}> is nobody` : undefined,
      );
    });
    for (const name of ['gone', 'here']) await write(`${name}@example.com`);
    expect(await shop.workers.get('mail').run()).toBe(1);
    expect(await getMail('gone@example.com')).toMatchObject({
      state: 'failed',
      attempts: 1,
      last_error: 'The mail server does not accept the recipient: “550 5.1.1 <…> is nobody”',
    });
    expect((await getMail('here@example.com')).state).toBe('sent');
    expect(mailStatus()).toMatchObject({ health: 'up' });
  });

  test('postpones does not put other emails into a cooldown', async () => {
    setBehavior((socket) => {
      let to = '';
      socket.prependListener('data', (chunk: Buffer) => {
        to = /RCPT TO:<([^>]*)>/.exec(chunk.toString())?.[1] ?? to;
      });
      speakSmtp(socket, (command) => (command === 'RCPT' && to.startsWith('new') ? '451 4.7.1 greylisted' : undefined));
    });
    await write('new@example.com');
    expect(await shop.workers.get('mail').run()).toBe(0);
    await write('known@example.com');
    expect(await shop.workers.get('mail').run()).toBe(1);
    expect((await getMail('known@example.com')).state).toBe('sent');
  });

  test('keeps postponing is retried with growing delays for two days, then fails', async () => {
    setBehavior(replyWith({ RCPT: '450 4.2.0 greylisted' }));
    await write('gray@example.com');
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await shop.sql`update mails set next_attempt_at = now() where recipient = 'gray@example.com'`;
      await shop.workers.get('mail').run();
      const mail = await getMail('gray@example.com');
      expect(mail).toMatchObject({ state: 'waiting', attempts: attempt });
      pauses.push(Math.round((mail.next_attempt_at.getTime() - Date.now()) / 60_000));
    }
    expect(pauses.slice(0, 4)).toEqual([1, 2, 4, 8]);
    expect(pauses.at(-1)).toBe(240);
    await shop.sql`update mails set next_attempt_at = now(), queued_at = now() - interval '49 hours'
      where recipient = 'gray@example.com'`;
    await shop.workers.get('mail').run();
    expect(await getMail('gray@example.com')).toMatchObject({
      state: 'failed',
      last_error: expect.stringContaining('greylisted'),
    });
  });
});

test('a mail server that keeps sending single bytes is disconnected', async () => {
  const slow = await startRawServer((socket) => {
    socket.write('220 hello\r\n');
    const timer = setInterval(() => socket.write('250-'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  const mail = createMailServer({ url: `${slow.url}/?greetingTimeout=60000`, from: FROM }, 300);
  const attempt = await mail.send(
    { id: 'x', recipient: 'a@example.com', subject: 'x', html: 'x', text: 'x' },
    new AbortController().signal,
  );
  expect(attempt).toEqual({ result: 'unavailable', reason: 'The mail server did not finish in time.' });
  const probe = mail.probe(AbortSignal.timeout(300));
  await expect(probe).rejects.toThrow('The mail server did not respond in time.');
  mail.close();
  await slow.close();
});

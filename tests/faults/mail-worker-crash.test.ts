import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMailWorker } from '#src/features/mail/mail-worker.server.ts';
import { queueMail } from '#src/features/mail/outbox.server.ts';
import { createMailServer } from '#src/features/mail/smtp.server.ts';
import { setFailPoints } from '#src/platform/fail-point.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { speakSmtp, startMailServer, startRawServer, type TestMailServer } from '#tests/support/mail-server.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';

const FROM = 'shop@tools.example';
let server: TestMailServer;
let shop: TestShop;

beforeAll(async () => {
  server = await startMailServer();
  shop = await createTestShop({ settings: { mail: { kind: 'smtp', url: server.url, from: FROM } } });
});
beforeEach(() => {
  server.received.length = 0;
});
afterEach(() => setFailPoints(null));
afterAll(async () => {
  await shop.close();
  await server.close();
});

const write = (recipient: string) =>
  queueMail(shop.database.db, shop.context, { kind: 'quote_received', data: {}, recipient });
const getMail = async (recipient: string) => (await shop.sql`select * from mails where recipient = ${recipient}`)[0];

describe('a mail worker', () => {
  const killWorkerAt = (place: string) =>
    setFailPoints(async (name) => {
      if (name === place) throw new Error('killed');
    });
  const leaseEnds = () => shop.sql`update mails set next_attempt_at = now() where state = 'waiting'`;
  /** Starts a worker as another instance of the shop would. */
  const startWorker = (url = server.url) =>
    createMailWorker({
      db: shop.database.db,
      log: createLog('silent'),
      publicUrl: shop.origin,
      getCompany: shop.context.getCompany,
      server: createMailServer({ url, from: FROM }),
      monitor: () => ({ up() {}, down() {} }),
      stopTimeoutMs: 50,
    });

  test('is killed before it sent an email: another one sends it once', async () => {
    await write('before@example.com');
    killWorkerAt('mail:claimed');
    await expect(shop.workers.get('mail').run()).rejects.toThrow('killed');
    setFailPoints(null);
    const other = startWorker();
    // A claimed email stays claimed, since it may be in progress.
    expect(await other.run()).toBe(0);
    await leaseEnds();
    expect(await other.run()).toBe(1);
    expect(server.received.map(({ envelope }) => envelope.to)).toEqual([['before@example.com']]);
    await other.stop();
  });

  test('is killed after it sent an email and before it recorded that: another one sends it again with the same Message-ID', async () => {
    await write('after@example.com');
    killWorkerAt('mail:sent');
    await expect(shop.workers.get('mail').run()).rejects.toThrow('killed');
    setFailPoints(null);
    await leaseEnds();
    const other = startWorker();
    expect(await other.run()).toBe(1);
    expect(await other.run()).toBe(0);
    expect(server.received).toHaveLength(2);
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(1);
    expect((await getMail('after@example.com')).state).toBe('sent');
    await other.stop();
  });

  test('that is stopped while an email hangs ends without waiting, and counts no failed attempt', async () => {
    const hangingServer = await startRawServer((socket) =>
      speakSmtp(socket, (command) => (command === 'RCPT' ? null : undefined)),
    );
    await write('polite@example.com');
    const other = startWorker(hangingServer.url);
    const round = other.run();
    await expect.poll(async () => (await getMail('polite@example.com')).attempts).toBe(1);
    await other.stop();
    expect(await round).toBe(0);
    expect(await getMail('polite@example.com')).toMatchObject({ state: 'waiting', last_error: null });
    await hangingServer.close();
    await leaseEnds();
    await shop.workers.get('mail').run();
  });

  test('that is slow to record its email does not block other workers', async () => {
    for (const name of ['taken', 'free']) await write(`${name}@example.com`);
    await shop.database.db.transaction(async (tx) => {
      await tx.execute("select from mails where recipient = 'taken@example.com' for update");
      expect(await shop.workers.get('mail').run()).toBe(1);
      expect((await getMail('free@example.com')).state).toBe('sent');
    });
    expect(await shop.workers.get('mail').run()).toBe(1);
  });

  test('shares due emails with a second worker, and none is sent twice', async () => {
    const other = startWorker();
    const names = Array.from({ length: 30 }, (_, at) => `shared${at}@example.com`);
    for (const name of names) await write(name);
    const sent = await Promise.all([shop.workers.get('mail').run(), other.run()]);
    expect(sent.reduce((a, b) => a + b)).toBe(30);
    expect(Math.min(...sent)).toBeGreaterThan(0);
    expect(server.received.map(({ envelope }) => envelope.to[0]).sort()).toEqual(names.sort());
    await other.stop();
  });
});

test('a database restart just after an email was sent does not send it twice', async () => {
  await write('patience@example.com');
  let updates = 0;
  const failing = new Proxy(shop.database.db, {
    get(target, name) {
      // The first two claim an email, one per connection; the third records the delivery.
      if (name === 'update' && ++updates === 3) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const post = createMailWorker({
    db: failing,
    log: createLog('silent'),
    publicUrl: shop.origin,
    getCompany: shop.context.getCompany,
    server: createMailServer({ url: server.url, from: FROM }),
    monitor: () => ({ up() {}, down() {} }),
  });
  await post.run();
  expect(updates).toBeGreaterThanOrEqual(4);
  expect((await getMail('patience@example.com')).state).toBe('sent');
  expect(server.received).toHaveLength(1);
  await post.stop();
});

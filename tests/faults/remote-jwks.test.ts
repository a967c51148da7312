import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exchangeIdToken } from '#src/features/identity/access-tokens.server.ts';
import { createFirebaseIssuer } from '#src/features/identity/firebase-issuer.server.ts';
import { createHealthRegistry, type HealthRegistry } from '#src/platform/health-registry.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import {
  buildClaims,
  type JwksServer,
  makeKey,
  PROJECT,
  type ResponseHandler,
  type SigningKey,
  serveKeys,
  signToken,
  startJwksServer,
} from '#tests/support/firebase.ts';

let database: TestDatabase;
let host: JwksServer;
let google: SigningKey;
let health: HealthRegistry;

beforeEach(async () => {
  [database, google] = await Promise.all([createTestDatabase(), makeKey('google-1')]);
  host = await startJwksServer(serveKeys(google));
  health = createHealthRegistry(createLog('silent'));
});
afterEach(async () => {
  await host.close();
  await database.drop();
});

/** Ends the wait for the answer that is being waited for, as its time limit would. */
let losePatience: () => void;

beforeEach(() => {
  // No clock: an answer that comes is never too late, however busy the machine, and one that hangs is given up at once.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController();
    losePatience = () => limit.abort(new DOMException('too slow', 'TimeoutError'));
    return limit.signal;
  });
});
afterEach(() => vi.restoreAllMocks());

/** A shop's view of Firebase. `restMs` 0: it asks again for each key it does not know. */
function open(cooldownMs = 0) {
  const issuer = createFirebaseIssuer({ projectId: PROJECT, health, jwksUrl: host.address, cooldownMs });
  return async (key: SigningKey, email = 'ada@example.com') => {
    const idToken = await signToken(buildClaims(email), key);
    const outcome = await exchangeIdToken(database.db, issuer, `Bearer ${idToken}`, email);
    return outcome.ok ? 'in' : outcome.code;
  };
}

const statuses = () => health.statuses().map((port) => [port.mode, port.health, port.trouble]);

const AWAY: [string, ResponseHandler, RegExp][] = [
  ['does not answer', () => losePatience(), /no answer in time/],
  [
    'answers without an end',
    (response) => void response.write('{"keys": [', () => losePatience()),
    /no answer in time/,
  ],
  ['hangs up', (response) => response.destroy(), /no connection/],
  [
    'hangs up half-way',
    (response) => {
      response.writeHead(200, { 'content-length': '5000' });
      response.write('{"keys":');
      setImmediate(() => response.destroy());
    },
    /could not be read/,
  ],
  ['has an error of its own', (response) => response.writeHead(500).end('{}'), /it answered 500/],
  ['has too many callers', (response) => response.writeHead(429, { 'retry-after': '9' }).end(), /it answered 429/],
  ['answers a page', (response) => response.end('<!doctype html>'), /the answer is not JSON/],
  ['answers nothing', (response) => response.end(), /the answer is not JSON/],
  ['answers no keys', (response) => response.end('{"keys":[]}'), /the answer holds no keys/],
  ['answers null', (response) => response.end('null'), /the answer holds no keys/],
  ['answers keys that are none', (response) => response.end('{"keys":[null]}'), /the answer holds no keys/],
  ['answers more and more', (response) => response.end(' '.repeat(300_000)), /the answer has no end/],
];

test.each(AWAY)(
  'while Google %s nobody is refused: known keys go on working, others are to try again, and then they can',
  async (_how, handler, trouble) => {
    const enter = open();
    host.setHandler(handler);
    expect(await enter(google)).toBe('identity_unavailable');
    expect(statuses()).toEqual([['firebase', 'down', expect.stringMatching(trouble)]]);
    host.setHandler(serveKeys(google));
    expect(await enter(google)).toBe('in');
    expect(statuses()).toEqual([['firebase', 'up', null]]);
    host.setHandler(handler);
    expect(await enter(google)).toBe('in');
    expect(await enter(await makeKey('google-2'))).toBe('identity_unavailable');
    expect(await enter(google)).toBe('in');
  },
);

test('an answer is waited for four seconds', async () => {
  const enter = open();
  expect(await enter(google)).toBe('in');
  expect(vi.mocked(AbortSignal.timeout).mock.calls).toContainEqual([4_000]);
});

test('keys are taken from nowhere else, whoever says that they are there', async () => {
  const elsewhere = await startJwksServer(serveKeys(google));
  const enter = open();
  host.setHandler((response) => response.writeHead(302, { location: elsewhere.address }).end());
  expect(await enter(google)).toBe('identity_unavailable');
  expect(elsewhere.requestCount()).toBe(0);
  await elsewhere.close();
});

test('a key that Google has changed to is found, and one it has taken back is worth nothing after the next look', async () => {
  const enter = open();
  expect(await enter(google)).toBe('in');
  const next = await makeKey('google-2');
  host.setHandler(serveKeys(google, next));
  expect(await enter(next)).toBe('in');
  host.setHandler(serveKeys(next));
  await health.probeAll();
  expect(await enter(google)).toBe('token_invalid');
});

test('forged key ids do not make the shop ask without end, whether Google answers or not', async () => {
  const enter = open(60_000);
  const forged = await makeKey('forged');
  expect(await enter(forged)).toBe('token_invalid');
  for (let tries = 0; tries < 5; tries += 1) expect(await enter(forged)).toBe('identity_unavailable');
  expect(host.requestCount()).toBe(1);
  host.setHandler((response) => response.destroy());
  await health.probeAll();
  const asked = host.requestCount();
  for (let tries = 0; tries < 5; tries += 1) expect(await enter(forged)).toBe('identity_unavailable');
  expect(host.requestCount()).toBe(asked);
});

test('whoever has a token of a key that is newer than the last look is not refused, but to try again', async () => {
  const enter = open(60_000);
  expect(await enter(google)).toBe('in');
  const next = await makeKey('google-2');
  host.setHandler(serveKeys(google, next));
  expect(await enter(next)).toBe('identity_unavailable');
  await health.probeAll();
  expect(await enter(next)).toBe('in');
});

test('whoever comes while the keys are being read waits for the same answer', async () => {
  const enter = open(60_000);
  host.setHandler((response) => void pause(50).then(() => serveKeys(google)(response)));
  const entered = await Promise.all(['a', 'b', 'c'].map((name) => enter(google, `${name}@example.com`)));
  expect([entered, host.requestCount()]).toEqual([['in', 'in', 'in'], 1]);
});

test('the board learns by itself that Google is away, and that it is back', async () => {
  open();
  expect(statuses()).toEqual([['firebase', 'unknown', null]]);
  await health.probeAll();
  expect(statuses()).toEqual([['firebase', 'up', null]]);
  host.setHandler((response) => response.writeHead(503).end());
  await health.probeAll();
  expect(statuses()).toEqual([['firebase', 'down', expect.stringContaining('it answered 503')]]);
  host.setHandler(serveKeys(google));
  await health.probeAll();
  expect(statuses()).toEqual([['firebase', 'up', null]]);
});

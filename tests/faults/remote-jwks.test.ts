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

/** Aborts the current request, as its timeout would. */
let abortRequest: () => void;

beforeEach(() => {
  // Tests trigger the timeout themselves, so that no response is too late on a busy machine.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController();
    abortRequest = () => limit.abort(new DOMException('too slow', 'TimeoutError'));
    return limit.signal;
  });
});

/** Creates a Firebase verifier. With a cooldown of 0, it fetches again for each unknown key. */
function open(cooldownMs = 0) {
  const issuer = createFirebaseIssuer({ projectId: PROJECT, health, jwksUrl: host.address, cooldownMs });
  return async (key: SigningKey, email = 'ada@example.com') => {
    const idToken = await signToken(buildClaims(email), key);
    const outcome = await exchangeIdToken(database.db, issuer, `Bearer ${idToken}`, email);
    return outcome.ok ? 'in' : outcome.code;
  };
}

const statuses = () => health.statuses().map((port) => [port.mode, port.health, port.reason]);

const OUTAGES: [string, ResponseHandler, RegExp][] = [
  ['does not respond', () => abortRequest(), /no response in time/],
  ['responds endlessly', (response) => void response.write('{"keys": [', () => abortRequest()), /no response in time/],
  ['closes the connection', (response) => response.destroy(), /no connection/],
  [
    'closes the connection halfway',
    (response) => {
      response.writeHead(200, { 'content-length': '5000' });
      response.write('{"keys":');
      setImmediate(() => response.destroy());
    },
    /could not be read/,
  ],
  ['responds with 500', (response) => response.writeHead(500).end('{}'), /it responded with 500/],
  ['responds with 429', (response) => response.writeHead(429, { 'retry-after': '9' }).end(), /it responded with 429/],
  ['responds with a page', (response) => response.end('<!doctype html>'), /the response is not JSON/],
  ['responds with an empty body', (response) => response.end(), /the response is not JSON/],
  ['responds without keys', (response) => response.end('{"keys":[]}'), /the response holds no keys/],
  ['responds with null', (response) => response.end('null'), /the response holds no keys/],
  ['responds with invalid keys', (response) => response.end('{"keys":[null]}'), /the response holds no keys/],
  ['responds with too much data', (response) => response.end(' '.repeat(300_000)), /the response has no end/],
];

test.each(OUTAGES)(
  'while Google %s, tokens with known keys are accepted, others get 503 until it recovers',
  async (_how, handler, reason) => {
    const signIn = open();
    host.setHandler(handler);
    expect(await signIn(google)).toBe('identity_unavailable');
    expect(statuses()).toEqual([['firebase', 'down', expect.stringMatching(reason)]]);
    host.setHandler(serveKeys(google));
    expect(await signIn(google)).toBe('in');
    expect(statuses()).toEqual([['firebase', 'up', null]]);
    host.setHandler(handler);
    expect(await signIn(google)).toBe('in');
    expect(await signIn(await makeKey('google-2'))).toBe('identity_unavailable');
    expect(await signIn(google)).toBe('in');
  },
);

test('a request for the keys times out after four seconds', async () => {
  const signIn = open();
  expect(await signIn(google)).toBe('in');
  expect(vi.mocked(AbortSignal.timeout).mock.calls).toContainEqual([4_000]);
});

test('keys from a redirect to another host are not used', async () => {
  const otherHost = await startJwksServer(serveKeys(google));
  const signIn = open();
  host.setHandler((response) => response.writeHead(302, { location: otherHost.address }).end());
  expect(await signIn(google)).toBe('identity_unavailable');
  expect(otherHost.requestCount()).toBe(0);
  await otherHost.close();
});

test('a new key of Google is found, and a withdrawn one is rejected after the next fetch', async () => {
  const signIn = open();
  expect(await signIn(google)).toBe('in');
  const next = await makeKey('google-2');
  host.setHandler(serveKeys(google, next));
  expect(await signIn(next)).toBe('in');
  host.setHandler(serveKeys(next));
  await health.probeAll();
  expect(await signIn(google)).toBe('token_invalid');
});

test('forged key ids cause a limited number of requests, whether Google responds or not', async () => {
  const signIn = open(60_000);
  const forged = await makeKey('forged');
  expect(await signIn(forged)).toBe('token_invalid');
  for (let tries = 0; tries < 5; tries += 1) expect(await signIn(forged)).toBe('identity_unavailable');
  expect(host.requestCount()).toBe(1);
  host.setHandler((response) => response.destroy());
  await health.probeAll();
  const countBefore = host.requestCount();
  for (let tries = 0; tries < 5; tries += 1) expect(await signIn(forged)).toBe('identity_unavailable');
  expect(host.requestCount()).toBe(countBefore);
});

test('a token with a key newer than the last fetch gets 503, not a rejection', async () => {
  const signIn = open(60_000);
  expect(await signIn(google)).toBe('in');
  const next = await makeKey('google-2');
  host.setHandler(serveKeys(google, next));
  expect(await signIn(next)).toBe('identity_unavailable');
  await health.probeAll();
  expect(await signIn(next)).toBe('in');
});

test('concurrent requests share one fetch of the keys', async () => {
  const signIn = open(60_000);
  host.setHandler((response) => void pause(50).then(() => serveKeys(google)(response)));
  const outcomes = await Promise.all(['a', 'b', 'c'].map((name) => signIn(google, `${name}@example.com`)));
  expect([outcomes, host.requestCount()]).toEqual([['in', 'in', 'in'], 1]);
});

test('the health registry reports an outage of Google and its end without a sign-in', async () => {
  open();
  expect(statuses()).toEqual([['firebase', 'unknown', null]]);
  await health.probeAll();
  expect(statuses()).toEqual([['firebase', 'up', null]]);
  host.setHandler((response) => response.writeHead(503).end());
  await health.probeAll();
  expect(statuses()).toEqual([['firebase', 'down', expect.stringContaining('it responded with 503')]]);
  host.setHandler(serveKeys(google));
  await health.probeAll();
  expect(statuses()).toEqual([['firebase', 'up', null]]);
});

import type { IncomingMessage } from 'node:http';
import { RouterContextProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { hashPassword } from '#src/features/identity/password.server.ts';
import { MAX_HASHES, PASSWORD_PLACES, runForPasswordClient } from '#src/features/identity/password-queue.server.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { handleForm } from '#src/flows/page-form.server.ts';
import { requestInfo } from '#src/platform/page-request.ts';
import { PROBLEMS } from '#src/shared/problem.ts';
import '#tests/support/quick-password-hashes.mjs';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';

/** Hashes of wrong passwords wait until the test releases them. `fails` makes the next hash fail. */
const hashing = vi.hoisted(() => ({
  held: [] as (() => void)[],
  isHeld: false,
  fails: false,
  queuedBy: [] as string[],
}));
vi.mock('#src/platform/fair-queue.server.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('#src/platform/fair-queue.server.ts')>();
  const createFairQueue: typeof real.createFairQueue = (...parts) => {
    const queue = real.createFairQueue(...parts);
    return {
      enter(client, signal) {
        const place = queue.enter(client, signal);
        if (!place) return null;
        const run: typeof place.run = (work) => {
          hashing.queuedBy.push(client);
          return place.run(work);
        };
        return { ...place, run };
      },
    };
  };
  return { ...real, createFairQueue };
});
vi.mock('#src/features/identity/scrypt-threads.server.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('#src/features/identity/scrypt-threads.server.ts')>();
  const threads = real.createScryptThreads();
  const derive: typeof threads.derive = async (job) => {
    if (hashing.fails) {
      hashing.fails = false;
      throw new Error('the thread ended before its result');
    }
    if (hashing.isHeld && job.password === WRONG) await new Promise<void>((resolve) => hashing.held.push(resolve));
    return threads.derive(job);
  };
  return { createScryptThreads: () => ({ ...threads, derive }) };
});

const WRONG = 'not the password';
const SHARE = PASSWORD_PLACES.maxPlacesPerClient;
/** A busy machine needs more than the default. */
const WAIT_MS = 20_000;
const [HERE, ELSEWHERE] = ['198.51.100.7', '203.0.113.9'];

let shop: TestShop;
let ada: TestUser;
beforeAll(async () => {
  shop = await createTestShop();
  ada = await shop.signUp();
});
afterAll(() => shop.close());
afterEach(releaseAll);

async function post(path: string, body: object, remoteAddress: string, init: RequestInit = {}) {
  const headers = { 'content-type': 'application/json', ...init.headers };
  const request = { ...init, method: 'POST', headers, body: JSON.stringify(body) };
  const incoming = { socket: { remoteAddress }, headers: {} } as IncomingMessage;
  const response = await shop.app.request(`${shop.origin}/api/auth/${path}`, request, { incoming });
  const { requestId: _, ...document } = await response.json();
  return { status: response.status, retryAfter: response.headers.get('retry-after'), document };
}
const signIn = (email: string, password: string, from = HERE, init?: RequestInit) =>
  post('sign-in/email', { email, password }, from, init);

/** Takes all places of a network with wrong passwords. Returns the waiting requests. `signal` aborts the last one. */
async function fillShare(signal?: AbortSignal) {
  hashing.isHeld = true;
  hashing.queuedBy = [];
  const responses = Array.from({ length: SHARE - 1 }, (_, at) => signIn(`nobody${at}@example.com`, WRONG));
  await vi.waitFor(() => expect(hashing.queuedBy).toHaveLength(SHARE - 1), WAIT_MS);
  responses.push(signIn(ada.email, WRONG, HERE, signal ? { signal } : {}));
  await vi.waitFor(() => expect(hashing.queuedBy).toHaveLength(SHARE), WAIT_MS);
  expect(hashing.held).toHaveLength(MAX_HASHES);
  return responses;
}

function releaseAll() {
  hashing.isHeld = false;
  for (const release of hashing.held.splice(0)) release();
}

test('a network that fills its share only delays itself, and another one can sign in', async () => {
  const responses = await fillShare();
  let finished = 0;
  for (const response of responses) void response.then(() => (finished += 1));
  const elsewhere = signIn(ada.email, ada.password, ELSEWHERE);
  await vi.waitFor(() => expect(hashing.queuedBy.at(-1)).toBe(ELSEWHERE), WAIT_MS);
  hashing.held.shift()?.();
  await vi.waitFor(() => expect(hashing.held).toHaveLength(MAX_HASHES), WAIT_MS);
  hashing.held.shift()?.();
  expect((await elsewhere).status).toBe(200);
  expect(finished).toBeLessThanOrEqual(2);
  releaseAll();
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(responses.map(() => 401));
});

test('a request without a place is rejected before any lookup, in the same way for every account', async () => {
  const responses = await fillShare();
  const query = vi.spyOn(shop.database.pool, 'query');
  const connect = vi.spyOn(shop.database.pool, 'connect');
  const known = await signIn(ada.email, ada.password);
  expect(known).toMatchObject({ status: 503, retryAfter: '2', document: { code: 'password_queue_full' } });
  expect(known.document.detail).toMatch(/nothing was changed\. Please try again in a few seconds/);
  expect(await signIn('nobody@example.com', ada.password)).toEqual(known);
  for (const [path, body] of [
    ['sign-up/email', { name: 'Ada', email: 'new@example.com', password: 'correct horse' }],
    ['change-password', { currentPassword: ada.password, newPassword: 'another one' }],
    ['verify-email', { token: 'unknown', password: ada.password }],
    ['reset-password', { token: 'unknown', newPassword: 'another one' }],
  ] as const)
    expect([path, (await post(path, body, HERE)).status]).toEqual([path, 503]);
  expect(query).not.toHaveBeenCalled();
  expect(connect).not.toHaveBeenCalled();
  releaseAll();
  await Promise.all(responses);
});

test('a page’s form is rejected with the same message', async () => {
  const responses = await fillShare();
  const context = new RouterContextProvider();
  context.set(pageContext, shop.context);
  context.set(requestInfo, { clientAddress: HERE, requestId: 'x' });
  const signal = new AbortController().signal;
  const request = new Request(shop.origin, { method: 'POST', body: new FormData() });
  const form = {
    schema: z.object({}),
    fields: [],
    limit: 'signInAddress',
    store: async () => void (await hashPassword('correct horse')),
    redirectTo: '/',
  } as const;
  const result = await runForPasswordClient(HERE, signal, () => handleForm({ request, context }, form));
  expect(result).toMatchObject({
    data: { stored: false, formError: PROBLEMS.password_queue_full[1] },
    init: { status: 503, headers: { 'retry-after': '2' } },
  });
  releaseAll();
  await Promise.all(responses);
});

test('a client that leaves while waiting gives up its place', async () => {
  const abort = new AbortController();
  const responses = await fillShare(abort.signal);
  abort.abort();
  expect((await responses.at(-1))?.status).toBe(503);
  const next = signIn(ada.email, WRONG);
  expect((await signIn(ada.email, WRONG)).status).toBe(503);
  releaseAll();
  expect((await next).status).toBe(401);
  await Promise.all(responses);
});

test('a failed hash only affects its own request', async () => {
  hashing.fails = true;
  expect(await signIn(ada.email, ada.password)).toMatchObject({ status: 500, document: { code: 'internal' } });
  expect((await signIn(ada.email, ada.password)).status).toBe(200);
});

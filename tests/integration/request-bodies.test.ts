import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createHttpServer } from '#src/app/http.server.ts';
import { BODY_BOUNDS, findBodyBound } from '#src/app/request-bodies.server.ts';
import { createResponseCache } from '#src/platform/response-cache/response-cache.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';

let shop: TestShop;
let port: number;
let close: () => Promise<void>;
let users: TestUser[];

beforeAll(async () => {
  const bodyLimits = { maxBytes: 512 * 1024, maxBytesPerClient: 320 * 1024, windowMs: 500, leastBytes: 1 };
  shop = await createTestShop({ settings: { trustedProxies: 1 }, imageLimits: { maxUploads: 6 }, bodyLimits });
  users = await Promise.all(Array.from({ length: 4 }, () => shop.signUp()));
  const http = createHttpServer({ trustedProxies: 1 });
  http.serve(shop.app.fetch as never, createResponseCache({ maxBytes: 1_000, maxAgeMs: 1_000 }));
  await new Promise<void>((resolve) => http.server.listen(0, '127.0.0.1', resolve));
  port = (http.server.address() as { port: number }).port;
  close = () => http.close(0);
});
afterAll(async () => {
  await close();
  await shop.close();
});

const opened: Socket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
});

interface Half {
  path: string;
  headers?: string[];
  network?: string;
  method?: string;
}

/** Starts a request whose body does not end, and returns its socket and its response. */
function begin({ path, headers = [], network = '203.0.113.1', method = 'POST' }: Half, body: string | Buffer = '') {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  opened.push(socket);
  const errors: string[] = [];
  socket.on('error', ({ message }) => errors.push(message));
  socket.write(
    [`${method} ${path} HTTP/1.1`, 'host: shop', `x-forwarded-for: ${network}`, ...headers, '', ''].join('\r\n'),
  );
  if (body.length > 0) socket.write(body);
  let text = '';
  const response = new Promise<string>((resolve) => {
    socket.on('data', (data) => {
      text += data.toString();
    });
    socket.once('end', () => resolve(text));
    socket.once('close', () => resolve(text));
  });
  return { socket, response, errors, received: () => text };
}

const toLine = (text: string) => {
  const code = /"code":"(\w+)"/.exec(text)?.[1] ?? '';
  const marks = [/connection: close/i.test(text) && 'close', /retry-after: \d/i.test(text) && 'retry'].filter(Boolean);
  return [/HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 'nothing', code, ...marks].join(' ').trim();
};
/** Lists the upload files that this process has open. */
const listOpenUploads = () =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${fd}`);
      return file.includes('.upload-') ? [file] : [];
    } catch {
      return [];
    }
  });
const FORM_HEAD = '--b\r\ncontent-disposition: form-data; name="image"; filename="x.png"\r\n\r\n';
const toUpload = (user: TestUser | undefined, network: string, path = '/api/images'): Half => ({
  path,
  network,
  headers: [
    `authorization: Bearer ${user?.token}`,
    'content-type: multipart/form-data; boundary=b',
    'content-length: 9000000',
  ],
});
const signed = (more: string[] = []) => [
  `stripe-signature: t=${Math.floor(Date.now() / 1000)},v1=${'a'.repeat(64)}`,
  ...more,
];
const json = ['content-type: application/json'];

describe('an upload gets its place before a byte of it is read', () => {
  test.each([
    [
      'of an account that has three',
      () => Array.from({ length: 4 }, (_, at) => toUpload(users[0], `198.51.100.${at}`)),
    ],
    ['of a network that has six', () => Array.from({ length: 7 }, (_, at) => toUpload(users[at % 3], '198.51.100.9'))],
  ])('one more %s gets 503 at once, and its connection is closed', async (_what, list) => {
    const uploads = list().map((half) => begin(half, FORM_HEAD));
    const first = await Promise.race(uploads.map(({ response }) => response));
    expect(toLine(first)).toBe('503 busy close retry');
    expect(uploads.filter(({ received }) => received() !== '')).toHaveLength(1);
  });

  test('one of the network with the most uploads loses its place to one of another network, even while it arrives', async () => {
    await expect.poll(listOpenUploads).toEqual([]);
    const half = (at: number) => toUpload(users[at % 2], '198.51.100.50');
    const six = Array.from({ length: 6 }, (_, at) => begin(half(at), `${FORM_HEAD}${'x'.repeat(1_000)}`));
    await expect.poll(() => listOpenUploads().length, { interval: 10 }).toBe(6);
    begin(toUpload(users[2], '198.51.100.51'), FORM_HEAD);
    expect(toLine(await Promise.race(six.map(({ response }) => response)))).toBe('503 busy close retry');
  });

  test('one whose client leaves halfway leaves no file behind', async () => {
    const left = begin(toUpload(users[2], '198.51.100.40'), `${FORM_HEAD}${'x'.repeat(200_000)}`);
    await expect.poll(() => listOpenUploads().length).toBe(1);
    left.socket.resetAndDestroy();
    await expect.poll(listOpenUploads).toEqual([]);
  });

  test('one that sends nothing loses its place, and its account can use it again', async () => {
    const stalled = Array.from({ length: 3 }, (_, at) => begin(toUpload(users[0], `198.51.100.${20 + at}`), FORM_HEAD));
    expect(await Promise.all(stalled.map(async ({ response }) => toLine(await response)))).toEqual(
      stalled.map(() => '408 too_slow close'),
    );
    expect(listOpenUploads()).toEqual([]);
    const again = begin(toUpload(users[0], '198.51.100.30'), FORM_HEAD);
    expect(toLine(await again.response)).toBe('408 too_slow close');
  });

  test('a form that is cut off or has no file gets an explanation', async () => {
    const headers = (type: string, length: number) => [
      `authorization: Bearer ${users[1]?.token}`,
      `content-type: ${type}`,
      `content-length: ${length}`,
      'connection: close',
    ];
    const send = async (type: string, body: string) =>
      toLine(await begin({ path: '/api/images', headers: headers(type, body.length) }, body).response);
    expect(await send('multipart/form-data; boundary=b', `${FORM_HEAD}abc`)).toBe('400 malformed_request close');
    expect(await send('multipart/form-data', `${FORM_HEAD}abc`)).toBe('422 invalid close');
    expect(await send('text/plain', 'abc')).toBe('422 invalid close');
    expect(await send('multipart/form-data; boundary=b', '--b--\r\n')).toBe('422 invalid close');
  });
});

describe('arriving bodies have a common limit', () => {
  const write = (network: string) => ({
    path: '/api/auth/sign-in/email',
    network,
    headers: [...json, 'content-length: 65000'],
  });

  test('a client that exceeds its share gets 503, and another one is served', async () => {
    const piece = Buffer.alloc(60_000, ' ');
    const greedy = Array.from({ length: 6 }, () => begin(write('192.0.2.1'), piece));
    const first = await Promise.race(greedy.map(({ response }) => response));
    expect(toLine(first)).toBe('503 busy close retry');
    const honest = begin({ ...write('192.0.2.2'), headers: [...json, 'content-length: 2', 'connection: close'] }, '{}');
    expect(toLine(await honest.response)).toMatch(/^4\d\d (?!busy|too_slow)/);
  });

  test('one that does not continue is aborted', async () => {
    const half = {
      path: '/api/auth/request-password-reset',
      network: '192.0.2.3',
      headers: [...json, 'content-length: 100'],
    };
    expect(toLine(await begin(half, '{').response)).toBe('408 too_slow close');
  });
});

describe('a message of the card provider', () => {
  const BODY = Buffer.alloc(100_000, 'x');
  const length = [...json, 'content-length: 1000000'];
  const stale = `stripe-signature: t=${Math.floor(Date.now() / 1000) - 400},v1=${'a'.repeat(64)}`;

  test.each<[string, string[]]>([
    ['without a signature', []],
    ['with a malformed signature', ['stripe-signature: t=1']],
    ['with an outdated signature', [stale]],
  ])('%s is rejected before its body is read', async (_what, headers) => {
    const { response } = begin({ path: '/api/webhooks/stripe', headers: [...headers, ...length] });
    expect(toLine(await response)).toBe('400 signature_invalid close');
  });

  test('gets a response although its client keeps sending, and its connection ends without an error', async () => {
    const { socket, response, errors, received } = begin({ path: '/api/webhooks/stripe', headers: length }, BODY);
    await expect.poll(() => toLine(received())).toBe('400 signature_invalid close');
    // A client with a slow connection sends this before the response arrives.
    for (let sent = 0; sent < 3; sent += 1) {
      socket.write(BODY);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    expect([errors, socket.destroyed]).toEqual([[], false]);
    socket.end();
    expect(toLine(await response)).toBe('400 signature_invalid close');
  });

  test('with a forged signature is only read while few others are, and another client’s message goes first', async () => {
    const forged = Array.from({ length: 8 }, () =>
      begin({ path: '/api/webhooks/stripe', network: '192.0.2.9', headers: signed(length) }, BODY.subarray(0, 10_000)),
    );
    const payload = '{"id":"evt_1","object":"event","type":"charge.updated","data":{"object":{}}}';
    const { webhookSecret: secret } = shop.cards;
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
    const headers = [
      ...json,
      `stripe-signature: ${signature}`,
      `content-length: ${payload.length}`,
      'connection: close',
    ];
    const honest = begin({ path: '/api/webhooks/stripe', network: '192.0.2.10', headers }, payload);
    expect(toLine(await honest.response)).toBe('200  close');
    expect(forged.map(({ received }) => received())).toEqual(forged.map(() => ''));
  });

  test('from the provider is accepted in bursts of a hundred from one address', async () => {
    const { webhookSecret: secret } = shop.cards;
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, at) => {
        const payload = `{"id":"evt_burst_${at}","object":"event","type":"charge.updated","data":{"object":{}}}`;
        const headers = { 'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }) };
        return (await shop.call('POST', '/webhooks/stripe', { body: payload, headers })).status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('every route with a body has a limit', () => {
  const routes = () => {
    const seen = new Set<string>();
    for (const { method, path } of shop.app.routes) {
      const isWrite = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);
      if (isWrite && !path.includes('*'))
        seen.add(`${method} ${path.replaceAll(/:\w+(?:\{[^}]*\})?/g, 'a'.repeat(24))}`);
    }
    return [...seen].map((route) => route.split(' ') as [string, string]);
  };

  test('that applies to all routes, before authentication', async () => {
    const known = routes();
    expect(known.length).toBeGreaterThan(80);
    const results = await Promise.all(
      known.map(async ([method, path], at) => {
        const headers = [`content-length: ${findBodyBound(path).maxBytes + 1}`];
        const type = findBodyBound(path).kept === 'memory' ? json : ['content-type: multipart/form-data; boundary=b'];
        const half = { method, path, network: `192.0.2.${at % 200}`, headers: [...type, ...headers] };
        return `${method} ${path} ${toLine(await begin(half).response)}`;
      }),
    );
    expect(results).toEqual(known.map(([method, path]) => `${method} ${path} 413 body_too_large close`));
  });

  test('that is listed in docs/security.md', () => {
    const text = readFileSync('docs/security.md', 'utf8');
    const section = text.slice(text.indexOf('## Request bodies'));
    const rows = [...section.matchAll(/^\| `(\/[^`]*)` \| ([\d.]+) (KiB|MiB) \| (\w+)/gm)].map(
      ([, path, amount, unit, kept]) => ({ path, bytes: Number(amount) * (unit === 'KiB' ? 1_024 : 1_048_576), kept }),
    );
    expect(rows).toEqual(BODY_BOUNDS.map(({ path, maxBytes, kept }) => ({ path, bytes: maxBytes, kept })));
  });

  test('and a separate entry if it accepts files', async () => {
    const document = (await (await shop.app.request(`${shop.origin}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { requestBody?: { content: object }; 'x-takes'?: string }>>;
    };
    const takers = Object.entries(document.paths).flatMap(([path, calls]) =>
      Object.values(calls)
        .filter(
          (call) => call['x-takes'] || Object.keys(call.requestBody?.content ?? {}).some((type) => !/json/.test(type)),
        )
        .map((call) => ({ path: `/api${path}`, kept: call['x-takes'] === 'file' ? 'file' : 'nowhere' })),
    );
    const own = BODY_BOUNDS.filter(({ kept }) => kept !== 'memory').map(({ path, kept }) => ({ path, kept }));
    const byPath = (one: { path: string }, other: { path: string }) => one.path.localeCompare(other.path);
    expect(takers.sort(byPath)).toEqual(own.sort(byPath));
  });
});

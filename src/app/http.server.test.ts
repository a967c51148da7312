import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { CACHE_TAGS_HEADER } from '#src/platform/response-cache/cacheable-routes.server.ts';
import { createResponseCache } from '#src/platform/response-cache/response-cache.server.ts';
import { createHttpServer, type HttpServer, type HttpServerOptions } from './http.server.ts';
import { listen } from './listen.server.ts';

const opened: { shop: HttpServer; sockets: Socket[] }[] = [];

afterEach(async () => {
  for (const { shop, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await shop.close(100);
  }
});

async function open(
  fetch: (request: Request) => Promise<Response>,
  options: HttpServerOptions = {},
): Promise<{ origin: string; port: number; sockets: Socket[] }> {
  const shop = createHttpServer(options);
  expect(await listen(shop.server, 0, '127.0.0.1')).toBeNull();
  shop.serve(fetch, createResponseCache({ maxBytes: 1e6, maxAgeMs: 1e6 }));
  const address = shop.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const sockets: Socket[] = [];
  opened.push({ shop, sockets });
  return { origin: `http://127.0.0.1:${port}`, port, sockets };
}

/** How many connections the shop that was opened last has. */
function countConnections(): Promise<number> {
  return new Promise((resolve) => opened.at(-1)?.shop.server.getConnections((_error, count) => resolve(count)));
}

/** Opens a new connection and writes this text to it. */
function send(port: number, sockets: Socket[], text: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(text);
  sockets.push(socket);
  return socket;
}

const from = (client: string) => ({ headers: { 'x-forwarded-for': client } });

test('three thousand unfinished bodies block neither reads by anybody nor writes by other clients', async () => {
  const { origin, port, sockets } = await open(async (request) => new Response(await request.text()), {
    trustedProxies: 1,
    countsClients: false,
  });
  const half = 'POST / HTTP/1.1\r\nhost: shop\r\nx-forwarded-for: 192.0.2.1\r\ncontent-length: 1000\r\n\r\nabc';
  for (let at = 0; at < 3_050; at += 1) send(port, sockets, half);
  const post = (client: string) => fetch(origin, { method: 'POST', body: 'whole', ...from(client) });
  await expect.poll(async () => (await post('192.0.2.1')).status, { timeout: 20_000 }).toBe(503);
  expect((await fetch(origin, from('192.0.2.1'))).status).toBe(200);
  expect(await (await post('192.0.2.2')).text()).toBe('whole');
});

/** Starts a shop whose responses wait until `finish` is called. */
async function openSlow(options: HttpServerOptions) {
  const finished = Promise.withResolvers<void>();
  const opened = await open(async (request) => {
    await request.text();
    if (!request.url.endsWith('/healthz')) await finished.promise;
    return new Response('done');
  }, options);
  return { ...opened, finish: finished.resolve };
}

test('more than five hundred requests at once get 503 and Retry-After, and the shop responds again afterwards', async () => {
  const { origin, finish } = await openSlow({ admission: { inFlightPerClient: 1_000 } });
  const requests = Array.from({ length: 520 }, () => fetch(origin));
  const rejected: Response[] = [];
  for (const one of requests) void one.then((response) => response.status === 503 && rejected.push(response));
  await expect.poll(() => rejected.length, { timeout: 10_000 }).toBe(20);
  expect(rejected[0]?.headers.get('retry-after')).toMatch(/^[123]$/);
  expect(await rejected[0]?.json()).toMatchObject({ code: 'busy', status: 503 });
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  finish();
  const responses = await Promise.all(requests);
  expect(responses.filter((response) => response.ok)).toHaveLength(500);
  expect((await fetch(origin)).status).toBe(200);
});

test('one client gets at most a quarter of the places, and the others the rest', async () => {
  const { origin, finish } = await openSlow({ trustedProxies: 1 });
  const mine = Array.from({ length: 130 }, () => fetch(origin, from('192.0.2.1')));
  let rejected = 0;
  for (const one of mine) {
    void one.then(({ status }) => {
      if (status === 503) rejected += 1;
    });
  }
  await expect.poll(() => rejected, { timeout: 10_000 }).toBe(5);
  const other = fetch(origin, from('192.0.2.2'));
  finish();
  expect((await other).status).toBe(200);
  expect((await Promise.all(mine)).filter(({ ok }) => ok)).toHaveLength(125);
});

test('pipelined requests are processed four at a time, and get their responses in order', async () => {
  let most = 0;
  let inFlight = 0;
  const { port, sockets } = await open(async ({ url }) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    await pause(2);
    inFlight -= 1;
    return new Response(`<${new URL(url).pathname}>`);
  });
  const paths = Array.from({ length: 40 }, (_, at) => `/${at}`);
  const socket = send(port, sockets, paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: shop\r\n\r\n`).join(''));
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  await expect.poll(() => [...received.matchAll(/<(.*?)>/g)].map(([, path]) => path)).toEqual(paths);
  expect(most).toBe(4);
});

test('a connection that pipelines hundreds of requests is closed, and its responses are not computed', async () => {
  let computed = 0;
  const { port, sockets } = await open(async () => {
    computed += 1;
    await pause(20);
    return new Response('done');
  });
  const socket = send(port, sockets, 'GET /api/tools HTTP/1.1\r\nhost: shop\r\n\r\n'.repeat(640));
  await new Promise((resolve) => socket.once('close', resolve));
  await pause(100);
  expect(computed).toBeLessThanOrEqual(4);
});

test('connections that are cut while their requests wait give back all their places', async () => {
  const { origin, port, sockets, finish } = await openSlow({ admission: { inFlight: 20, inFlightPerClient: 20 } });
  const four = 'GET /api/tools?q=saw HTTP/1.1\r\nhost: shop\r\n\r\n'.repeat(4);
  for (let run = 0; run < 20; run += 1) {
    const socket = send(port, sockets, four);
    await pause(20);
    socket.resetAndDestroy();
    await pause(10);
  }
  const reads = Array.from({ length: 20 }, () => fetch(origin));
  await pause(300);
  finish();
  expect((await Promise.all(reads)).filter(({ ok }) => ok)).toHaveLength(20);
});

test('an unread body takes no further place, and writes do not take the places of reads', async () => {
  const { origin, port, sockets, finish } = await openSlow({
    admission: { inFlight: 5, inFlightPerClient: 5, receiving: 10, receivingPerClient: 10 },
  });
  const getWithBody = 'GET / HTTP/1.1\r\nhost: shop\r\ncontent-length: 1\r\n\r\nx';
  for (let at = 0; at < 5; at += 1) send(port, sockets, getWithBody);
  await expect
    .poll(async () => (await fetch(origin, { signal: AbortSignal.timeout(2_000) }).catch(() => null))?.status)
    .toBe(503);
  const written = Array.from({ length: 5 }, () => fetch(origin, { method: 'POST', body: 'whole' }));
  await pause(200);
  expect((await fetch(origin, { method: 'POST', body: 'whole' })).status).toBe(503);
  for (const socket of sockets) socket.destroy();
  await pause(50);
  const read = fetch(origin);
  await pause(50);
  finish();
  expect((await read).status).toBe(200);
  expect((await Promise.all(written)).filter(({ ok }) => ok)).toHaveLength(5);
});

describe('a client that does not read its response', () => {
  const large = async () => new Response('x'.repeat(30_000_000));
  const request = 'GET / HTTP/1.1\r\nhost: shop\r\n\r\n';
  const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', () => resolve('closed')));
  const stalled = { shortMs: 400, longMs: 1_600 };

  test('is soon disconnected while it occupies most of its places, and one that reads slowly gets everything', async () => {
    const { port, sockets } = await open(large, { stalled, admission: { inFlightPerClient: 2 } });
    const stuck = send(port, sockets, request).pause();
    const slow = send(port, sockets, request);
    let bytes = 0;
    slow.on('data', (chunk) => {
      bytes += chunk.length;
      slow.pause();
      setTimeout(() => slow.resume(), 2);
    });
    const began = Date.now();
    // The client only notices the end after reading what the system has buffered.
    setTimeout(() => stuck.resume(), 1_000);
    expect(await closed(stuck)).toBe('closed');
    expect(stuck.bytesRead).toBeLessThan(30_000_000);
    expect(Date.now() - began).toBeLessThan(10_000);
    await expect.poll(() => bytes, { timeout: 60_000 }).toBeGreaterThan(30_000_000);
  });

  test('keeps its connection longer while there are enough places', async () => {
    const { port, sockets } = await open(large, { stalled });
    const stuck = send(port, sockets, request).pause();
    await pause(1_000);
    let bytes = 0;
    stuck.on('data', (chunk) => {
      bytes += chunk.length;
    });
    stuck.resume();
    await expect.poll(() => bytes, { timeout: 60_000 }).toBeGreaterThan(30_000_000);
    stuck.destroy();
    await expect.poll(countConnections).toBe(0);
    const again = send(port, sockets, request).pause();
    await expect.poll(countConnections).toBe(1);
    // The client only notices the end after reading what the system has buffered.
    await expect.poll(countConnections).toBe(0);
    again.resume();
    expect(await closed(again)).toBe('closed');
    expect(again.bytesRead).toBeLessThan(30_000_000);
  });
});

test('a response before the whole body was read closes the connection and says so', async () => {
  const { port, sockets } = await open(async () => new Response('too large', { status: 413 }));
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let response = '';
  socket.on('data', (chunk) => {
    response += chunk.toString();
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});
  socket.write(`POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: 1000000\r\n\r\n${'x'.repeat(1_000)}`);
  await closed;
  expect(response).toMatch(/^HTTP\/1\.1 413/);
  expect(response.toLowerCase()).toContain('connection: close');
});

test('while the shop starts, a person gets a page that tries again by itself, and a machine one word', async () => {
  const shop = createHttpServer();
  opened.push({ shop, sockets: [] });
  await listen(shop.server, 0, '127.0.0.1');
  const address = shop.server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  for (const path of ['/readyz', '/', '/tools']) {
    const page = await fetch(origin + path, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(await page.text()).toMatch(/<meta http-equiv="refresh" content="1">.*The shop is starting\./s);
  }
  for (const [path, accept] of [
    ['/readyz', '*/*'],
    ['/api/tools', 'text/html'],
  ] as const) {
    const word = await fetch(origin + path, { headers: { accept } });
    expect([word.status, word.headers.get('retry-after'), await word.text()]).toEqual([503, '1', 'starting']);
  }
});

test('before it stops, the shop is not ready, but still serves requests and ends each connection', async () => {
  const { origin } = await open(async () => new Response('served'));
  const read = async (path: string) => {
    const response = await fetch(origin + path);
    return [response.status, response.headers.get('connection'), await response.text()];
  };
  expect(await read('/readyz')).toEqual([200, 'keep-alive', 'served']);
  opened.at(-1)?.shop.drain();
  expect(await read('/readyz')).toEqual([503, 'close', '{"status":"stopping"}']);
  for (const path of ['/healthz', '/tools', '/readyz?']) expect(await read(path)).toEqual([200, 'close', 'served']);
});

test('while another worker takes over, the shop stays ready, and open connections get their next response', async () => {
  const { port, sockets, origin } = await open(async () => new Response('served'));
  const idle = send(port, sockets, 'GET /tools HTTP/1.1\r\nhost: shop\r\n\r\n');
  const read = () => new Promise<string>((resolve) => idle.once('data', (chunk) => resolve(chunk.toString())));
  expect(await read()).toMatch(/^HTTP\/1\.1 200 .*keep-alive/is);
  const { shop } = opened.at(-1) ?? {};
  shop?.retire();
  await expect(fetch(`${origin}/tools`)).rejects.toThrow();
  const closed = new Promise((resolve) => idle.once('close', resolve));
  idle.write('GET /readyz HTTP/1.1\r\nhost: shop\r\n\r\n');
  expect(await read()).toMatch(/^HTTP\/1\.1 200 .*connection: close/is);
  await closed;
  await shop?.close(60_000);
});

test('each request that no route sees is told of, with the reason and the status', async () => {
  const told: string[] = [];
  const shop = createHttpServer({
    onEarlyResponse: (...response) => told.push(response.join(' ')),
    admission: { inFlight: 0 },
  });
  opened.push({ shop, sockets: [] });
  await listen(shop.server, 0, '127.0.0.1');
  const address = shop.server.address();
  const ask = async (path: string) =>
    void (await (await fetch(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}${path}`)).text());
  await ask('/');
  const cache = createResponseCache({ maxBytes: 1e6, maxAgeMs: 1e6 });
  const headers = { [CACHE_TAGS_HEADER]: 'tools' };
  await cache.getOrCompute('/tools', new Headers(), async () => new Response('cached', { headers }));
  shop.serve(async () => new Response('computed'), cache);
  await ask('/tools');
  await ask('/orders');
  shop.drain();
  await ask('/readyz');
  expect(told).toEqual(['GET starting 503', 'GET cached 200', 'GET rejected 503', 'GET stopping 503']);
});

test('an HTTP/1.0 probe without a host gets a response', async () => {
  const { port, sockets } = await open(async () => new Response('ok'));
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.write('GET /healthz HTTP/1.0\r\n\r\n');
  const response = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())));
  expect(response).toMatch(/200 OK/);
});

describe('a client that continues after it was rejected', () => {
  const bans = { maxRejections: 3, maxIgnored: 6 };
  const tooMany = async () => new Response(null, { status: 429 });

  test('is rejected before its requests are processed, and then banned for a while', async () => {
    let computed = 0;
    const { origin, port, sockets } = await open(
      async () => {
        computed += 1;
        return tooMany();
      },
      { bans: { ...bans, banMs: 300 } },
    );
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) {
      const response = await fetch(`${origin}/tools`, { headers: { accept: 'text/html' } });
      statuses.push(response.status);
      if (at > 3) expect(await response.text()).toContain('Please wait a moment');
      if (at > 3) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([429, 429, 429, 429, 429, 429]);
    expect(computed).toBe(3);
    await expect(fetch(origin)).rejects.toThrow();
    // The connection closes before the client has sent anything.
    await new Promise((resolve) => send(port, sockets, '').once('close', resolve));
    await pause(350);
    // The ban is over, but the client's rejections are still remembered.
    expect((await fetch(origin)).status).toBe(429);
    expect(computed).toBe(3);
  });

  test('behind a proxy is told to wait, and others behind that proxy are served', async () => {
    const computed = new Map<string, number>();
    const { origin } = await open(
      async ({ headers }) => {
        const client = headers.get('x-forwarded-for') ?? '';
        computed.set(client, (computed.get(client) ?? 0) + 1);
        return client === '192.0.2.1' ? tooMany() : new Response('ok');
      },
      { bans: { ...bans, windowMs: 200 }, trustedProxies: 1 },
    );
    for (let at = 0; at < 12; at += 1) expect((await fetch(origin, from('192.0.2.1'))).status).toBe(429);
    expect((await fetch(origin, from('192.0.2.2'))).status).toBe(200);
    // Its rejections expire before its ban does.
    await pause(250);
    const banned = await fetch(origin, from('192.0.2.1'));
    expect([banned.status, computed.get('192.0.2.1')]).toEqual([429, 3]);
  });

  test('is not counted if the limits are off', async () => {
    const { origin } = await open(tooMany, { bans, countsClients: false });
    for (let at = 0; at < 12; at += 1) expect((await fetch(origin)).status).toBe(429);
  });
});

test('health checks are counted, except those of the load balancer itself', async () => {
  const ask = async (isBalancer: boolean) => {
    const { origin } = await open(async () => new Response('ok'), {
      trustedProxies: 1,
      isBalancer: (address) => isBalancer && address === '127.0.0.1',
    });
    const statuses = [];
    for (let at = 0; at < 101; at += 1) statuses.push((await fetch(`${origin}/healthz`)).status);
    const passedOn = await fetch(`${origin}/healthz`, from('192.0.2.1'));
    return [...statuses.slice(99), passedOn.status];
  };
  expect(await ask(false)).toEqual([200, 429, 200]);
  expect(await ask(true)).toEqual([200, 200, 200]);
});

test('few further requests of a client that pipelines thousands are parsed, and eventually it is disconnected', async () => {
  const shop = await open(async () => new Response('ok'), { bans: { maxRejections: 1_500, maxIgnored: 3_500 } });
  const { port, sockets } = shop;
  let parsed = 0;
  opened.at(-1)?.shop.server.on('request', () => {
    parsed += 1;
  });
  const flood = () =>
    new Promise((resolve) =>
      send(port, sockets, 'GET /api/tools HTTP/1.1\r\n\r\n'.repeat(2_500)).once('close', resolve),
    );
  // What was read at once from the first connection is still parsed completely.
  await flood();
  expect(parsed).toBeGreaterThan(1_000);
  parsed = 0;
  for (let at = 0; at < 4; at += 1) await flood();
  expect(parsed).toBeLessThan(600);
  parsed = 0;
  await flood();
  expect(parsed).toBe(0);
});

test('an unreadable request gets a status that says why, also on a reused connection', async () => {
  const { port, sockets } = await open(async () => new Response('ok'));
  const socket = send(port, sockets, 'GET /api/tools HTTP/1.1\r\nhost: shop\r\n\r\n');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  await expect.poll(() => received).toContain('200 OK');
  socket.write(`GET /api/tools HTTP/1.1\r\nhost: shop\r\ncookie: ${'c'.repeat(20_000)}\r\n\r\n`);
  await new Promise((resolve) => socket.once('close', resolve));
  expect(received).toContain('431 Request Header Fields Too Large');
});

describe('the connections of one client', () => {
  const request = 'GET / HTTP/1.1\r\nhost: shop\r\n\r\n';
  const readOnce = (socket: Socket) =>
    new Promise<string>((resolve) => {
      socket.once('data', (chunk) => resolve(chunk.toString()));
      socket.once('close', () => resolve('closed'));
    });

  test('have a limit, and a new one replaces an idle one', async () => {
    const { port, sockets } = await open(async () => new Response('ok'), { maxConnectionsPerClient: 2 });
    const [first, second] = [send(port, sockets, request), send(port, sockets, request)];
    expect(await Promise.all([first, second].map(readOnce))).toEqual([
      expect.stringContaining('200 OK'),
      expect.stringContaining('200 OK'),
    ]);
    const ended = readOnce(first);
    expect(await readOnce(send(port, sockets, request))).toContain('200 OK');
    expect(await ended).toBe('closed');
    second.write(request);
    expect(await readOnce(second)).toContain('200 OK');
  });

  test('are told to try again later while all of them are busy', async () => {
    const { port, sockets, finish } = await openSlow({ maxConnectionsPerClient: 2 });
    const busy = [send(port, sockets, request), send(port, sockets, request)];
    await pause(100);
    const refused = await readOnce(send(port, sockets, request));
    expect(refused).toMatch(/^HTTP\/1.1 503/);
    expect(refused).toContain('retry-after: 1');
    const responses = Promise.all(busy.map(readOnce));
    finish();
    expect(await responses).toEqual([expect.stringContaining('200 OK'), expect.stringContaining('200 OK')]);
  });
});

test('a health check with a body takes a place like any other request', async () => {
  const { port, sockets, finish } = await openSlow({ admission: { inFlight: 1, inFlightPerClient: 1 } });
  const post = (path: string) => `POST ${path} HTTP/1.1\r\nhost: shop\r\ncontent-length: 1\r\n\r\nx`;
  send(port, sockets, post('/tools'));
  await pause(50);
  const second = send(port, sockets, post('/readyz'));
  const response = await new Promise<string>((resolve) => second.once('data', (chunk) => resolve(chunk.toString())));
  expect(response).toMatch(/^HTTP\/1.1 503/);
  finish();
});

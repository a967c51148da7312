import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createResponseCache } from '#src/platform/response-cache/response-cache.server.ts';
import { createHttpServer, type HttpServer, listen } from './http.server.ts';

const opened: { shop: HttpServer; sockets: Socket[] }[] = [];

afterEach(async () => {
  for (const { shop, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await shop.close(100);
  }
});

async function open(
  fetch: (request: Request) => Promise<Response>,
): Promise<{ origin: string; port: number; sockets: Socket[] }> {
  const shop = createHttpServer();
  expect(await listen(shop.server, 0, '127.0.0.1')).toBeNull();
  shop.serve(fetch, createResponseCache({ maxBytes: 1e6, maxAgeMs: 1e6 }));
  const address = shop.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const sockets: Socket[] = [];
  opened.push({ shop, sockets });
  return { origin: `http://127.0.0.1:${port}`, port, sockets };
}

test('six hundred senders of half a body leave the shop open to everybody else', async () => {
  const { origin, port, sockets } = await open(async (request) => new Response(await request.text()));
  for (let at = 0; at < 600; at += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: 1000\r\n\r\nabc');
    sockets.push(socket);
  }
  await pause(300);
  expect((await fetch(origin)).status).toBe(200);
  expect(await (await fetch(origin, { method: 'POST', body: 'whole' })).text()).toBe('whole');
});

test('more than five hundred requests at once get 503 and Retry-After, and the shop responds again afterwards', async () => {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { origin } = await open(async () => {
    await finished;
    return new Response('done');
  });
  const requests = Array.from({ length: 520 }, () => fetch(origin));
  const rejected: Response[] = [];
  for (const one of requests) void one.then((response) => response.status === 503 && rejected.push(response));
  await expect.poll(() => rejected.length, { timeout: 10_000 }).toBe(20);
  expect(rejected[0]?.headers.get('retry-after')).toBe('1');
  expect(await rejected[0]?.json()).toMatchObject({ code: 'busy', status: 503 });
  finish();
  const responses = await Promise.all(requests);
  expect(responses.filter((response) => response.ok)).toHaveLength(500);
  expect((await fetch(origin)).status).toBe(200);
});

test('a response before the whole body was read closes its connection and says so', async () => {
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

test('a probe of HTTP/1.0 that names no host gets a response', async () => {
  const { port, sockets } = await open(async () => new Response('ok'));
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.write('GET /healthz HTTP/1.0\r\n\r\n');
  const response = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())));
  expect(response).toMatch(/200 OK/);
});

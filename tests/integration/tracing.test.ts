import { spawnSync } from 'node:child_process';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseEnv } from '#src/platform/env/env.server.ts';
import { startTracing, type Tracing } from '#src/platform/tracing/start-tracing.server.ts';
import { runInSpan, startSpan } from '#src/platform/tracing/tracing.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool } from './order-helpers.ts';

interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
}

interface Export {
  resourceSpans: { resource: Pick<ReceivedSpan, 'attributes'>; scopeSpans: { spans: ReceivedSpan[] }[] }[];
}

const [SERVER, CLIENT] = [2, 3];

/** A collector that takes OTLP as JSON. */
async function openCollector() {
  const exports: { path: string | undefined; key: unknown; body: Export }[] = [];
  let status = 200;
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (status === 200)
      exports.push({
        path: request.url,
        key: request.headers['api-key'],
        body: JSON.parse(Buffer.concat(chunks).toString()),
      });
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exports,
    setStatus(next: number) {
      status = next;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function readTracingEnv(keys: Record<string, string>) {
  const parsed = parseEnv(keys);
  if (!parsed.ok) throw new Error(parsed.errors.join('\n'));
  return parsed.env.tracing;
}

const attribute = ({ attributes }: Pick<ReceivedSpan, 'attributes'>, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

describe('with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  let collector: Awaited<ReturnType<typeof openCollector>>;
  let tracing: Tracing;
  let shop: TestShop;
  let ada: TestUser;
  const warnings: string[] = [];

  beforeAll(async () => {
    collector = await openCollector();
    const env = readTracingEnv({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=secret=1',
    });
    const started = await startTracing(env, {
      warn: (_: unknown, message?: string) => void warnings.push(message ?? ''),
    });
    if (!started) throw new Error('tracing is on');
    tracing = started;
    shop = await createTestShop({ settings: { trustedProxies: 1 } });
    ada = await shop.signUp();
  });
  afterAll(async () => {
    await tracing.stop();
    await shop.close();
    await collector.close();
  });

  async function readSpans(): Promise<ReceivedSpan[]> {
    await tracing.flush();
    return collector.exports.flatMap(({ body }) =>
      body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
  }

  /** The spans of the trace with the request of this id, once it has arrived. */
  async function readTrace(requestId: string): Promise<ReceivedSpan[]> {
    let spans: ReceivedSpan[] = [];
    let found: ReceivedSpan | undefined;
    await expect
      .poll(async () => {
        spans = await readSpans();
        found = spans.find((span) => attribute(span, 'ironmonger.request_id') === requestId);
        return found !== undefined;
      })
      .toBe(true);
    return spans.filter(({ traceId }) => traceId === found?.traceId);
  }

  const request = (path: string, headers: Record<string, string>) =>
    fetch(`${shop.origin}${path}`, { headers: { authorization: `Bearer ${ada.token}`, ...headers } });

  test('a request is a span with its id and its route; its statements are below it, without their values', async () => {
    await createTool(shop);
    const path = `/api/admin/${ada.email}`;
    expect((await request(path, { 'x-request-id': 'request-0001' })).status).toBe(200);
    const trace = await readTrace('request-0001');
    const [root] = trace.filter(({ kind }) => kind === SERVER);
    expect(root).toMatchObject({ name: 'GET /api/admin/:email' });
    expect(attribute(root as ReceivedSpan, 'http.response.status_code')).toBe(200);
    const statements = trace.filter((span) => attribute(span, 'db.system.name') === 'postgresql');
    expect(statements.length).toBeGreaterThan(0);
    for (const span of statements) {
      expect([span.kind, span.name, span.parentSpanId]).toEqual([CLIENT, 'select', root?.spanId]);
      expect(attribute(span, 'db.query.text')).toMatch(/\$1/);
    }
    const sent = JSON.stringify(collector.exports);
    for (const secret of [ada.email, ada.token, ada.userId, ada.password]) expect(sent).not.toContain(secret);
    const [{ path: sentTo, key, body } = { path: '', key: '', body: { resourceSpans: [] } }] = collector.exports;
    expect([sentTo, key]).toEqual(['/v1/traces', 'secret=1']);
    expect(body.resourceSpans.map(({ resource }) => attribute(resource, 'service.name'))).toEqual(['ironmonger']);
  });

  test('statements of requests that wait for a connection belong to their own requests', async () => {
    const ids = Array.from({ length: 60 }, (_, at) => `crowded-${String(at).padStart(4, '0')}`);
    const path = `/api/admin/${ada.email}`;
    const responses = await Promise.all(ids.map((id) => request(path, { 'x-request-id': id })));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const traces: ReceivedSpan[][] = [];
    for (const id of ids) traces.push(await readTrace(id));
    // They all run the same statements, so a trace of another length has those of another request or lacks its own.
    expect(new Set(traces.map((trace) => trace.length)).size).toBe(1);
    expect(traces[0]?.length).toBeGreaterThan(1);
  });

  test("a balancer's trace is continued, and nonsense begins a new one", async () => {
    const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await request('/api/tools?limit=2', { 'x-request-id': 'continued-1', traceparent: parent });
    await request('/api/tools?limit=3', { 'x-request-id': 'continued-2', traceparent: `${parent}; drop` });
    const [continued, fresh] = [await readTrace('continued-1'), await readTrace('continued-2')];
    expect(continued.find(({ kind }) => kind === SERVER)).toMatchObject({
      traceId: 'a'.repeat(32),
      parentSpanId: 'b'.repeat(16),
    });
    expect(fresh[0]?.traceId).not.toBe('a'.repeat(32));
  });

  test('nobody but our own proxy decides to which trace a request belongs', async () => {
    const open = await createTestShop({ settings: { trustedProxies: 0 } });
    const traceparent = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`;
    expect((await fetch(`${open.origin}/api/tools?limit=7`, { headers: { traceparent } })).status).toBe(200);
    await open.close();
    expect((await readSpans()).filter(({ traceId }) => traceId === 'c'.repeat(32))).toEqual([]);
  });

  test('a statement that fails is named by its SQLSTATE, and its message, which quotes a value, stays here', async () => {
    const span = startSpan({ name: 'GET', kind: 'server', attributes: {} });
    const run = runInSpan(span, () => shop.query('select $1::int as "failing"', ['what-somebody-typed']));
    await expect(run).rejects.toThrow('what-somebody-typed');
    span?.end();
    const spans = await readSpans();
    const failed = spans.filter((one) => String(attribute(one, 'db.query.text')).includes('failing'));
    expect(failed.map((one) => attribute(one, 'error.type'))).toEqual(['22P02']);
    expect(JSON.stringify(spans)).not.toContain('what-somebody-typed');
  });

  test('sending traces leaves no traces', async () => {
    const countSent = async () => (await readSpans()).filter(({ name }) => name.startsWith('POST ')).length;
    const before = await countSent();
    for (let limit = 8; limit < 11; limit += 1) await request(`/api/tools?limit=${limit}`, {}).then(readSpans);
    expect(await countSent()).toBe(before);
  });

  test('outgoing requests, by fetch or not, name the other host, and never a path', async () => {
    const other = createServer((_, response) => void response.writeHead(503).end());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await (await fetch(`http://127.0.0.1:${port}/customers/${ada.email}`)).text();
    await new Promise<void>((resolve) => {
      get(`http://127.0.0.1:${port}/customers/${ada.email}`, (response) => response.resume().once('end', resolve));
    });
    await new Promise((resolve) => {
      other.close(resolve);
      other.closeAllConnections();
    });
    const spans = await readSpans();
    const found = spans.filter((one) => one.kind === CLIENT && attribute(one, 'http.response.status_code') === 503);
    expect(found.map(({ name, status }) => [name, status.code])).toEqual([
      ['GET 127.0.0.1', 2],
      ['GET 127.0.0.1', 2],
    ]);
    expect(JSON.stringify(spans)).not.toContain('customers');
  });

  test('a collector that refuses is reported once, and nobody waits for it', async () => {
    collector.setStatus(400);
    for (const limit of [4, 5]) {
      expect((await request(`/api/tools?limit=${limit}`, {})).status).toBe(200);
      await tracing.flush().catch(() => {});
    }
    collector.setStatus(200);
    expect(warnings).toEqual(['traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT']);
  });
});

describe('without it', () => {
  /** Returns how many packages of OpenTelemetry a process has loaded that starts tracing with these keys. */
  function countLoadedPackages(keys: Record<string, string>): number {
    const program = `
      import { createRequire } from 'node:module';
      import { toTracing, tracingKeys } from './src/platform/env/tracing-env.server.ts';
      import { startTracing } from './src/platform/tracing/start-tracing.server.ts';
      await startTracing(toTracing(tracingKeys.parse(${JSON.stringify(keys)})), console);
      const loaded = Object.keys(createRequire(import.meta.url).cache).filter((path) => path.includes('@opentelemetry'));
      console.log(loaded.length);
      process.exit(0);`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    if (!/^\d+$/.test(stdout.trim())) throw new Error(stderr);
    return Number(stdout);
  }

  test('nothing is loaded', () => {
    expect(countLoadedPackages({})).toBe(0);
    expect(countLoadedPackages({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })).toBeGreaterThan(50);
  });
});

test('a collector that takes a request and says nothing does not keep the shop from stopping', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const tracing = await startTracing(readTracingEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }), { warn: () => {} });
  startSpan({ name: 'GET', kind: 'server', attributes: {} })?.end();
  const begun = performance.now();
  await tracing?.stop();
  expect(performance.now() - begun).toBeLessThan(4_000);
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));
});

test('keys of OpenTelemetry that cannot work are refused without showing a secret', () => {
  const parsed = parseEnv({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'secret-value',
    OTEL_TRACES_SAMPLER_ARG: '2',
  });
  const errors = parsed.ok ? [] : parsed.errors.map((error) => error.split(' ', 1)[0]);
  expect(errors).toEqual(['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER_ARG']);
  expect(JSON.stringify(parsed)).not.toContain('secret-value');
});

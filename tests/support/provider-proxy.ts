import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Misbehavior {
  /** Limits the misbehavior to matching requests. Default: all requests. */
  when?: (request: { method: string; path: string; headers: IncomingHttpHeaders }) => boolean;
  /** Delays the correct response until this settles. */
  holdUntil?: Promise<void>;
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** What happens to the connection instead of a correct response. */
  connection?: 'silent' | 'reset' | 'cut';
}

/** Failures that hosted providers are known for. */
export const MISBEHAVIORS = {
  resetsConnections: { connection: 'reset' },
  hangs: { connection: 'silent' },
  truncatesResponses: { connection: 'cut' },
  respondsWith500: { status: 500, body: '{"error":{"type":"api_error","message":"x"}}' },
  respondsWith429: {
    status: 429,
    headers: { 'retry-after': '50' },
    body: '{"error":{"type":"invalid_request_error","code":"rate_limit","message":"x"}}',
  },
  asksForLongDelays: {
    status: 503,
    headers: { 'retry-after': '50', 'stripe-should-retry': 'true' },
    body: '{"error":{"type":"api_error","message":"x"}}',
  },
  respondsWithPages: { status: 200, body: '<html><body>Please sign in to the network</body></html>' },
  respondsWithUnknownJson: { status: 200, body: '{"hello":["world"]}' },
  respondsWithNull: { status: 200, body: 'null' },
  respondsWithEmptyObjects: { status: 200, body: '{}' },
  respondsWithGatewayErrors: { status: 500, body: '{"message":"boom"}' },
  respondsWithProxy404: { status: 404, body: '{"error":{"message":"no such route"}}' },
  rejectsTheKey: {
    status: 401,
    body: '{"error":{"type":"invalid_request_error","message":"Invalid API Key provided: sk_x"}}',
  },
} as const satisfies Record<string, Misbehavior>;

export interface ProviderProxy {
  host: { host: string; port: number; protocol: 'http' };
  /** The provider that it forwards to. */
  target: { host: string; port: number } | null;
  /** Null forwards every request. */
  misbehavior: Misbehavior | null;
  /** Resolves at the next request. */
  nextRequest(): Promise<void>;
  close(): void;
}

/** Starts a proxy in front of a card provider that forwards or misbehaves. */
export async function startProviderProxy(): Promise<ProviderProxy> {
  let onRequest = () => {};
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    onRequest();
    const line = {
      method: incoming.method ?? '',
      path: (incoming.url ?? '').split('?')[0] ?? '',
      headers: incoming.headers,
    };
    const misbehavior = proxy.misbehavior?.when?.(line) === false ? null : proxy.misbehavior;
    if (misbehavior?.holdUntil) await misbehavior.holdUntil;
    else if (misbehavior) return misbehave(misbehavior, outgoing);
    const { host, port } = proxy.target ?? { host: '', port: 0 };
    const { method, url: path, headers } = incoming;
    const upstream = request({ host, port, method, path, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    upstream.on('error', () => outgoing.destroy());
    upstream.end(Buffer.concat(chunks));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: ProviderProxy = {
    host: { host: '127.0.0.1', port: (server.address() as AddressInfo).port, protocol: 'http' },
    target: null,
    misbehavior: null,
    nextRequest: () =>
      new Promise((resolve) => {
        onRequest = resolve;
      }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return proxy;
}

function misbehave({ status = 200, headers = {}, body = '', connection }: Misbehavior, outgoing: ServerResponse): void {
  if (connection === 'silent') return;
  if (connection === 'reset') return void outgoing.socket?.resetAndDestroy();
  if (connection === 'cut') {
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': 2_000 });
    outgoing.write('{"id":"pi_', () => outgoing.socket?.resetAndDestroy());
    return;
  }
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

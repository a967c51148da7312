import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Misbehavior {
  /** Limits the misbehavior to matching requests; default every request. */
  when?: (request: { method: string; path: string; headers: IncomingHttpHeaders }) => boolean;
  /** Delays the proper response until this settles. */
  holdUntil?: Promise<void>;
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** What happens to the connection instead of a proper response. */
  connection?: 'silent' | 'reset' | 'cut';
}

/** Failures that hosted providers are known for. */
export const MISBEHAVIORS = {
  refusesConnections: { connection: 'reset' },
  hangs: { connection: 'silent' },
  cutsItsAnswer: { connection: 'cut' },
  has500: { status: 500, body: '{"error":{"type":"api_error","message":"x"}}' },
  has429: {
    status: 429,
    headers: { 'retry-after': '50' },
    body: '{"error":{"type":"invalid_request_error","code":"rate_limit","message":"x"}}',
  },
  asksToWaitLong: {
    status: 503,
    headers: { 'retry-after': '50', 'stripe-should-retry': 'true' },
    body: '{"error":{"type":"api_error","message":"x"}}',
  },
  answersAPage: { status: 200, body: '<html><body>Please sign in to the network</body></html>' },
  answersNonsense: { status: 200, body: '{"hello":["world"]}' },
  answersNull: { status: 200, body: 'null' },
  answersNothing: { status: 200, body: '{}' },
  answersAGatewaysFault: { status: 500, body: '{"message":"boom"}' },
  isNotFoundByAProxy: { status: 404, body: '{"error":{"message":"no such route"}}' },
  refusesTheKey: {
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

/** Starts a proxy before a card provider that forwards or misbehaves. */
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
    const misbehavior = peer.misbehavior?.when?.(line) === false ? null : peer.misbehavior;
    if (misbehavior?.holdUntil) await misbehavior.holdUntil;
    else if (misbehavior) return misbehave(misbehavior, outgoing);
    const { host, port } = peer.target ?? { host: '', port: 0 };
    const { method, url: path, headers } = incoming;
    const upstream = request({ host, port, method, path, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    upstream.on('error', () => outgoing.destroy());
    upstream.end(Buffer.concat(chunks));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const peer: ProviderProxy = {
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
  return peer;
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

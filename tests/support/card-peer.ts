import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Misdeed {
  /** Only these requests; every request unless given. */
  when?: (request: { method: string; path: string; headers: IncomingHttpHeaders }) => boolean;
  /** It answers as it should, but not before this is settled. */
  heldUntil?: Promise<void>;
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** What becomes of the connection instead of a proper answer. */
  connection?: 'silent' | 'reset' | 'cut';
}

/** What a hosted provider has been seen doing on a bad day. */
export const MISDEEDS = {
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
} as const satisfies Record<string, Misdeed>;

export interface CardPeer {
  host: { host: string; port: number; protocol: 'http' };
  /** Whom it speaks for while it behaves. */
  target: { host: string; port: number } | null;
  /** Null: it behaves. */
  misdeed: Misdeed | null;
  /** Settled when it is next asked something. */
  asked(): Promise<void>;
  close(): void;
}

/** Stands before a card provider and behaves, or not. */
export async function openCardPeer(): Promise<CardPeer> {
  let noteAsked = () => {};
  const server = createServer(async (asked, answered) => {
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk);
    noteAsked();
    const line = { method: asked.method ?? '', path: (asked.url ?? '').split('?')[0] ?? '', headers: asked.headers };
    const misdeed = peer.misdeed?.when?.(line) === false ? null : peer.misdeed;
    if (misdeed?.heldUntil) await misdeed.heldUntil;
    else if (misdeed) return misbehave(misdeed, answered);
    const { host, port } = peer.target ?? { host: '', port: 0 };
    const { method, url: path, headers } = asked;
    const onward = request({ host, port, method, path, headers }, (reply) => {
      answered.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answered);
    });
    onward.on('error', () => answered.destroy());
    onward.end(Buffer.concat(chunks));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const peer: CardPeer = {
    host: { host: '127.0.0.1', port: (server.address() as AddressInfo).port, protocol: 'http' },
    target: null,
    misdeed: null,
    asked: () =>
      new Promise((resolve) => {
        noteAsked = resolve;
      }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return peer;
}

function misbehave({ status = 200, headers = {}, body = '', connection }: Misdeed, answered: ServerResponse): void {
  if (connection === 'silent') return;
  if (connection === 'reset') return void answered.socket?.resetAndDestroy();
  if (connection === 'cut') {
    answered.writeHead(200, { 'content-type': 'application/json', 'content-length': 2_000 });
    answered.write('{"id":"pi_', () => answered.socket?.resetAndDestroy());
    return;
  }
  answered.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

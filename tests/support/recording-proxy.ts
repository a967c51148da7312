import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Exchange } from './stripe-openapi.ts';

export interface Recorder {
  host: { host: string; port: number; protocol: 'http' };
  exchanges: Exchange[];
  close(): void;
}

/** Starts a proxy in front of a card provider that records every exchange. */
export async function recordExchanges(provider: { host: string; port: number }): Promise<Recorder> {
  const exchanges: Exchange[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = await readAll(incoming);
    const { method = '', url: path = '', headers } = incoming;
    const upstream = request({ host: provider.host, port: provider.port, method, path, headers }, async (reply) => {
      const text = await readAll(reply);
      exchanges.push({ method, path, headers, body, status: reply.statusCode ?? 0, response: JSON.parse(text) });
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers).end(text);
    });
    upstream.on('error', () => outgoing.destroy());
    upstream.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: { host: '127.0.0.1', port: (server.address() as AddressInfo).port, protocol: 'http' },
    exchanges,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

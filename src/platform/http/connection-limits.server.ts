import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { groupAddress } from '../client-address.server.ts';

export interface ConnectionLimits {
  /** Says that a request of this connection has begun. Returns what to call when it is over. */
  beginRequest(socket: Socket): () => void;
}

interface Client {
  open: number;
  /** Those without a request, the longest idle first. */
  idle: Set<Socket>;
}

/** Long enough for the response to arrive, in ms. */
const LINGER_MS = 1_000;
const TOO_MANY = [
  'HTTP/1.1 503 Service Unavailable',
  'retry-after: 1',
  'cache-control: no-store',
  'connection: close',
  'content-length: 0',
  '\r\n',
].join('\r\n');

/**
 * Bounds how many connections each address has open. Beyond that a new one takes the place of the one that is idle for
 * longest; where none is idle it is told to come again. `isBanned` says whose connections are ended unread.
 */
export function limitConnections(
  server: Server,
  { maxPerClient, isBanned }: { maxPerClient: number; isBanned: (client: string) => boolean },
): ConnectionLimits {
  const clients = new Map<string, Client>();
  const connections = new WeakMap<Socket, { client: Client; requests: number }>();
  const [accept] = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');

  server.on('connection', (socket: Socket) => {
    const name = groupAddress(socket.remoteAddress ?? 'unknown');
    if (isBanned(name)) return void socket.destroy();
    const client = clients.get(name) ?? { open: 0, idle: new Set<Socket>() };
    if (client.open >= maxPerClient) {
      const [longestIdle] = client.idle;
      if (!longestIdle) return rejectConnection(socket);
      longestIdle.destroy();
    }
    clients.set(name, client);
    connections.set(socket, { client, requests: 0 });
    client.open += 1;
    client.idle.add(socket);
    socket.once('close', () => {
      client.open -= 1;
      client.idle.delete(socket);
      if (client.open === 0 && clients.get(name) === client) clients.delete(name);
    });
    accept?.call(server, socket);
  });

  return {
    beginRequest(socket) {
      const connection = connections.get(socket);
      if (!connection) return () => {};
      const { client } = connection;
      connection.requests += 1;
      client.idle.delete(socket);
      return () => {
        connection.requests -= 1;
        if (connection.requests === 0 && !socket.destroyed) client.idle.add(socket);
      };
    },
  };
}

/** What was sent is read and dropped: unread, it would make the system drop the response. */
function rejectConnection(socket: Socket): void {
  socket.on('error', () => {});
  socket.resume().end(TOO_MANY);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

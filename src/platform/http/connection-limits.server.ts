import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { groupAddress } from '../client-address.server.ts';
import { createWindowCounter } from './window-counter.server.ts';

/** Enough for about fifty of the shortest requests. */
const SLICE_BYTES = 1_024;

/**
 * Feeds a connection's data to the server in small pieces. Node itself parses all of the 64 KB that it reads at once,
 * which can be thousands of requests, even if the first of them has closed the connection. It costs each request a few
 * microseconds.
 */
function readInSlices(socket: Socket): void {
  // The server's own listener, which parses the data. If there is none, something else reads the connection.
  const [parse] = socket.listeners('data') as ((chunk: Buffer) => void)[];
  if (!parse || socket.destroyed) return;
  socket.removeListener('data', parse);
  socket.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length && !socket.destroyed; at += SLICE_BYTES)
      parse.call(socket, chunk.subarray(at, at + SLICE_BYTES));
  });
}

export interface ConnectionLimits {
  /** Call it when a request of this connection begins. Returns a function to call when the request is over. */
  beginRequest(socket: Socket): () => void;
  isBusy(socket: Socket): boolean;
  /**
   * From now on, reads everything from this connection's client in small pieces, because it floods the shop with
   * requests.
   */
  suspectClient(socket: Socket): void;
  /** Closes all connections of a client. */
  endConnections(client: string): void;
  deleteExpired(): void;
}

export interface ConnectionRules {
  maxPerClient: number;
  /** Whether this client's connections are closed before anything is read. */
  isBanned: (client: string) => boolean;
  /** Called for each connection that a client opens. */
  onOpen: (client: string) => void;
}

interface Client {
  open: Set<Socket>;
  /** Connections without a request, the longest idle first. */
  idle: Set<Socket>;
}

/** How long a client stays suspected, in ms. */
const SUSPECTED_MS = 10 * 60_000;
/** In ms; long enough for the response to arrive. */
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
 * Limits how many connections each address has open. Beyond the limit, a new connection replaces the one that has been
 * idle longest; if none is idle, the client is told to come back later.
 */
export function limitConnections(
  server: Server,
  { maxPerClient, isBanned, onOpen }: ConnectionRules,
): ConnectionLimits {
  const clients = new Map<string, Client>();
  const connections = new WeakMap<Socket, { name: string; client: Client; requests: number }>();
  const suspects = createWindowCounter(SUSPECTED_MS);
  const [accept] = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');

  server.on('connection', (socket: Socket) => {
    const name = groupAddress(socket.remoteAddress ?? 'unknown');
    if (isBanned(name)) return void socket.destroy();
    onOpen(name);
    const client = clients.get(name) ?? { open: new Set<Socket>(), idle: new Set<Socket>() };
    if (client.open.size >= maxPerClient) {
      const [longestIdle] = client.idle;
      if (!longestIdle) return rejectConnection(socket);
      longestIdle.destroy();
      forget(longestIdle);
    }
    clients.set(name, client);
    connections.set(socket, { name, client, requests: 0 });
    client.open.add(socket);
    client.idle.add(socket);
    socket.once('close', () => forget(socket));
    accept?.call(server, socket);
    if (suspects.get(name) > 0) readInSlices(socket);
  });

  function forget(socket: Socket): void {
    const connection = connections.get(socket);
    if (!connection) return;
    const { name, client } = connection;
    client.open.delete(socket);
    client.idle.delete(socket);
    if (client.open.size === 0 && clients.get(name) === client) clients.delete(name);
  }

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
    isBusy: (socket) => (connections.get(socket)?.requests ?? 0) > 0,
    suspectClient(socket) {
      const connection = connections.get(socket);
      if (!connection || suspects.get(connection.name) > 0) return;
      suspects.add(connection.name);
      for (const other of connection.client.open) if (other !== socket) readInSlices(other);
    },
    endConnections(name) {
      for (const socket of clients.get(name)?.open ?? []) socket.destroy();
    },
    deleteExpired: suspects.deleteExpired,
  };
}

/** Reads and drops what was sent: if it stayed unread, the system would drop the response. */
function rejectConnection(socket: Socket): void {
  socket.on('error', () => {});
  socket.resume().end(TOO_MANY);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

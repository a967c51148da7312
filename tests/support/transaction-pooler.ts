import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { toSocketAddress } from './database-url.ts';

/** A stand-in for pgbouncer in transaction mode, without support for prepared statements. */
export interface TransactionPooler {
  /** The database's URL through the pooler. */
  url: string;
  close(): void;
}

/** A connection to the database. It serves one client at a time. */
interface Session {
  socket: Socket;
  client: Client | null;
}

interface Client {
  socket: Socket;
  session: Session | null;
  /** What it has sent while it had no session. */
  waiting: Buffer[];
}

const READY_FOR_QUERY = 'Z'.charCodeAt(0);
const TERMINATE = 'X'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);

/**
 * Opens a pooler in front of the database at a PostgreSQL URL. Each client brings the session with which it signs in.
 * From then on, a transaction gets the session that was given back last, whoever brought it.
 */
export async function openTransactionPooler(url: string): Promise<TransactionPooler> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url });
  const sockets = new Set<Socket>();
  const free: Session[] = [];
  const queue: Client[] = [];

  function assign(client: Client): void {
    const session = free.pop();
    if (!session) return void queue.push(client);
    session.client = client;
    client.session = session;
    for (const message of client.waiting.splice(0)) session.socket.write(message);
  }

  function giveBack(session: Session): void {
    if (session.client) session.client.session = null;
    session.client = null;
    free.push(session);
    const next = queue.shift();
    if (next) assign(next);
  }

  function send(client: Client, message: Buffer): void {
    if (client.session) return void client.session.socket.write(message);
    client.waiting.push(message);
    if (client.waiting.length === 1) assign(client);
  }

  function openSession(client: Client): Session {
    const session: Session = { socket: connect(toSocketAddress({ host, port })), client };
    readMessages(session.socket, 1, (message) => {
      session.client?.socket.write(message);
      if (message[0] === READY_FOR_QUERY && message[5] === IDLE) giveBack(session);
    });
    return session;
  }

  /** Calls `onMessage` for each message. The first one of a client has no type in front of its length. */
  function readMessages(socket: Socket, lengthAt: 0 | 1, onMessage: (message: Buffer) => void): void {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
    let at: number = lengthAt;
    let read = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      read = Buffer.concat([read, chunk]);
      for (;;) {
        const end = read.length < at + 4 ? Number.POSITIVE_INFINITY : at + read.readUInt32BE(at);
        if (read.length < end) return;
        const message = read.subarray(0, end);
        read = read.subarray(end);
        at = 1;
        onMessage(message);
      }
    });
  }

  const server = createServer((socket) => {
    const client: Client = { socket, session: null, waiting: [] };
    let hasStarted = false;
    readMessages(socket, 0, (message) => {
      if (!hasStarted && message.includes('statement_timeout')) socket.end(REFUSAL);
      else if (!hasStarted) client.session = openSession(client);
      hasStarted = true;
      if (message[0] !== TERMINATE) send(client, message);
    });
    // A client that leaves in the middle of a transaction takes its session along.
    socket.on('close', () => client.session?.socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `postgres://${user}:${encodeURIComponent(password ?? '')}@127.0.0.1:${(server.address() as AddressInfo).port}/${database}`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** An ErrorResponse of the protocol, as pgbouncer sends it for start parameters that it does not know. */
const REFUSAL = toMessage('E', 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0');

function toMessage(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

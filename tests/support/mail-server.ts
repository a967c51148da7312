import { createServer, type Server, type Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedEmail extends Email {
  /** The sender and recipients of the SMTP envelope. */
  envelope: { from: string; to: string[] };
  raw: string;
}

export interface TestMailServer {
  port: number;
  /** A value for `SMTP_URL`. On loopback, the shop only verifies certificates if a test asks for it. */
  url: string;
  received: ReceivedEmail[];
  /** The total number of connections, and the most at the same time. */
  connections: { total: number; max: number };
  close(): Promise<void>;
}

/** Starts a mail server that accepts every email; `options` override its behavior. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<TestMailServer> {
  const received: ReceivedEmail[] = [];
  const connections = { total: 0, max: 0, now: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onConnect(_session, done) {
      connections.total += 1;
      connections.now += 1;
      connections.max = Math.max(connections.max, connections.now);
      done();
    },
    onClose(_session, done) {
      connections.now -= 1;
      done?.();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks);
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          ...(await PostalMime.parse(raw)),
          raw: raw.toString('latin1'),
          envelope: { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) },
        });
        done();
      });
    },
    ...options,
  });
  // Some tests disconnect clients in the middle of a session.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address();
  const boundPort = typeof address === 'object' && address ? address.port : 0;
  return {
    port: boundPort,
    url: `smtp://127.0.0.1:${boundPort}`,
    received,
    connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export interface RawServer {
  url: string;
  port: number;
  connections: number;
  /** Closes every open connection. */
  disconnectAll(): void;
  close(): Promise<void>;
}

/** Starts a TCP server that runs the given function for every connection. */
export async function startRawServer(onConnection: (socket: Socket) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    running.connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const running: RawServer = {
    port,
    url: `smtp://127.0.0.1:${port}`,
    connections: 0,
    disconnectAll() {
      for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        running.disconnectAll();
        server.close(() => resolve());
      }),
  };
  return running;
}

/** Speaks SMTP with one reply per command. `getReply` can override a reply; null sends none. */
export function speakSmtp(
  socket: Socket,
  getReply: (command: string, socket: Socket) => string | null | undefined,
): void {
  socket.write('220 mail.example ESMTP\r\n');
  let inData = false;
  let rest = '';
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1');
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      if (inData && line !== '.') continue;
      const command = inData ? '.' : (line.split(/[ :]/)[0] ?? '').toUpperCase();
      const special = getReply(command, socket);
      if (special === null) continue;
      inData = command === 'DATA' && special === undefined;
      const usual = { DATA: '354 go on', QUIT: '221 bye', EHLO: '250 mail.example' }[command] ?? '250 fine';
      socket.write(`${special ?? usual}\r\n`);
    }
  });
}

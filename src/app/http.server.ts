import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { ResponseCache } from '#src/platform/response-cache/response-cache.server.ts';
import { fail, toProblemDocument } from '#src/shared/problem.ts';

/** Requests worked on at once; more than this only makes everyone wait. Kept answers do not count. */
const MAX_IN_FLIGHT = 500;
/** Requests whose body is still arriving: cheap to hold, so slow senders cannot take the places of those above. */
const MAX_RECEIVING = 3_000;

export interface HttpServer {
  server: Server;
  /** Begins to pass requests on; until then everything is answered with 503. */
  serve(fetch: Parameters<typeof getRequestListener>[0], kept: ResponseCache): void;
  /** Takes no more, waits for what is under way at most `patienceMs`, then cuts. */
  close(timeoutMs: number): Promise<void>;
}

const UNAVAILABLE_HEADERS = { 'retry-after': '1', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** The HTTP server with its time limits. What is kept is answered before anything else happens. */
export function createHttpServer(): HttpServer {
  let listener: ReturnType<typeof getRequestListener> | null = null;
  let kept: ResponseCache | null = null;
  let closing = false;
  const counts = { arriving: 0, underWay: 0 };
  const busy = JSON.stringify(toProblemDocument(fail('busy')));
  const server = createServer(
    {
      keepAliveTimeout: 65_000,
      headersTimeout: 15_000,
      requestTimeout: 60_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16_384,
      // Simple health probes speak HTTP/1.0 and name no host.
      requireHostHeader: false,
    },
    (request, response) => {
      if (closing) response.setHeader('connection', 'close');
      if (!listener || !kept)
        return void response.writeHead(503, { ...UNAVAILABLE_HEADERS, 'content-type': 'text/plain' }).end('starting');
      if (kept.serveFromMemory(request, response)) return;
      if (counts.underWay >= MAX_IN_FLIGHT || counts.arriving >= MAX_RECEIVING) {
        return void response
          .writeHead(503, { ...UNAVAILABLE_HEADERS, 'content-type': 'application/problem+json' })
          .end(busy);
      }
      count(request, response, counts);
      void listener(request, response);
    },
  );
  server.maxRequestsPerSocket = 0;

  return {
    server,
    serve(fetch, answers) {
      listener = getRequestListener(fetch, { hostname: 'localhost' });
      kept = answers;
    },
    async close(timeoutMs) {
      closing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const idle = setInterval(() => server.closeIdleConnections(), 100);
      const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
      await closed;
      clearInterval(idle);
      clearTimeout(cut);
    },
  };
}

/** Counts a request as arriving until its body is there, then as under way until it is answered. */
function count(
  request: IncomingMessage,
  response: ServerResponse,
  counts: { arriving: number; underWay: number },
): void {
  const hasBody =
    Number(request.headers['content-length'] ?? 0) > 0 || request.headers['transfer-encoding'] !== undefined;
  let place: keyof typeof counts = hasBody ? 'arriving' : 'underWay';
  counts[place] += 1;
  if (hasBody) {
    closeUnlessRead(request, response);
    request.once('end', () => {
      if (response.closed) return;
      counts.arriving -= 1;
      counts.underWay += 1;
      place = 'underWay';
    });
  }
  response.once('close', () => {
    counts[place] -= 1;
  });
}

/**
 * An answer given before the whole body was read (413, 401) ends the connection and says so: the rest of the body would
 * be taken for the next request, or the next request be lost with a connection that is cut without a word.
 */
function closeUnlessRead(request: IncomingMessage, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...parts: unknown[]) => ServerResponse;
  response.writeHead = (...parts: unknown[]) => {
    if (!request.complete) response.shouldKeepAlive = false;
    return writeHead(...parts);
  };
}

/** Listens, or says why not as a sentence. */
export function listen(server: Server, port: number, host: string | undefined): Promise<string | null> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => {
      const where = `${host ?? ''}:${port}`;
      if (error.code === 'EADDRINUSE')
        resolve(`PORT ${port} is taken by another program. Stop it, or choose another PORT.`);
      else if (error.code === 'EACCES')
        resolve(`PORT ${port} needs rights this user does not have. Choose a PORT above 1023.`);
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
        resolve(`HOST ${host} is not an address of this machine.`);
      else resolve(`Listening on ${where} failed: ${error.message}`);
    };
    server.once('error', failed);
    server.listen({ port, ...(host ? { host } : {}) }, () => {
      server.off('error', failed);
      resolve(null);
    });
  });
}

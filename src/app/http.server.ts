import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { ResponseCache } from '#src/platform/response-cache/response-cache.server.ts';
import { fail, toProblemDocument } from '#src/shared/problem.ts';

/** Requests handled at once: more would only make everybody wait. Cached responses do not count. */
const MAX_IN_FLIGHT = 500;
/** Requests whose body is still arriving. They are cheap to hold, so slow senders take no place of the above. */
const MAX_RECEIVING = 3_000;

export interface HttpServer {
  server: Server;
  /** Begins to pass requests on. Until then every response is 503. */
  serve(fetch: Parameters<typeof getRequestListener>[0], cache: ResponseCache): void;
  /** Accepts no more, waits at most `timeoutMs` for what is in flight, then closes all connections. */
  close(timeoutMs: number): Promise<void>;
}

const UNAVAILABLE_HEADERS = { 'retry-after': '1', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** The HTTP server with its time limits. A cached response is sent before anything else happens. */
export function createHttpServer(): HttpServer {
  let listener: ReturnType<typeof getRequestListener> | null = null;
  let cache: ResponseCache | null = null;
  let closing = false;
  const counts = { receiving: 0, inFlight: 0 };
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
      if (!listener || !cache)
        return void response.writeHead(503, { ...UNAVAILABLE_HEADERS, 'content-type': 'text/plain' }).end('starting');
      if (cache.serveFromMemory(request, response)) return;
      if (counts.inFlight >= MAX_IN_FLIGHT || counts.receiving >= MAX_RECEIVING) {
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
    serve(fetch, responseCache) {
      listener = getRequestListener(fetch, { hostname: 'localhost' });
      cache = responseCache;
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

/** Counts a request as receiving until its body is there, then as in flight until its response is sent. */
function count(
  request: IncomingMessage,
  response: ServerResponse,
  counts: { receiving: number; inFlight: number },
): void {
  const hasBody =
    Number(request.headers['content-length'] ?? 0) > 0 || request.headers['transfer-encoding'] !== undefined;
  let place: keyof typeof counts = hasBody ? 'receiving' : 'inFlight';
  counts[place] += 1;
  if (hasBody) {
    closeUnlessRead(request, response);
    request.once('end', () => {
      if (response.closed) return;
      counts.receiving -= 1;
      counts.inFlight += 1;
      place = 'inFlight';
    });
  }
  response.once('close', () => {
    counts[place] -= 1;
  });
}

/**
 * Closes the connection, and says so, when a response is sent before the whole body was read (413, 401). The rest of the
 * body would else be taken for the next request.
 */
function closeUnlessRead(request: IncomingMessage, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...parts: unknown[]) => ServerResponse;
  response.writeHead = (...parts: unknown[]) => {
    if (!request.complete) response.shouldKeepAlive = false;
    return writeHead(...parts);
  };
}

/** Listens, or returns a sentence that says why it cannot. */
export function listen(server: Server, port: number, host: string | undefined): Promise<string | null> {
  return new Promise((resolve) => {
    const describeError = (error: NodeJS.ErrnoException) => {
      const where = `${host ?? ''}:${port}`;
      if (error.code === 'EADDRINUSE')
        resolve(`PORT ${port} is taken by another program. Stop it, or choose another PORT.`);
      else if (error.code === 'EACCES')
        resolve(`PORT ${port} needs rights this user does not have. Choose a PORT above 1023.`);
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
        resolve(`HOST ${host} is not an address of this machine.`);
      else resolve(`Listening on ${where} failed: ${error.message}`);
    };
    server.once('error', describeError);
    server.listen({ port, ...(host ? { host } : {}) }, () => {
      server.off('error', describeError);
      resolve(null);
    });
  });
}

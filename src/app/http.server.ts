import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { getClientAddress } from '#src/platform/client-address.server.ts';
import { type AdmissionLimits, createAdmissionControl, hasBody } from '#src/platform/http/admission-control.server.ts';
import { limitPipelining } from '#src/platform/http/pipelining.server.ts';
import { endStalledConnections } from '#src/platform/http/stalled-connections.server.ts';
import type { ResponseCache } from '#src/platform/response-cache/response-cache.server.ts';
import { fail, toProblemDocument } from '#src/shared/problem.ts';

/** Cached responses take no place. More in flight would only make everybody wait. */
const ADMISSION: AdmissionLimits = {
  inFlight: 500,
  inFlightPerClient: 125,
  receiving: 3_000,
  receivingPerClient: 300,
};
/** Browsers pipeline nothing; programs that do need no more. */
const PIPELINING = { maxConcurrent: 4, maxQueued: 64 };
/** How long a client may take nothing of its response, in ms. */
const STALLED = { shortMs: 10_000, longMs: 60_000 };
/** Half a gigabyte over a slow line. */
const UPLOAD_MS = 30 * 60_000;
const LONG_UPLOAD = '/api/imports';
/** Any other request has arrived within this time, in ms. */
const RECEIVING_MS = 60_000;
/** An orchestrator restarts a shop that does not respond to these, whatever else is going on. */
const HEALTH_CHECKS = ['/healthz', '/readyz'];

export interface HttpServerOptions {
  /** How many proxies of our own stand in front. */
  trustedProxies?: number;
  admission?: Partial<AdmissionLimits>;
  stalled?: { shortMs: number; longMs: number };
}

export interface HttpServer {
  server: Server;
  /** Begins to pass requests on. Until then every response is 503. */
  serve(fetch: Parameters<typeof getRequestListener>[0], cache: ResponseCache): void;
  /** Accepts no more, waits at most `timeoutMs` for what is in flight, then closes all connections. */
  close(timeoutMs: number): Promise<void>;
}

const UNAVAILABLE_HEADERS = { 'retry-after': '1', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** The HTTP server with its time limits. A cached response is sent before anything else happens. */
export function createHttpServer({ trustedProxies = 0, admission, stalled }: HttpServerOptions = {}): HttpServer {
  let listener: ReturnType<typeof getRequestListener> | null = null;
  let cache: ResponseCache | null = null;
  let closing = false;
  const places = createAdmissionControl({ ...ADMISSION, ...admission }, (request) =>
    getClientAddress(request, trustedProxies),
  );
  const busy = JSON.stringify(toProblemDocument(fail('busy')));
  const server = createServer(
    {
      keepAliveTimeout: 65_000,
      headersTimeout: 15_000,
      requestTimeout: UPLOAD_MS,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16_384,
      // Simple health probes speak HTTP/1.0 and name no host.
      requireHostHeader: false,
    },
    limitPipelining(PIPELINING, (request, response) => {
      if (closing) response.setHeader('connection', 'close');
      if (!listener || !cache)
        return void response.writeHead(503, { ...UNAVAILABLE_HEADERS, 'content-type': 'text/plain' }).end('starting');
      if (cache.serveFromMemory(request, response)) return;
      if (hasBody(request)) {
        closeUnlessRead(request, response);
        if (request.url !== LONG_UPLOAD) limitReceiving(request, response);
      }
      if (!HEALTH_CHECKS.includes(request.url ?? '') && !places.admit(request, response)) {
        return void response
          .writeHead(503, { ...UNAVAILABLE_HEADERS, 'content-type': 'application/problem+json' })
          .end(busy);
      }
      void listener(request, response);
    }),
  );
  server.maxRequestsPerSocket = 0;
  const stopWatching = endStalledConnections(server, { isShort: places.isShort, ...(stalled ?? STALLED) });

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
      stopWatching();
      clearInterval(idle);
      clearTimeout(cut);
    },
  };
}

/** Ends a request whose body takes too long to arrive. */
function limitReceiving(request: IncomingMessage, response: ServerResponse): void {
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (response.headersSent) request.socket.destroy();
    else response.writeHead(408, { connection: 'close' }).end(() => request.socket.destroy());
  }, RECEIVING_MS);
  timer.unref();
  const clear = () => clearTimeout(timer);
  request.once('end', clear);
  request.once('close', clear);
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

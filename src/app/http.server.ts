import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { getClientAddress, groupAddress } from '#src/platform/client-address.server.ts';
import { type AdmissionLimits, createAdmissionControl, hasBody } from '#src/platform/http/admission-control.server.ts';
import { type BanLimits, createClientBans, spreadRetries } from '#src/platform/http/client-bans.server.ts';
import { limitConnections } from '#src/platform/http/connection-limits.server.ts';
import { limitPipelining } from '#src/platform/http/pipelining.server.ts';
import { limitReceiving } from '#src/platform/http/receiving-time.server.ts';
import { createRequestTurns } from '#src/platform/http/request-turns.server.ts';
import { endStalledConnections } from '#src/platform/http/stalled-connections.server.ts';
import { closeUnlessRead } from '#src/platform/http/unread-bodies.server.ts';
import { createWindowCounter } from '#src/platform/http/window-counter.server.ts';
import type { ResponseCache } from '#src/platform/response-cache/response-cache.server.ts';
import { type CountSharing, UNSHARED } from '#src/platform/worker-processes/count-sharing.server.ts';
import { divideClientPlaces } from './client-places.server.ts';
import { endMalformed, rejectEarly, respondStarting, respondStopping } from './early-responses.server.ts';

/** Browsers do not pipeline requests, and programs that do need no more. */
const PIPELINING = { maxConcurrent: 4, maxQueued: 64 };
/** How long a client may go without reading its response, in ms. */
const STALLED = { shortMs: 10_000, longMs: 60_000 };
/** Enough for half a gigabyte over a slow connection. */
const UPLOAD_MS = 30 * 60_000;
const LONG_UPLOAD = '/api/imports';
/**
 * Once a client opens more connections, each new one counts as several rejections, since opening one costs more than a
 * request.
 */
const CONNECTION_LIMIT = { windowMs: 10_000, max: 2_000 };
/** How many rejections an event counts as. No browser causes the first two. */
const WEIGHTS = { pipelinedFlood: 1_000, malformed: 100, unreadBody: 30, connection: 5 };
/** How often the counts of clients that have left are deleted, in ms. */
const CLEANING_MS = 10_000;
/** In ms. Any other request must have arrived within this time. */
const RECEIVING_MS = 60_000;
/** Say whether a balancer should send requests here. */
const READINESS_CHECKS = ['/readyz', '/readyz/read'];
/** An orchestrator restarts a shop that does not respond to these, whatever else is going on. */
const HEALTH_CHECKS = ['/healthz', ...READINESS_CHECKS];
/** Ten per second are more than any load balancer needs. */
const HEALTH_CHECK_LIMIT = { windowMs: 10_000, max: 100 };
/** The status in the metrics for a connection that was closed instead of responding. */
const NO_RESPONSE = { statusCode: 0 };
/** How long requests may occupy one turn of the event loop, in ms. */
const MAX_TURN_MS = 4;
/**
 * Two hundred people who all arrive at once with six requests each, and wait as they are told, cause 1,500 rejections.
 */
const BANS: Omit<BanLimits, 'onBan'> = { windowMs: 10_000, maxRejections: 3_000, maxIgnored: 10_000, banMs: 20_000 };

/** Why a request was responded to before any route. 'banned': its connection was closed without a response. */
export type EarlyResponse = 'cached' | 'rejected' | 'starting' | 'stopping' | 'banned';

export interface HttpServerOptions {
  /** The number of our own proxies in front of the shop. */
  trustedProxies?: number;
  /** Whether health checks from this address are exempt from counting. */
  isBalancer?: (address: string) => boolean;
  /** Whether rejections and health checks are counted. */
  countsClients?: boolean;
  /** Told of each request that the shop's routes never see, once its response is decided. */
  onEarlyResponse?: (method: string, kind: EarlyResponse, status: number) => void;
  admission?: Partial<AdmissionLimits>;
  bans?: Partial<BanLimits>;
  maxConnectionsPerClient?: number;
  stalled?: { shortMs: number; longMs: number };
  /** What the workers of a machine share. */
  sharing?: CountSharing;
}

export interface HttpServer {
  server: Server;
  /** Starts handling requests. Until then, every response is 503. */
  serve(fetch: Parameters<typeof getRequestListener>[0], cache: ResponseCache): void;
  /** From now on, the shop is not ready, and each response closes its connection. Requests are still served. */
  drain(): void;
  /**
   * Accepts no more connections, and each response closes its own, so that clients go to another worker. Those without a
   * request stay open until `close`. The shop stays ready.
   */
  retire(): void;
  /** Stops accepting connections, waits at most `timeoutMs` for requests in progress, then closes all connections. */
  close(timeoutMs: number): Promise<void>;
}

/** Creates the HTTP server with its limits. Cached responses are sent before anything else happens. */
export function createHttpServer(options: HttpServerOptions = {}): HttpServer {
  const { trustedProxies = 0, isBalancer = () => false, countsClients = true, sharing = UNSHARED } = options;
  /** Behind a proxy, connections belong to the proxy and carry requests of all its clients. */
  const isDirect = trustedProxies === 0;
  let listener: ReturnType<typeof getRequestListener> | null = null;
  let cache: ResponseCache | null = null;
  let closing = false;
  let retiring = false;
  const getClient = (request: IncomingMessage) => getClientAddress(request, trustedProxies);
  const shares = divideClientPlaces(sharing);
  const places = createAdmissionControl({ ...shares.admission, ...options.admission }, getClient);
  const turns = createRequestTurns(MAX_TURN_MS);
  const onBan = (client: string) => (isDirect ? connections.endConnections(client) : undefined);
  const bans = createClientBans({ ...BANS, ...options.bans, onBan }, sharing);
  const openings = createWindowCounter(CONNECTION_LIMIT.windowMs, 'connections', sharing);
  const healthChecks = createWindowCounter(HEALTH_CHECK_LIMIT.windowMs, 'health checks', sharing);

  /** Whether the balancer itself sent the request. When it forwards a request, it names the client. */
  function isFromBalancer({ headers, socket }: IncomingMessage): boolean {
    return headers['x-forwarded-for'] === undefined && isBalancer(socket.remoteAddress ?? '');
  }

  function observe(
    { method = '' }: IncomingMessage,
    kind: EarlyResponse,
    { statusCode }: { statusCode: number },
  ): void {
    options.onEarlyResponse?.(method, kind, statusCode);
  }

  function reject(client: string, ...rejection: Parameters<typeof rejectEarly>): void {
    rejectEarly(...rejection);
    observe(rejection[0], 'rejected', rejection[1]);
    // Sent first, since it may be the last thing that the client reads for a while.
    if (countsClients) bans.countRejection(client);
  }

  /** Counts the reason why a connection was closed, unless the connection is a proxy's. */
  function countConnection({ remoteAddress = 'unknown' }: Socket, weight: number): void {
    if (isDirect && countsClients) bans.countRejection(groupAddress(remoteAddress), weight);
  }

  function onFlood(socket: Socket): void {
    connections.suspectClient(socket);
    countConnection(socket, WEIGHTS.pipelinedFlood);
  }

  function respond(request: IncomingMessage, response: ServerResponse, client: string): void {
    if (closing || retiring) response.setHeader('connection', 'close');
    if (!listener || !cache) {
      respondStarting(request, response);
      return void observe(request, 'starting', response);
    }
    if (isDirect && bans.isBanned(client)) {
      request.socket.destroy();
      return void observe(request, 'banned', NO_RESPONSE);
    }
    if (hasBody(request)) closeUnlessRead(request, response);
    const isHealthCheck = HEALTH_CHECKS.includes(request.url ?? '') && request.method === 'GET' && !hasBody(request);
    const isCounted = countsClients && !(isHealthCheck && isFromBalancer(request));
    if (isHealthCheck && isCounted && healthChecks.add(client) > HEALTH_CHECK_LIMIT.max) {
      const retryAfter = healthChecks.getSecondsLeft(client);
      return void reject(client, request, response, { code: 'too_many_requests', retryAfter });
    }
    if (isHealthCheck && closing && READINESS_CHECKS.includes(request.url ?? '')) {
      respondStopping(response);
      return void observe(request, 'stopping', response);
    }
    if (cache.serveFromMemory(request, response)) return void observe(request, 'cached', response);
    const retryAfter = isCounted ? bans.getRetryAfter(client) : null;
    if (retryAfter) return void reject(client, request, response, { code: 'too_many_requests', retryAfter });
    if (hasBody(request) && request.url?.split('?', 1)[0] !== LONG_UPLOAD)
      limitReceiving(request, response, RECEIVING_MS);
    if (!isHealthCheck && !places.admit(request, response))
      return void reject(client, request, response, { code: 'busy', retryAfter: spreadRetries(1) });
    response.once('finish', () => {
      if (!countsClients) return;
      if (response.statusCode === 429) bans.countRejection(client);
      else if (hasBody(request) && !request.complete) bans.countRejection(client, WEIGHTS.unreadBody);
    });
    void listener(request, response);
  }

  const server = createServer(
    {
      keepAliveTimeout: 65_000,
      headersTimeout: 15_000,
      requestTimeout: UPLOAD_MS,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16_384,
      // Simple health probes use HTTP/1.0 without a Host header.
      requireHostHeader: false,
    },
    limitPipelining({ ...PIPELINING, onFlood }, (request, response) => {
      const client = getClient(request);
      response.once('close', connections.beginRequest(request.socket));
      turns.run(client, () => {
        if (!request.socket.destroyed) respond(request, response, client);
      });
    }),
  );
  const connections = limitConnections(server, {
    maxPerClient: isDirect
      ? (options.maxConnectionsPerClient ?? shares.maxConnectionsPerClient)
      : Number.POSITIVE_INFINITY,
    isBanned: (client) => isDirect && bans.isBanned(client),
    onOpen(client) {
      if (isDirect && countsClients && openings.add(client) > CONNECTION_LIMIT.max)
        bans.countRejection(client, WEIGHTS.connection);
    },
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // These are the parser's own codes. A client that disconnects causes none of them.
    if (error.code?.startsWith('HPE_')) countConnection(socket, WEIGHTS.malformed);
    endMalformed(socket, error, connections.isBusy(socket));
  });
  server.maxRequestsPerSocket = 0;
  const stopWatching = endStalledConnections(server, { isShort: places.isShort, ...(options.stalled ?? STALLED) });
  const cleaning = setInterval(() => {
    for (const counted of [bans, healthChecks, openings, connections]) counted.deleteExpired();
  }, CLEANING_MS);
  cleaning.unref();

  return {
    server,
    serve(fetch, responseCache) {
      listener = getRequestListener(fetch, { hostname: 'localhost' });
      cache = responseCache;
    },
    drain() {
      closing = true;
    },
    retire() {
      retiring = true;
      // An HTTP server would also close the connections without a request.
      NetServer.prototype.close.call(server);
    },
    async close(timeoutMs) {
      closing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const idle = setInterval(() => server.closeIdleConnections(), 100);
      const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
      await closed;
      stopWatching();
      clearInterval(cleaning);
      clearInterval(idle);
      clearTimeout(cut);
    },
  };
}

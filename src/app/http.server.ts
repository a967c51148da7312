import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { KeptAnswers } from '#src/platform/kept.server.ts';

/** Requests worked on at once; more than this only makes everyone wait. Kept answers do not count. */
const MOST_AT_ONCE = 500;

export interface ShopServer {
  server: Server;
  /** Begins to pass requests on; until then everything is answered with 503. */
  open(fetch: Parameters<typeof getRequestListener>[0], kept: KeptAnswers): void;
  /** Takes no more, waits for what is under way at most `patienceMs`, then cuts. */
  close(patienceMs: number): Promise<void>;
}

/** The HTTP server with its time limits. What is kept is answered before anything else happens. */
export function createShopServer(): ShopServer {
  let listener: ReturnType<typeof getRequestListener> | null = null;
  let kept: KeptAnswers | null = null;
  let closing = false;
  let underWay = 0;
  const server = createServer(
    { keepAliveTimeout: 65_000, headersTimeout: 15_000, requestTimeout: 60_000, maxHeaderSize: 16_384 },
    (request, response) => {
      if (closing) response.setHeader('connection', 'close');
      if (!listener || !kept)
        return void response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain' }).end('starting');
      if (kept.answer(request, response)) return;
      if (underWay >= MOST_AT_ONCE) {
        return void response
          .writeHead(503, { 'retry-after': '1', 'content-type': 'application/problem+json' })
          .end(
            '{"type":"urn:ironmonger:problem:busy","title":"busy","status":503,"code":"busy","detail":"The shop is very busy. Please try again in a moment."}',
          );
      }
      underWay += 1;
      response.once('close', () => {
        underWay -= 1;
      });
      void listener(request, response);
    },
  );
  server.maxRequestsPerSocket = 0;

  return {
    server,
    open(fetch, answers) {
      listener = getRequestListener(fetch);
      kept = answers;
    },
    async close(patienceMs) {
      closing = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const idle = setInterval(() => server.closeIdleConnections(), 100);
      const cut = setTimeout(() => server.closeAllConnections(), patienceMs);
      await closed;
      clearInterval(idle);
      clearTimeout(cut);
    },
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

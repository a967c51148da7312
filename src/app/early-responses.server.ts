import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fail, type ProblemCode, toProblemDocument } from '#src/shared/problem.ts';
import { isPageAddress, renderOverloadedPage, renderStartingPage } from './overloaded-page.server.ts';

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** In seconds. */
const RETRY_WHILE_STARTING = 1;

/** Responds while the shop is still starting: people get a page that tries again by itself, machines one word. */
export function respondStarting(request: IncomingMessage, response: ServerResponse): void {
  const isPage = isPageAddress(request.url ?? '', request.headers.accept ?? '');
  const headers = {
    ...HEADERS,
    'retry-after': String(RETRY_WHILE_STARTING),
    'content-type': isPage ? 'text/html; charset=utf-8' : 'text/plain',
    vary: 'accept',
  };
  response.writeHead(503, headers).end(isPage ? renderStartingPage(RETRY_WHILE_STARTING) : 'starting');
}

/** Responds to a balancer that should send no more requests, since the shop is about to stop. */
export function respondStopping(response: ServerResponse): void {
  response.writeHead(503, { ...HEADERS, 'content-type': 'application/json' }).end('{"status":"stopping"}');
}

/** Rejects a request before looking at any of it, which must cost next to nothing. `retryAfter` is in seconds. */
export function rejectEarly(
  request: IncomingMessage,
  response: ServerResponse,
  { code, retryAfter }: { code: Extract<ProblemCode, 'busy' | 'too_many_requests'>; retryAfter: number },
): void {
  const isPage = isPageAddress(request.url ?? '', request.headers.accept ?? '');
  const body = isPage
    ? renderOverloadedPage({ code, retryAfter })
    : JSON.stringify(toProblemDocument(fail(code, { extra: { retryAfter } })));
  const headers = {
    ...HEADERS,
    'retry-after': String(retryAfter),
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/problem+json',
  };
  response.writeHead(code === 'busy' ? 503 : 429, headers).end(body);
}

const MALFORMED: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Closes a connection on which no request could be read, with the status that says why. During a response (`isBusy`),
 * it sends no status, which would become part of that response.
 */
export function endMalformed(socket: Socket, { code = '' }: NodeJS.ErrnoException, isBusy: boolean): void {
  if (isBusy || !socket.writable) return void socket.destroy();
  socket.end(`HTTP/1.1 ${MALFORMED[code] ?? '400 Bad Request'}\r\nconnection: close\r\n\r\n`);
  socket.destroySoon();
}

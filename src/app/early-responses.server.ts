import type { IncomingMessage, ServerResponse } from 'node:http';
import { fail, type ProblemCode, toProblemDocument } from '#src/shared/problem.ts';
import { isPageAddress, renderOverloadedPage } from './overloaded-page.server.ts';

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** Responds before the shop is ready to. */
export function respondStarting(response: ServerResponse): void {
  response.writeHead(503, { ...HEADERS, 'retry-after': '1', 'content-type': 'text/plain' }).end('starting');
}

/** Rejects a request before anything of it was looked at, which has to cost next to nothing. `retryAfter` in s. */
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

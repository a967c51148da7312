import { createRequestHandler, isRouteErrorResponse, RouterContextProvider, type ServerBuild } from 'react-router';
import { type PageContext, pageContext } from '#src/flows/page-context.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import { cacheTags, type PageError, pageError, type RequestInfo, requestInfo } from '#src/platform/page-request.ts';
import {
  CACHE_TAGS_HEADER,
  type ToCacheKey,
  toSharedRequest,
} from '#src/platform/response-cache/cacheable-routes.server.ts';
import { createPageCacheKey } from './cacheable-pages.server.ts';

export interface Pages {
  respond(request: Request, info: RequestInfo): Promise<Response>;
  /** The key of a page's address; what it leaves out, the page does not read. */
  toCacheKey: ToCacheKey;
}

/** As the log of other servers has it. */
const CLIENT_LEFT = 499;

/** Responds with pages. One whose loaders say what it shows is cacheable; all others are `no-store`. */
export function createPages(context: PageContext, build: ServerBuild, mode: 'development' | 'production'): Pages {
  // Where a form may come from is decided once, by `rejectForeignWrites`: it knows the shop's public address. The
  // framework compares with the address behind the proxy. With TLS in front, it would reject every form.
  const handle = createRequestHandler({ ...build, allowedActionOrigins: ['**'] }, mode);
  const toCacheKey = createPageCacheKey(build.routes);
  return {
    toCacheKey,
    async respond(request, info) {
      const provider = new RouterContextProvider();
      const tags = new Set<string>();
      const error: PageError = { unavailable: false, causes: new Set() };
      provider.set(pageContext, context);
      provider.set(requestInfo, info);
      provider.set(cacheTags, tags);
      provider.set(pageError, error);
      const handled = await handle(toComputed(request, toCacheKey), provider);
      const response = error.unavailable ? toUnavailable(handled) : handled;
      if (response.status >= 500) {
        // Nobody reads this, and it is no fault of the shop.
        if (request.signal.aborted) return new Response(null, { status: CLIENT_LEFT });
        logFailedPage(context.log, error, { request, response, requestId: info.requestId });
      }
      // The response to a form is its sender's.
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (isRead && tags.size > 0 && response.status === 200) {
        response.headers.set('cache-control', 'public, no-cache');
        response.headers.set(CACHE_TAGS_HEADER, [...tags].join(' '));
      }
      return response;
    },
  };
}

/** What a page is computed from. While developing as well, so that a page is not made that shows something else later. */
function toComputed(request: Request, toCacheKey: ToCacheKey): Request {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const key = isRead ? toCacheKey(new URL(request.url)) : null;
  return key === null ? request : toSharedRequest(request, key);
}

/** Every page that failed names its cause in the log, under the id that its response has. */
function logFailedPage(
  log: Log,
  { causes }: PageError,
  { request, response: { status }, requestId }: { request: Request; response: Response; requestId: string },
): void {
  // Only the first part of the path: what follows may be personal.
  const page = new URL(request.url).pathname.split('/')[1];
  const level = status === 503 ? 'warn' : 'error';
  const errors = causes.size > 0 ? [...causes] : [new Error('the page says no cause')];
  for (const error of errors) {
    const err = isRouteErrorResponse(error) ? describeThrownResponse(error) : error;
    log[level]({ err, requestId, page, status }, 'a page failed');
  }
}

/** A loader throws a sentence for people as `detail`, and nothing else of it is logged. */
function describeThrownResponse({ status, data }: { status: number; data: unknown }): Error {
  const detail = typeof data === 'object' && data !== null && 'detail' in data ? String(data.detail) : 'no detail';
  return new Error(`a loader responded with ${status}: ${detail}`);
}

function toUnavailable(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('retry-after', '2');
  return new Response(response.body, { status: 503, headers });
}

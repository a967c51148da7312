import { createRequestHandler, isRouteErrorResponse, RouterContextProvider, type ServerBuild } from 'react-router';
import { type PageContext, pageContext } from '#src/flows/page-context.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import {
  cacheTags,
  type FailedPage,
  frameTags,
  pageError,
  type RequestInfo,
  requestInfo,
} from '#src/platform/page-request.ts';
import {
  CACHE_TAGS_HEADER,
  isAnonymous,
  type ToCacheKey,
  toAnonymousRequest,
} from '#src/platform/response-cache/cacheable-routes.server.ts';
import { createPageCacheKey } from './cacheable-pages.server.ts';

export interface Pages {
  respond(request: Request, info: RequestInfo): Promise<Response>;
  /** Returns the key of a page's address. Parts of the address that are not in the key are never read by the page. */
  toCacheKey: ToCacheKey;
}

/** The status that other servers log for this. */
const CLIENT_LEFT = 499;

/** Responds with pages. A page whose loaders say what it shows is cacheable; all others are `no-store`. */
export function createPages(context: PageContext, build: ServerBuild, mode: 'development' | 'production'): Pages {
  // `rejectForeignWrites` alone decides where forms may come from, since it knows the shop's public address. The
  // framework compares with the address behind the proxy, so with TLS in front it would reject every form.
  const handle = createRequestHandler({ ...build, allowedActionOrigins: ['**'] }, mode);
  const toCacheKey = createPageCacheKey(build.routes);
  return {
    toCacheKey,
    async respond(request, info) {
      const provider = new RouterContextProvider();
      const tags = new Set<string>();
      const ofFrame = new Set<string>();
      const error: FailedPage = { unavailable: false, causes: new Set() };
      provider.set(pageContext, context);
      provider.set(cacheTags, tags);
      provider.set(frameTags, ofFrame);
      provider.set(pageError, error);
      const computed = toComputed(request, toCacheKey);
      if (!isAnonymous(computed)) provider.set(requestInfo, info);
      const handled = await handle(computed, provider);
      const response = error.unavailable ? toUnavailable(handled) : handled;
      if (response.status >= 500) {
        // Nobody reads this response, and the shop is not at fault.
        if (request.signal.aborted) return new Response(null, { status: CLIENT_LEFT });
        logFailedPage(context.log, error, { request, response, requestId: info.requestId });
      }
      // The response to a form is only for its sender.
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (isRead && tags.size > 0 && response.status === 200) {
        response.headers.set('cache-control', 'public, no-cache');
        response.headers.set(CACHE_TAGS_HEADER, [...new Set([...tags, ...ofFrame])].join(' '));
      }
      return response;
    },
  };
}

/**
 * The request that a page is computed from. Development does the same, so that no page depends on data that it will not
 * get later.
 */
function toComputed(request: Request, toCacheKey: ToCacheKey): Request {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const key = isRead ? toCacheKey(new URL(request.url)) : null;
  return key === null ? request : toAnonymousRequest(request, key);
}

/** Logs why a page failed, with the request id that its response has. */
function logFailedPage(
  log: Log,
  { causes }: FailedPage,
  { request, response: { status }, requestId }: { request: Request; response: Response; requestId: string },
): void {
  // Only the first part of the path, since the rest may be personal data.
  const page = new URL(request.url).pathname.split('/')[1];
  const level = status === 503 ? 'warn' : 'error';
  const errors = causes.size > 0 ? [...causes] : [new Error('the page says no cause')];
  for (const error of errors) {
    const err = isRouteErrorResponse(error) ? describeThrownResponse(error) : error;
    log[level]({ err, requestId, page, status }, 'a page failed');
  }
}

/** Loaders throw a sentence for people as `detail`. Nothing else of it is logged. */
function describeThrownResponse({ status, data }: { status: number; data: unknown }): Error {
  const detail = typeof data === 'object' && data !== null && 'detail' in data ? String(data.detail) : 'no detail';
  return new Error(`a loader responded with ${status}: ${detail}`);
}

function toUnavailable(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('retry-after', '2');
  return new Response(response.body, { status: 503, headers });
}

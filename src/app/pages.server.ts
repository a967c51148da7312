import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import {
  cacheKeyParameters,
  cacheTags,
  type PageContext,
  pageContext,
  pageError,
  type RequestInfo,
  requestInfo,
} from '#src/platform/page-context.ts';
import { CACHE_TAGS_HEADER } from '#src/platform/response-cache/response-cache.server.ts';

/** Answers every page. A page whose loaders said what it shows is kept; all others are `no-store`. */
export function createPages(
  shop: PageContext,
  build: ServerBuild,
  mode: 'development' | 'production',
): (request: Request, visitor: RequestInfo) => Promise<Response> {
  // Where a form may come from is decided once, by `refuseForeignWrites`: it knows the shop's public address. The
  // framework compares with the address behind the proxy, and would refuse every form of a shop with TLS in front.
  const handle = createRequestHandler({ ...build, allowedActionOrigins: ['**'] }, mode);
  return async (request, visitor) => {
    const context = new RouterContextProvider();
    const tags = new Set<string>();
    context.set(pageContext, shop);
    context.set(requestInfo, visitor);
    context.set(cacheTags, tags);
    const fault = { unavailable: false };
    context.set(pageError, fault);
    const answered = await handle(request, context);
    const response = fault.unavailable ? asUnavailable(answered) : answered;
    // The answer to a form is its sender's.
    const isPublic = request.method === 'GET' || request.method === 'HEAD';
    if (isPublic && tags.size > 0 && response.status === 200) {
      response.headers.set('cache-control', 'public, no-cache');
      if (isCacheable(new URL(request.url).searchParams, context.get(cacheKeyParameters), build.routes))
        response.headers.set(CACHE_TAGS_HEADER, [...tags].join(' '));
    }
    return response;
  };
}

/** Whether an address differs from others only by what its page reads, or by which of its parts the framework asks for. */
function isCacheable(search: URLSearchParams, read: readonly string[], routes: ServerBuild['routes']): boolean {
  return [...search].every(([name, value]) => read.includes(name) || (name === '_routes' && value in routes));
}

function asUnavailable(answered: Response): Response {
  const headers = new Headers(answered.headers);
  headers.set('retry-after', '2');
  return new Response(answered.body, { status: 503, headers });
}

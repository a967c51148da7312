import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { KEPT_TAGS_HEADER } from '#src/platform/kept.server.ts';
import {
  type PageShop,
  type PageVisitor,
  pageFault,
  pageShop,
  pageVisitor,
  readParameters,
  shownTags,
} from '#src/platform/page-context.ts';

/** Answers every page. A page whose loaders said what it shows is kept; all others are `no-store`. */
export function createPages(shop: PageShop): (request: Request, visitor: PageVisitor) => Promise<Response> {
  // Where a form may come from is decided once, by `refuseForeignWrites`: it knows the shop's public address. The
  // framework compares with the address behind the proxy, and would refuse every form of a shop with TLS in front.
  const served = { ...(build as unknown as ServerBuild), allowedActionOrigins: ['**'] };
  const handle = createRequestHandler(served, 'production');
  return async (request, visitor) => {
    const context = new RouterContextProvider();
    const tags = new Set<string>();
    context.set(pageShop, shop);
    context.set(pageVisitor, visitor);
    context.set(shownTags, tags);
    const fault = { unavailable: false };
    context.set(pageFault, fault);
    const answered = await handle(request, context);
    const response = fault.unavailable ? asUnavailable(answered) : answered;
    // The answer to a form is its sender's.
    const forEveryone = request.method === 'GET' || request.method === 'HEAD';
    if (forEveryone && tags.size > 0 && response.status === 200) {
      response.headers.set('cache-control', 'public, no-cache');
      if (isOneOfFew(new URL(request.url).searchParams, context.get(readParameters)))
        response.headers.set(KEPT_TAGS_HEADER, [...tags].join(' '));
    }
    return response;
  };
}

/** Whether an address differs from others only by what its page reads, or by which of its parts the framework asks for. */
function isOneOfFew(search: URLSearchParams, read: readonly string[]): boolean {
  return [...search].every(([name, value]) => read.includes(name) || (name === '_routes' && value in build.routes));
}

function asUnavailable(answered: Response): Response {
  const headers = new Headers(answered.headers);
  headers.set('retry-after', '2');
  return new Response(answered.body, { status: 503, headers });
}

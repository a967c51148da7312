import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { KEPT_TAGS_HEADER } from '#src/platform/kept.server.ts';
import { type PageShop, pageShop, shownTags } from '#src/platform/page-context.ts';

/** Answers every page. A page whose loaders said what it shows is kept; all others are `no-store`. */
export function createPages(shop: PageShop): (request: Request) => Promise<Response> {
  const handle = createRequestHandler(build as unknown as ServerBuild, 'production');
  return async (request) => {
    const context = new RouterContextProvider();
    const tags = new Set<string>();
    context.set(pageShop, shop);
    context.set(shownTags, tags);
    const response = await handle(request, context);
    if (tags.size > 0 && response.status === 200) {
      response.headers.set(KEPT_TAGS_HEADER, [...tags].join(' '));
      response.headers.set('cache-control', 'public, no-cache');
    }
    return response;
  };
}

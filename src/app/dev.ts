import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerBuild } from 'react-router';
import { createPages } from './pages.server.ts';
import { startServer } from './server.ts';

/** What the development server gives: see scripts/dev-server.mjs. */
export interface DevTools {
  /** Serves the browser's modules; calls `next` for everything else. */
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** The pages as they are in the files now. */
  loadBuild: () => Promise<ServerBuild>;
  /** The card form's script, bundled. */
  bundleCardScript: () => Promise<string>;
  /** Receives a function that clears the cached pages. */
  onStart: (clearCache: () => void) => void;
  /** Where the browser hears of changes: `ws://localhost:24678`. */
  socketUrl: string;
}

/** Starts the shop as production does, except that its pages and scripts come from the development server. */
export function startDevServer({ middleware, loadBuild, bundleCardScript, onStart, socketUrl }: DevTools): void {
  startServer((context, server) => {
    onStart(() => context.responseCache.invalidateAll());
    const [listener] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
    server.removeAllListeners('request');
    server.on('request', (request, response) => middleware(request, response, () => listener?.(request, response)));
    return {
      assets: async (c, next) => {
        if (c.req.path !== '/card-sandbox/stripe.js') return next();
        return c.body(await bundleCardScript(), 200, { 'content-type': 'text/javascript; charset=utf-8' });
      },
      pages: {
        // Each response comes from the files as they are now.
        toCacheKey: () => null,
        async respond(request, info) {
          const response = await createPages(context, await loadBuild(), 'development').respond(request, info);
          const policy = response.headers.get('content-security-policy');
          if (policy) response.headers.set('content-security-policy', allowDevTools(policy, socketUrl));
          return response;
        },
      },
    };
  });
}

/** Styles come as elements while developing, and changes by a socket. */
function allowDevTools(policy: string, socketUrl: string): string {
  return policy
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", `connect-src 'self' ${socketUrl}`);
}

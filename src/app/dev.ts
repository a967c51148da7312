import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerBuild } from 'react-router';
import { createPages } from './pages.server.ts';
import { startServer } from './server.ts';

/** What the development server provides; see scripts/dev-server.mjs. */
export interface DevTools {
  /** Serves the browser's modules; calls `next` for everything else. */
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  /** Loads the pages from the current files. */
  loadBuild: () => Promise<ServerBuild>;
  /** Bundles the card form's script. */
  bundleCardScript: () => Promise<string>;
  /** Receives a function that clears the cached pages. */
  onStart: (clearCache: () => void) => void;
  /** Where the browser learns of changes: `ws://localhost:24678`. */
  socketUrl: string;
}

/** Starts the shop as in production, in one process, except that its pages and scripts come from the development server. */
export function startDevServer({ middleware, loadBuild, bundleCardScript, onStart, socketUrl }: DevTools): void {
  startServer(
    (context, server) => {
      onStart(() => context.responseCache.invalidateAll());
      const [listener] = server.listeners('request') as ((
        request: IncomingMessage,
        response: ServerResponse,
      ) => void)[];
      server.removeAllListeners('request');
      server.on('request', (request, response) => middleware(request, response, () => listener?.(request, response)));
      return {
        assets: async (c, next) => {
          if (c.req.path !== '/card-sandbox/stripe.js') return next();
          return c.body(await bundleCardScript(), 200, { 'content-type': 'text/javascript; charset=utf-8' });
        },
        pages: {
          // Nothing is cached, so each response comes from the current files.
          toCacheKey: () => null,
          async respond(request, info) {
            const response = await createPages(context, await loadBuild(), 'development').respond(request, info);
            const policy = response.headers.get('content-security-policy');
            if (policy) response.headers.set('content-security-policy', allowDevTools(policy, socketUrl));
            return response;
          },
        },
      };
    },
    { isSingle: true },
  );
}

/** In development, styles come as elements, and changes by a socket. */
function allowDevTools(policy: string, socketUrl: string): string {
  return policy
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", `connect-src 'self' ${socketUrl}`);
}

import type { Context, Hono } from 'hono';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { fail } from '#src/shared/problem.ts';

/**
 * Handles requests that no route matched: 405 with the allowed methods if the path belongs to a route, otherwise 404.
 * Mount it last.
 */
export function createUnknownRouteHandler(app: Pick<Hono, 'routes'>): (c: Context<ApiEnv>) => Response {
  let routes: { method: string; pattern: RegExp }[] | null = null;
  return (c) => {
    routes ??= app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => ({ method, pattern: toPattern(path) }));
    const methods = new Set(routes.filter(({ pattern }) => pattern.test(c.req.path)).map(({ method }) => method));
    if (methods.size === 0) return sendFailure(c, fail('not_found'));
    if (methods.has('GET')) methods.add('HEAD');
    c.header('allow', [...methods].sort().join(', '));
    return sendFailure(c, fail('method_not_allowed'));
  };
}

/** Turns `/api/tools/:id` into a regular expression. What a parameter may contain does not matter here. */
function toPattern(path: string): RegExp {
  const parts = path
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}$`);
}

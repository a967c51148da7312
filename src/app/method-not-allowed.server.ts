import type { Context, Hono } from 'hono';
import { type ApiEnv, sendFailure } from '#src/platform/api.server.ts';
import { fail } from '#src/shared/problem.ts';

/**
 * The answer to what no call of this app answers: 405 with the methods there are where the address is one of its calls,
 * 404 where it is none. To be mounted last.
 */
export function createUnknownRouteHandler(app: Pick<Hono, 'routes'>): (c: Context<ApiEnv>) => Response {
  let calls: { method: string; pattern: RegExp }[] | null = null;
  return (c) => {
    calls ??= app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => ({ method, pattern: patternOf(path) }));
    const methods = new Set(calls.filter(({ pattern }) => pattern.test(c.req.path)).map(({ method }) => method));
    if (methods.size === 0) return sendFailure(c, fail('not_found'));
    if (methods.has('GET')) methods.add('HEAD');
    c.header('allow', [...methods].sort().join(', '));
    return sendFailure(c, fail('method_not_allowed'));
  };
}

/** `/api/tools/:id` as an expression; what a parameter is bounded by does not matter for telling calls apart. */
function patternOf(path: string): RegExp {
  const parts = path
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}$`);
}

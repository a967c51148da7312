import type { MiddlewareHandler } from 'hono';
import { withPasswordPlace } from '#src/features/identity/password-queue.server.ts';
import type { ApiEnv } from '#src/platform/api.server.ts';

/** Takes a place in the queue of password hashes for the whole call: 503 at once where there is none. */
export const takePasswordPlace: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { method, url, headers, signal } = c.req.raw;
  // The body first: no place waits for a slow client. One that cannot be read is an empty one, and malformed.
  const body = await c.req.raw.arrayBuffer().catch(() => null);
  await withPasswordPlace(async () => {
    c.req.raw = new Request(url, { method, headers, body, signal });
    await next();
  });
};

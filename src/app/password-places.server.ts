import type { MiddlewareHandler } from 'hono';
import { withPasswordPlace } from '#src/features/identity/password-queue.server.ts';
import { type ApiEnv, receiveBody } from '#src/platform/api.server.ts';

/**
 * Takes a place in the queue for password hashes for the whole call, or responds 503 at once if there is none. The body
 * is received first, so that no place waits for a slow client.
 */
export const takePasswordPlace: MiddlewareHandler<ApiEnv> = (c, next) =>
  receiveBody(c, () => withPasswordPlace(next)) as Promise<void>;

import type { MiddlewareHandler } from 'hono';
import { withPasswordPlace } from '#src/features/identity/password-queue.server.ts';
import { type ApiEnv, receiveBody } from '#src/platform/api.server.ts';

/**
 * Takes a place in the queue of password hashes for the whole call: 503 at once where there is none. The body comes first: no
 * place waits for a slow client.
 */
export const takePasswordPlace: MiddlewareHandler<ApiEnv> = (c, next) =>
  receiveBody(c, () => withPasswordPlace(next)) as Promise<void>;

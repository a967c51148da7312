import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { fail } from '#src/shared/problem.ts';

/** Limits how often sessions are read and ID tokens created, by address and by session. Each takes a few statements. */
export const limitIdentityReads: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { limits, clientAddress } = c.var;
  const session = c.req.header('authorization') ?? c.req.header('cookie');
  const retryAfter =
    (await limits.consume('identityRead', clientAddress)) ??
    (session ? await limits.consume('sessionRead', createHash('sha256').update(session).digest('base64url')) : null);
  if (retryAfter) return sendFailure(c, fail('too_many_requests', { extra: { retryAfter } }));
  await next();
};

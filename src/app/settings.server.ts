import { join } from 'node:path';
import type { Env } from '#src/platform/env/env.server.ts';

type FromEnv = Pick<Env, 'publicUrl' | 'rateLimits' | 'trustedProxies' | 'metricsToken' | 'payments' | 'mail' | 'map'>;

/** What the shop is put together from: the environment, and what the start makes of it. */
export interface Settings extends FromEnv {
  database: Pick<Env['database'], 'kind'>;
  /** Only tests say where else than at Google the keys of Firebase's tokens are published. */
  identity: Env['identity'] & { jwksUrl?: string };
  /** Only tests have another address of imgbb, and other time limits. */
  images: Env['images'] & { uploadUrl?: string; timeoutMs?: number };
  imageFolder: string;
  /** Signs sessions. It is not the environment's own, which may be absent. */
  secret: string;
}

export function toSettings(env: Env, secret: string): Settings {
  return { ...env, imageFolder: join(env.dataDir, 'images'), secret };
}

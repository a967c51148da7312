import { join } from 'node:path';
import type { Env } from '#src/platform/env/env.server.ts';

type FromEnv = Pick<
  Env,
  | 'publicUrl'
  | 'rateLimits'
  | 'trustedProxies'
  | 'metricsToken'
  | 'payments'
  | 'mail'
  | 'map'
  | 'tax'
  | 'vatCheck'
  | 'backup'
>;

/** The settings from the environment, and what the start derives from them. */
export interface Settings extends FromEnv {
  database: Pick<Env['database'], 'kind'>;
  /** Only tests use another address for the keys of Firebase's tokens. */
  identity: Env['identity'] & { jwksUrl?: string };
  /** Only tests use another address of imgbb and other time limits. */
  images: Env['images'] & { uploadUrl?: string; timeoutMs?: number };
  imageFolder: string;
  /** Signs sessions. It is derived, since the environment may have no secret. */
  secret: string;
}

export function toSettings(env: Env, secret: string): Settings {
  return { ...env, imageFolder: join(env.dataDir, 'images'), secret };
}

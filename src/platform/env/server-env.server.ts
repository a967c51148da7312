import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import * as z from 'zod';
import { dropTrailing } from '#src/shared/drop-trailing.ts';
import { isAddressRange } from '../client-address.server.ts';
import { flag, url } from './env-source.server.ts';

/** More would need more memory and connections than a machine with as many cores is likely to have for them. */
const MAX_WORKERS = 64;

/** The shop's own settings: addresses, storage, logging and limits. */
export const serverKeys = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).optional(),
  PUBLIC_URL: url
    .transform((value) => dropTrailing(value, '/'))
    .refine(isOrigin, 'must be an address without a path, such as https://tools.example.com')
    .optional(),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((value) => resolve(value)),
  SEED: z.enum(['demo', 'none']).default('demo'),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  DEMO: flag.default(false),
  ORDER_HOLD_HOURS: z.coerce.number().min(0.01).max(8760).optional(),
  RATE_LIMITS: flag.default(true),
  TRUST_PROXY: z.coerce.number().int().min(0).max(5).default(0),
  HEALTH_CHECK_ADDRESSES: z
    .string()
    .max(2_000)
    .transform((value) =>
      value
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .refine((entries) => entries.every(isAddressRange), 'must be addresses or ranges, such as 10.0.0.5,10.1.0.0/16')
    .default([]),
  SHUTDOWN_DELAY: z.coerce.number().min(0).max(300).default(0),
  WORKERS: z.string().refine(isWorkerCount, `must be auto or a number from 1 to ${MAX_WORKERS}`).default('1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
});

export function toServer(keys: z.output<typeof serverKeys>) {
  return {
    port: keys.PORT,
    host: keys.HOST,
    publicUrl: keys.PUBLIC_URL ?? `http://localhost:${keys.PORT}`,
    dataDir: keys.DATA_DIR,
    seed: keys.SEED,
    /** If absent, the shop generates its own secret. */
    authSecret: keys.AUTH_SECRET,
    /** The initial value of a setting. Only the first start uses it. */
    initialHoldHours: keys.ORDER_HOLD_HOURS,
    rateLimits: keys.RATE_LIMITS,
    trustedProxies: keys.TRUST_PROXY,
    /** Clients whose health checks are never counted. */
    healthCheckAddresses: keys.HEALTH_CHECK_ADDRESSES,
    /** How long the shop still serves requests after SIGTERM, in ms. */
    shutdownDelayMs: keys.SHUTDOWN_DELAY * 1_000,
    workers: countWorkers(keys.WORKERS),
    logLevel: keys.LOG_LEVEL,
    metricsToken: keys.METRICS_TOKEN,
  };
}

function isWorkerCount(value: string): boolean {
  return value === 'auto' || (/^\d{1,2}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_WORKERS);
}

/** `auto`: one for each core that this process may use, which a container may limit. */
function countWorkers(value: string): number {
  return value === 'auto' ? Math.min(MAX_WORKERS, availableParallelism()) : Number(value);
}

/** The shop's pages must be at the root of their origin. */
function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === new URL(value).href.replace(/\/$/, '');
}

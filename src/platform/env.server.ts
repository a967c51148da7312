import { resolve } from 'node:path';
import * as z from 'zod';

const url = z.url({ protocol: /^https?$/ });
const flag = z.enum(['on', 'off']);

/** Every key of the environment. What is documented in `.env.example` is exactly this. */
const envSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).optional(),
  PUBLIC_URL: url.transform((value) => value.replace(/\/+$/, '')).optional(),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((value) => resolve(value)),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  SEED: z.enum(['demo', 'none']).default('demo'),
  ADMIN_EMAIL: z.email({ error: 'must be an e-mail address' }).toLowerCase().optional(),
  ADMIN_PASSWORD: z.string().min(6, 'must have at least 6 characters').max(128).optional(),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  IDENTITY: z.enum(['embedded', 'firebase']).default('embedded'),
  PAYMENTS: z.enum(['sandbox', 'stripe']).default('sandbox'),
  IMAGES: z.enum(['local', 'imgbb', 's3']).default('local'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAP_TILES_URL: url.optional(),
  ORDER_HOLD_HOURS: z.coerce.number().positive().max(8760).default(72),
  RATE_LIMITS: flag.default('on'),
  TRUST_PROXY: z.coerce.number().int().min(0).max(5).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  DATABASE_POOL: z.coerce.number().int().min(5).max(200).default(16),
});

type Given = Record<string, string | undefined>;

/** What no key alone can be blamed for. Looks at what was given, so that it is told along with all other faults. */
function crossFaults(given: Given): string[] {
  const faults: string[] = [];
  if (given.ADMIN_PASSWORD && !given.ADMIN_EMAIL) faults.push('ADMIN_EMAIL must be set when ADMIN_PASSWORD is');
  if (given.ADMIN_EMAIL && !given.ADMIN_PASSWORD) faults.push('ADMIN_PASSWORD must be set when ADMIN_EMAIL is');
  // Not yet available: a shop that started half-connected would be worse than one that does not start.
  if (given.IDENTITY === 'firebase') faults.push('IDENTITY firebase is not available in this version; use embedded');
  if (given.PAYMENTS === 'stripe') faults.push('PAYMENTS stripe is not available in this version; use sandbox');
  if (given.IMAGES === 'imgbb' || given.IMAGES === 's3')
    faults.push(`IMAGES ${given.IMAGES} is not available in this version; use local`);
  if (given.SMTP_URL) faults.push('SMTP_URL is not available in this version; mails stand in the outbox');
  if (given.MAP_TILES_URL) faults.push('MAP_TILES_URL is not available in this version');
  return faults;
}

/** Every key there is, as `.env.example` must document it. */
export const ENV_KEYS: readonly string[] = Object.keys(envSchema.shape);

export type Env = Omit<z.output<typeof envSchema>, 'PUBLIC_URL'> & { PUBLIC_URL: string };

export type EnvReading = { ok: true; env: Env } | { ok: false; faults: string[] };

/** Reads and validates the environment; on failure every fault is listed, never the first alone. */
export function readEnv(source: Given): EnvReading {
  // An empty line `KEY=` in a .env file means 'not set'.
  const given: Given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = envSchema.safeParse(given);
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${explain(issue, given)}`),
    ...crossFaults(given),
  ];
  if (!parsed.success || faults.length) return { ok: false, faults };
  const env = parsed.data;
  return { ok: true, env: { ...env, PUBLIC_URL: env.PUBLIC_URL ?? `http://localhost:${env.PORT}` } };
}

function explain(issue: z.core.$ZodIssue, given: Given): string {
  const key = String(issue.path[0] ?? '');
  const secret = /PASSWORD|SECRET|TOKEN|KEY|URL/.test(key);
  const shown = secret || given[key] === undefined ? '' : ` (it is "${given[key]}")`;
  const message = issue.message.replace(/^Invalid input: |^Invalid option: /, '');
  return `${message}${shown}`;
}

/** The environment of this process. Nobody else reads `process.env`. */
export function readProcessEnv(): EnvReading {
  // biome-ignore lint/style/noProcessEnv: the one place
  return readEnv(process.env);
}

import { resolve } from 'node:path';
import * as z from 'zod';
import { checkKeyCombinations, type EnvSource, isOrigin, isSender, isTileTemplate } from './env-rules.server.ts';

const url = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' });
const flag = z.enum(['on', 'off']);
const line = z.string().min(1).max(300);

/** Every key of the environment. What is documented in `.env.example` is exactly this. */
const envSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).optional(),
  PUBLIC_URL: url
    .transform((value) => value.replace(/\/+$/, ''))
    .refine(isOrigin, 'must be an address without a path, as https://tools.example.com')
    .optional(),
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
  DEMO: flag.default('off'),
  IDENTITY: z.enum(['embedded', 'firebase']).default('embedded'),
  SIGN_UP: z.enum(['at_once', 'confirmed']).default('at_once'),
  GOOGLE_CLIENT_ID: line.optional(),
  GOOGLE_CLIENT_SECRET: line.optional(),
  GOOGLE_DISCOVERY_URL: url.default('https://accounts.google.com/.well-known/openid-configuration'),
  FIREBASE_PROJECT_ID: z
    .string()
    .regex(/^[a-z][a-z0-9-]{2,62}$/, 'must be the id of a Firebase project')
    .optional(),
  FIREBASE_API_KEY: line.optional(),
  FIREBASE_AUTH_DOMAIN: z.hostname().optional(),
  FIREBASE_APP_ID: line.optional(),
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .regex(/^(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/, 'must be a loopback address with its port, as 127.0.0.1:9099')
    .optional(),
  PAYMENTS: z.enum(['sandbox', 'stripe']).default('sandbox'),
  STRIPE_SECRET_KEY: line.optional(),
  STRIPE_PUBLISHABLE_KEY: line.optional(),
  STRIPE_WEBHOOK_SECRET: line.optional(),
  IMAGES: z.enum(['local', 'imgbb', 's3']).default('local'),
  IMGBB_API_KEY: line.optional(),
  S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be the name of a bucket: 3 to 63 small letters, digits, dots, dashes',
    )
    .optional(),
  S3_REGION: line.default('us-east-1'),
  S3_ENDPOINT: url.optional(),
  S3_PATH_STYLE: flag.default('off'),
  S3_ACCESS_KEY_ID: line.optional(),
  S3_SECRET_ACCESS_KEY: line.optional(),
  S3_PUBLIC_URL: url.transform((value) => value.replace(/\/+$/, '')).optional(),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'must be an smtp:// or smtps:// address; in its user and password write @ as %40, : as %3A, / as %2F',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .max(200)
    .refine(isSender, 'must be an address, as shop@example.com or Shop <shop@example.com>')
    .optional(),
  MAP_TILES_URL: z
    .string()
    .refine(
      isTileTemplate,
      'must be an http(s) address with {z}, {x} and {y}, and nothing else in braces but {s} and {r}',
    )
    .optional(),
  MAP_ATTRIBUTION: line.default('© OpenStreetMap contributors'),
  ORDER_HOLD_HOURS: z.coerce.number().positive().max(8760).default(72),
  RATE_LIMITS: flag.default('on'),
  TRUST_PROXY: z.coerce.number().int().min(0).max(5).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  DATABASE_POOL: z.coerce.number().int().min(5).max(200).default(16),
});

/** Every key there is, as `.env.example` must document it. */
export const ENV_KEYS: readonly string[] = Object.keys(envSchema.shape);

export type Env = Omit<z.output<typeof envSchema>, 'PUBLIC_URL'> & { PUBLIC_URL: string };

export type EnvResult = { ok: true; env: Env } | { ok: false; errors: string[] };

/** Reads and validates the environment; on failure every fault is listed, never the first alone. */
export function parseEnv(source: EnvSource): EnvResult {
  // An empty line `KEY=` in a .env file means 'not set'.
  const given: EnvSource = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = envSchema.safeParse(given);
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${explain(issue, given)}`),
    ...checkKeyCombinations(given),
  ];
  if (!parsed.success || faults.length) return { ok: false, errors: faults };
  const env = parsed.data;
  return { ok: true, env: { ...env, PUBLIC_URL: env.PUBLIC_URL ?? `http://localhost:${env.PORT}` } };
}

function explain(issue: z.core.$ZodIssue, given: EnvSource): string {
  const key = String(issue.path[0] ?? '');
  const secret = /PASSWORD|SECRET|TOKEN|KEY|URL/.test(key);
  const shown = secret || given[key] === undefined ? '' : ` (it is "${given[key]}")`;
  const message = issue.message.replace(/^Invalid input: |^Invalid option: /, '');
  return `${message}${shown}`;
}

/** The environment of this process. Nobody else reads `process.env`. */
export function parseProcessEnv(): EnvResult {
  // biome-ignore lint/style/noProcessEnv: the one place
  return parseEnv(process.env);
}

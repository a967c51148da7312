import * as z from 'zod';
import { backupKeys, checkBackup, toBackup } from './backup-env.server.ts';
import { checkDatabase, databaseKeys, toDatabase } from './database-env.server.ts';
import type { EnvSource } from './env-source.server.ts';
import { checkIdentity, identityKeys, toIdentity } from './identity-env.server.ts';
import { checkImages, imagesKeys, toImages } from './images-env.server.ts';
import { checkMail, mailKeys, toMail } from './mail-env.server.ts';
import { checkMap, mapKeys, toMap } from './map-env.server.ts';
import { checkPayments, paymentsKeys, toPayments } from './payments-env.server.ts';
import { serverKeys, toServer } from './server-env.server.ts';
import { taxKeys, toTax, toVatCheck, vatCheckKeys } from './tax-env.server.ts';
import { toTracing, tracingKeys } from './tracing-env.server.ts';

const envSchema = z
  .object({
    server: serverKeys.transform(toServer),
    database: databaseKeys,
    identity: identityKeys.transform(toIdentity),
    payments: paymentsKeys.transform(toPayments),
    images: imagesKeys.transform(toImages),
    mail: mailKeys.transform(toMail),
    map: mapKeys.transform(toMap),
    tax: taxKeys.transform(toTax),
    vatCheck: vatCheckKeys.transform(toVatCheck),
    backup: backupKeys.transform(toBackup),
    tracing: tracingKeys.transform(toTracing),
  })
  .transform(({ server, database, ...systems }) => ({
    ...server,
    ...systems,
    database: toDatabase(database, server.workers),
  }));

/** All keys. `.env.example` must document each of them. */
export const ENV_KEYS: readonly string[] = [
  ...new Set(
    [
      serverKeys,
      databaseKeys,
      ...identityKeys.options,
      ...paymentsKeys.options,
      ...imagesKeys.options,
      ...taxKeys.options,
      mailKeys,
      mapKeys,
      vatCheckKeys,
      backupKeys,
      tracingKeys,
    ].flatMap(({ shape }) => Object.keys(shape)),
  ),
];

/** The default kind of each outside system that is chosen by name. */
const DEFAULT_KINDS = { IDENTITY: 'embedded', PAYMENTS: 'sandbox', IMAGES: 'local', TAX: 'off' };

/** The settings from the environment. Each outside system is one of its kinds, with everything that this kind needs. */
export type Env = z.output<typeof envSchema>;

export type EnvResult = { ok: true; env: Env } | { ok: false; errors: string[] };

/** Parses and checks the environment. On failure, it lists all errors, not only the first. */
export function parseEnv(source: EnvSource): EnvResult {
  // An empty `KEY=` in a .env file means 'not set'.
  const set: EnvSource = Object.fromEntries(Object.entries(source).filter(([, value]) => value));
  const keys = { ...DEFAULT_KINDS, ...set };
  const parsed = envSchema.safeParse({
    server: keys,
    database: keys,
    identity: keys,
    payments: keys,
    images: keys,
    mail: keys,
    map: keys,
    tax: keys,
    vatCheck: keys,
    backup: keys,
    tracing: keys,
  });
  const errors = [
    ...(parsed.error?.issues ?? []).map((issue) => describeIssue(issue, keys)),
    ...checkDatabase(set),
    ...checkIdentity(set),
    ...checkPayments(set),
    ...checkImages(set),
    ...checkMail(set),
    ...checkMap(set),
    ...checkBackup(set),
  ];
  return parsed.success && errors.length === 0 ? { ok: true, env: parsed.data } : { ok: false, errors };
}

function describeIssue(issue: z.core.$ZodIssue, keys: EnvSource): string {
  const [system, key] = issue.path.map(String) as [string, string];
  if (keys[key] === undefined) {
    const choice = system.toUpperCase();
    return `${key} must be set when ${choice} is ${keys[choice]}`;
  }
  const isSecret = /PASSWORD|SECRET|TOKEN|KEY|URL|HEADERS/.test(key);
  const message = issue.message.replace(/^Invalid input: |^Invalid option: /, '');
  return isSecret ? `${key} ${message}` : `${key} ${message} (it is "${keys[key]}")`;
}

/** Parses the environment of this process. No other code may read `process.env`. */
export function parseProcessEnv(): EnvResult {
  // biome-ignore lint/style/noProcessEnv: the one place
  return parseEnv(process.env);
}

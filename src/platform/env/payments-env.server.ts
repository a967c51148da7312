import * as z from 'zod';
import { checkUnusedKeys, type EnvSource, nonEmptyText } from './env-source.server.ts';

export const paymentsKeys = z.discriminatedUnion(
  'PAYMENTS',
  [
    z.object({ PAYMENTS: z.literal('sandbox') }),
    z.object({
      PAYMENTS: z.literal('stripe'),
      STRIPE_SECRET_KEY: nonEmptyText,
      STRIPE_PUBLISHABLE_KEY: nonEmptyText,
      STRIPE_WEBHOOK_SECRET: nonEmptyText,
    }),
  ],
  { error: 'must be sandbox or stripe' },
);

export type PaymentsEnv =
  | { kind: 'sandbox' }
  | { kind: 'stripe'; secretKey: string; publishableKey: string; webhookSecret: string };

export function toPayments(keys: z.output<typeof paymentsKeys>): PaymentsEnv {
  if (keys.PAYMENTS === 'sandbox') return { kind: 'sandbox' };
  return {
    kind: 'stripe',
    secretKey: keys.STRIPE_SECRET_KEY,
    publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
  };
}

export function checkPayments(source: EnvSource): string[] {
  return [
    ...checkKeyForms(source),
    ...checkSandbox(source),
    ...checkUnusedKeys(source, /^STRIPE_/, 'PAYMENTS', 'stripe'),
  ];
}

const KEY_FORMS: [key: string, form: RegExp, sentence: string][] = [
  [
    'STRIPE_SECRET_KEY',
    /^(sk|rk)_(test|live)_\w+$/,
    'must be a secret key (sk_test_…, sk_live_…) or a restricted one (rk_…)',
  ],
  ['STRIPE_PUBLISHABLE_KEY', /^pk_(test|live)_\w+$/, 'must be a publishable key (pk_test_… or pk_live_…)'],
  ['STRIPE_WEBHOOK_SECRET', /^whsec_\S{8,}$/, 'must be the signing secret of a webhook endpoint (whsec_…)'],
];

/** Reports a key in the wrong place, or a live key beside a test key. Never repeats a key. */
function checkKeyForms(source: EnvSource): string[] {
  const errors: string[] = [];
  for (const [key, form, sentence] of KEY_FORMS) {
    const value = source[key];
    if (value && !form.test(value)) errors.push(`${key} ${sentence}`);
  }
  const [secretMode, publishableMode] = [source.STRIPE_SECRET_KEY, source.STRIPE_PUBLISHABLE_KEY].map((key) =>
    key ? /^[a-z]+_(test|live)_/.exec(key)?.[1] : undefined,
  );
  if (secretMode && publishableMode && secretMode !== publishableMode)
    errors.push(
      `STRIPE_SECRET_KEY is a ${secretMode} key, but STRIPE_PUBLISHABLE_KEY is a ${publishableMode} key; use two keys of the same mode`,
    );
  return errors;
}

/** On a public address, the card sandbox would let tools ship that nobody paid for. */
function checkSandbox({ PUBLIC_URL, PAYMENTS = 'sandbox', DEMO }: EnvSource): string[] {
  if (PAYMENTS !== 'sandbox' || DEMO === 'on' || !PUBLIC_URL || !isPublicAddress(PUBLIC_URL)) return [];
  return ['PAYMENTS=sandbox moves no money, but PUBLIC_URL is a public address; set PAYMENTS to stripe, or DEMO to on'];
}

const PRIVATE_HOST =
  /^(localhost|[a-z0-9-]+|.*\.(localhost|local|internal|test|lan|home\.arpa)|(127|10|192\.168|172\.(1[6-9]|2\d|3[01])|169\.254)\.[.\d]+|\[(::1|f[cd][0-9a-f]{2}:.*|fe80:.*)\])$/i;

function isPublicAddress(address: string): boolean {
  return URL.canParse(address) && !PRIVATE_HOST.test(new URL(address).hostname);
}

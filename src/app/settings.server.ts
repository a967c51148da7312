import { join } from 'node:path';
import type { S3Settings } from '#src/features/images/s3-storage.server.ts';
import type { Env } from '#src/platform/env.server.ts';
import { type BrowserSettings, toBrowserSettings } from './browser-settings.server.ts';
import type { StripeKeys } from './stripe.server.ts';

export type IdentitySettings =
  | {
      kind: 'embedded';
      /** Whether a newcomer is signed in at once, or only after having opened the link in the mail. */
      signUp: 'at_once' | 'confirmed';
      google?: { clientId: string; clientSecret: string; discoveryUrl: string };
    }
  | {
      kind: 'firebase';
      projectId: string;
      /** `127.0.0.1:9099`: its tokens are not signed. */
      emulatorHost?: string;
      /** Where the keys of its tokens are published instead of at Google's; only tests say. */
      jwksUrl?: string;
      /** Who becomes the first admin, once they have signed in with a verified address. */
      adminEmail: string;
    };

export type ImageSettings =
  | { kind: 'local' }
  /** Its address and how long it may take, in ms, are the protocol's; tests have others. */
  | { kind: 'imgbb'; key: string; uploadUrl?: string; timeoutMs?: number }
  | ({ kind: 's3' } & S3Settings);

export type PaymentSettings = { kind: 'sandbox' } | ({ kind: 'stripe' } & StripeKeys);

export type MailSettings = { kind: 'outbox' } | { kind: 'smtp'; url: string; from: string };

/** What the shop is put together by: the environment, sorted by who needs it. */
export interface Settings {
  publicUrl: string;
  holdHours: number;
  rateLimits: boolean;
  trustedProxies: number;
  metricsToken: string | undefined;
  secret: string;
  imageFolder: string;
  /** `embedded`, or `postgres` for one by address. */
  databaseMode: string;
  identity: IdentitySettings;
  images: ImageSettings;
  mail: MailSettings;
  payments: PaymentSettings;
  browser: BrowserSettings;
}

/** `secret` signs sessions; it is not the environment's own, which may be absent. */
export function toSettings(env: Env, secret: string): Settings {
  return {
    publicUrl: env.PUBLIC_URL,
    holdHours: env.ORDER_HOLD_HOURS,
    rateLimits: env.RATE_LIMITS === 'on',
    trustedProxies: env.TRUST_PROXY,
    metricsToken: env.METRICS_TOKEN,
    secret,
    imageFolder: join(env.DATA_DIR, 'images'),
    databaseMode: env.DATABASE_URL ? 'postgres' : 'embedded',
    identity: identityOf(env),
    images: imagesOf(env),
    mail: env.SMTP_URL && env.MAIL_FROM ? { kind: 'smtp', url: env.SMTP_URL, from: env.MAIL_FROM } : { kind: 'outbox' },
    payments: paymentsOf(env),
    browser: toBrowserSettings(env),
  };
}

function identityOf(env: Env): IdentitySettings {
  if (env.IDENTITY === 'firebase') {
    return {
      kind: 'firebase',
      projectId: env.FIREBASE_PROJECT_ID ?? '',
      adminEmail: env.ADMIN_EMAIL ?? '',
      ...(env.FIREBASE_AUTH_EMULATOR_HOST ? { emulatorHost: env.FIREBASE_AUTH_EMULATOR_HOST } : {}),
    };
  }
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  const google =
    clientId && clientSecret ? { google: { clientId, clientSecret, discoveryUrl: env.GOOGLE_DISCOVERY_URL } } : {};
  return { kind: 'embedded', signUp: env.SIGN_UP, ...google };
}

function imagesOf(env: Env): ImageSettings {
  if (env.IMAGES === 'local') return { kind: 'local' };
  if (env.IMAGES === 'imgbb') return { kind: 'imgbb', key: env.IMGBB_API_KEY ?? '' };
  return {
    kind: 's3',
    bucket: env.S3_BUCKET ?? '',
    region: env.S3_REGION,
    pathStyle: env.S3_PATH_STYLE === 'on',
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
    ...(env.S3_ENDPOINT ? { endpoint: env.S3_ENDPOINT } : {}),
    ...(env.S3_PUBLIC_URL ? { publicUrl: env.S3_PUBLIC_URL } : {}),
  };
}

function paymentsOf(env: Env): PaymentSettings {
  if (env.PAYMENTS === 'sandbox') return { kind: 'sandbox' };
  return {
    kind: 'stripe',
    secretKey: env.STRIPE_SECRET_KEY ?? '',
    publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
  };
}

import * as z from 'zod';
import { checkPair, checkUnusedKeys, type EnvSource, nonEmptyText, url } from './env-source.server.ts';

const adminEmail = z.email({ error: 'must be an email address' }).toLowerCase();

const embeddedKeys = z.object({
  IDENTITY: z.literal('embedded'),
  SIGN_UP: z.enum(['at_once', 'confirmed']).default('at_once'),
  ADMIN_EMAIL: adminEmail.optional(),
  ADMIN_PASSWORD: z.string().min(6, 'must have at least 6 characters').max(128).optional(),
  GOOGLE_CLIENT_ID: nonEmptyText.optional(),
  GOOGLE_CLIENT_SECRET: nonEmptyText.optional(),
  GOOGLE_DISCOVERY_URL: url.default('https://accounts.google.com/.well-known/openid-configuration'),
});

const firebaseKeys = z.object({
  IDENTITY: z.literal('firebase'),
  ADMIN_EMAIL: adminEmail,
  FIREBASE_PROJECT_ID: z.string().regex(/^[a-z][a-z0-9-]{2,62}$/, 'must be the id of a Firebase project'),
  FIREBASE_API_KEY: nonEmptyText,
  FIREBASE_AUTH_DOMAIN: z.hostname().optional(),
  FIREBASE_APP_ID: nonEmptyText.optional(),
  FIREBASE_AUTH_EMULATOR_HOST: z
    .string()
    .regex(
      /^(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/,
      'must be a loopback address with its port, such as 127.0.0.1:9099',
    )
    .optional(),
});

export const identityKeys = z.discriminatedUnion('IDENTITY', [embeddedKeys, firebaseKeys], {
  error: 'must be embedded or firebase',
});

export type IdentityEnv =
  | {
      kind: 'embedded';
      /** Whether new users are signed in at once, or only after they open the link in the email. */
      signUp: 'at_once' | 'confirmed';
      /** If absent, the shop generates a password and shows it once. */
      firstAdmin?: { email: string; password: string };
      google?: { clientId: string; clientSecret: string; discoveryUrl: string };
    }
  | {
      kind: 'firebase';
      projectId: string;
      apiKey: string;
      authDomain: string;
      appId?: string;
      /** Such as `127.0.0.1:9099`. The emulator's tokens are not signed. */
      emulatorHost?: string;
      /** The user with this address becomes the first admin once they sign in with it verified. */
      adminEmail: string;
    };

export function toIdentity(keys: z.output<typeof identityKeys>): IdentityEnv {
  if (keys.IDENTITY === 'firebase') {
    return {
      kind: 'firebase',
      projectId: keys.FIREBASE_PROJECT_ID,
      apiKey: keys.FIREBASE_API_KEY,
      authDomain: keys.FIREBASE_AUTH_DOMAIN ?? `${keys.FIREBASE_PROJECT_ID}.firebaseapp.com`,
      adminEmail: keys.ADMIN_EMAIL,
      ...(keys.FIREBASE_APP_ID ? { appId: keys.FIREBASE_APP_ID } : {}),
      ...(keys.FIREBASE_AUTH_EMULATOR_HOST ? { emulatorHost: keys.FIREBASE_AUTH_EMULATOR_HOST } : {}),
    };
  }
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = keys;
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_DISCOVERY_URL: discoveryUrl } = keys;
  return {
    kind: 'embedded',
    signUp: keys.SIGN_UP,
    ...(email && password ? { firstAdmin: { email, password } } : {}),
    ...(clientId && clientSecret ? { google: { clientId, clientSecret, discoveryUrl } } : {}),
  };
}

/** Checks combinations of keys. */
export function checkIdentity(source: EnvSource): string[] {
  return [
    ...checkPair(source, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'),
    ...(source.IDENTITY === 'firebase' ? checkFirebase(source) : checkPair(source, 'ADMIN_EMAIL', 'ADMIN_PASSWORD')),
    ...checkDiscovery(source),
    ...checkEmulator(source),
    ...checkUnusedKeys(source, /^FIREBASE_/, 'IDENTITY', 'firebase'),
  ];
}

/** Rejects keys for what Firebase does itself, since the shop would ignore them. */
function checkFirebase(source: EnvSource): string[] {
  const errors: string[] = [];
  if (source.ADMIN_PASSWORD)
    errors.push(
      'ADMIN_PASSWORD must not be set when IDENTITY is firebase: the admin signs in at Firebase, as ADMIN_EMAIL',
    );
  if (source.SIGN_UP === 'confirmed')
    errors.push(
      'SIGN_UP=confirmed has no effect when IDENTITY is firebase: people sign up at Firebase. Remove this key',
    );
  for (const key of ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
    if (source[key])
      errors.push(
        `${key} has no effect when IDENTITY is firebase: turn Google on in the Firebase console. Remove this key`,
      );
  return errors;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The client secret is sent to the server that the discovery document names. */
function checkDiscovery({ GOOGLE_DISCOVERY_URL: address }: EnvSource): string[] {
  if (!address || !URL.canParse(address)) return [];
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !LOOPBACK.test(hostname)
    ? ['GOOGLE_DISCOVERY_URL must be an https address: otherwise the client secret would be sent unencrypted']
    : [];
}

/** The emulator's tokens are not signed: anyone who reaches the shop could pose as any user. */
function checkEmulator(source: EnvSource): string[] {
  if (!source.FIREBASE_AUTH_EMULATOR_HOST || (source.NODE_ENV ?? 'production') !== 'production') return [];
  return ['FIREBASE_AUTH_EMULATOR_HOST must not be set in production; set NODE_ENV to development or test'];
}

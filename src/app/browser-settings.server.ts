import { bucketUrl } from '#src/features/images/bucket-url.ts';
import type { Env } from '#src/platform/env.server.ts';
import type { CspSources } from '#src/shared/content-security-policy.ts';
import type { PublicSettings } from '#src/shared/public-settings.ts';

/** What browsers have to know of the environment, and where pages may load from because of it. */
export interface BrowserSettings {
  settings: PublicSettings;
  sources: CspSources;
}

export function toBrowserSettings(env: Env): BrowserSettings {
  const identity = identityOf(env);
  const scripts: string[] = [];
  const frames: string[] = [];
  const connections: string[] = [];
  const pictures: string[] = [];
  if (identity.kind === 'firebase') {
    const { emulator, authDomain } = identity;
    scripts.push('https://apis.google.com');
    frames.push(emulator ?? `https://${authDomain}`);
    connections.push(...(emulator ? [emulator] : FIREBASE_CALLS));
  }
  if (env.PAYMENTS === 'stripe') {
    // As https://docs.stripe.com/security/guide lists them; the maps there are for forms that ask for an address.
    scripts.push('https://js.stripe.com', 'https://*.js.stripe.com');
    frames.push('https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com');
    connections.push('https://api.stripe.com');
  }
  const tiles = env.MAP_TILES_URL ? { url: env.MAP_TILES_URL, attribution: env.MAP_ATTRIBUTION } : null;
  // Pictures over https are allowed anyway.
  for (const address of [env.MAP_TILES_URL?.replace('{s}', '*'), getImageHost(env)])
    if (address?.startsWith('http:')) pictures.push(new URL(address).origin);
  return {
    settings: { identity, payments: env.PAYMENTS, tiles },
    sources: { scripts, frames, connections, images: pictures },
  };
}

/** Where browsers read the pictures of S3. */
function getImageHost(env: Env): string | undefined {
  if (env.IMAGES !== 's3' || !env.S3_BUCKET) return undefined;
  return bucketUrl({
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT,
    pathStyle: env.S3_PATH_STYLE === 'on',
    publicUrl: env.S3_PUBLIC_URL,
  });
}

const FIREBASE_CALLS = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

function identityOf(env: Env): PublicSettings['identity'] {
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_API_KEY: apiKey } = env;
  if (env.IDENTITY === 'embedded' || !projectId || !apiKey)
    return { kind: 'embedded', google: env.GOOGLE_CLIENT_ID !== undefined, signUp: env.SIGN_UP };
  const emulator = env.FIREBASE_AUTH_EMULATOR_HOST;
  return {
    kind: 'firebase',
    apiKey,
    projectId,
    authDomain: env.FIREBASE_AUTH_DOMAIN ?? `${projectId}.firebaseapp.com`,
    ...(env.FIREBASE_APP_ID ? { appId: env.FIREBASE_APP_ID } : {}),
    ...(emulator ? { emulator: `http://${emulator}` } : {}),
  };
}

import { bucketUrl } from '#src/features/images/bucket-url.ts';
import type { CspSources } from '#src/shared/content-security-policy.ts';
import type { PublicSettings } from '#src/shared/public-settings.ts';
import type { Settings } from './settings.server.ts';

/** The settings that browsers need, and the origins that pages may load from because of them. */
export interface BrowserSettings {
  settings: PublicSettings;
  sources: CspSources;
}

const FIREBASE_CALLS = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];

type Systems = Pick<Settings, 'identity' | 'payments' | 'images' | 'map' | 'tax' | 'vatCheck'>;

export function toBrowserSettings(settings: Systems): BrowserSettings {
  const identity = toPublicIdentity(settings);
  const scripts: string[] = [];
  const frames: string[] = [];
  const connections: string[] = [];
  if (identity.kind === 'firebase') {
    const { emulator, authDomain } = identity;
    scripts.push('https://apis.google.com');
    frames.push(emulator ?? `https://${authDomain}`);
    connections.push(...(emulator ? [emulator] : FIREBASE_CALLS));
  }
  if (settings.payments.kind === 'stripe') {
    // From the list at https://docs.stripe.com/security/guide. Its map origins are for forms that ask for an address.
    scripts.push('https://js.stripe.com', 'https://*.js.stripe.com');
    frames.push('https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com');
    connections.push('https://api.stripe.com');
  }
  const { map, payments, tax, vatCheck } = settings;
  const tiles = map.kind === 'tiles' ? { url: map.url, attribution: map.attribution } : null;
  return {
    settings: { identity, payments: payments.kind, tax: tax.kind, vatCheck: vatCheck.kind, tiles },
    sources: { scripts, frames, connections, images: listInsecureImageOrigins(settings) },
  };
}

/** Lists only http origins, since images over https are allowed anyway. */
function listInsecureImageOrigins({ images, map }: Systems): string[] {
  const addresses = [
    ...(map.kind === 'tiles' ? [map.url.replace('{s}', '*')] : []),
    ...(images.kind === 's3' ? [bucketUrl(images)] : []),
  ];
  return addresses.filter((address) => address.startsWith('http:')).map((address) => new URL(address).origin);
}

function toPublicIdentity({ identity }: Systems): PublicSettings['identity'] {
  if (identity.kind === 'embedded')
    return { kind: 'embedded', google: identity.google !== undefined, signUp: identity.signUp };
  const { apiKey, projectId, authDomain, appId, emulatorHost } = identity;
  return {
    kind: 'firebase',
    apiKey,
    projectId,
    authDomain,
    ...(appId ? { appId } : {}),
    ...(emulatorHost ? { emulator: `http://${emulatorHost}` } : {}),
  };
}

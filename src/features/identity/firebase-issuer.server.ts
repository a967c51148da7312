import type { JWTPayload } from 'jose';
import type { HealthRegistry } from '#src/platform/health-registry.server.ts';
import { fail } from '#src/shared/problem.ts';
import type { IdentityIssuer } from './id-tokens.server.ts';
import { createRemoteJwks } from './remote-jwks.server.ts';

/** Where Google publishes the keys that sign the ID tokens of every Firebase project. */
const GOOGLE_KEYS = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/;

export interface FirebaseIssuerOptions {
  projectId: string;
  /** `127.0.0.1:9099`: the official emulator, whose tokens are not signed. */
  emulatorHost?: string;
  health: HealthRegistry;
  /** For tests: where the keys are instead of at Google. */
  jwksUrl?: string;
  timeoutMs?: number;
  cooldownMs?: number;
}

/** Firebase Authentication as the issuer of ID tokens. Only public keys are needed, no service account. */
export function createFirebaseIssuer(options: FirebaseIssuerOptions): IdentityIssuer {
  const { projectId, emulatorHost, health, jwksUrl = GOOGLE_KEYS } = options;
  const { timeoutMs = 4_000, cooldownMs = 15_000 } = options;
  const issuer = {
    provider: 'firebase',
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    algorithms: ['RS256'],
    // Google's clock and this machine's may differ.
    clockTolerance: 60,
    rejectClaims,
    getSignInKey: ({ sub, auth_time: at }: JWTPayload) => (typeof at === 'number' ? `firebase|${sub}|${at}` : null),
  };
  if (emulatorHost) {
    // Startup checks this, too: an unsigned token would open every account.
    if (!LOOPBACK.test(emulatorHost)) throw new Error('The Firebase emulator must be on this machine.');
    health.register('identity', 'firebase', async (signal) => {
      const response = await fetch(`http://${emulatorHost}/`, { signal });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`The Firebase emulator responded with ${response.status}.`);
    });
    return { ...issuer, unsigned: true, keys: null };
  }
  const jwks = createRemoteJwks({
    url: jwksUrl,
    timeoutMs,
    cooldownMs,
    // The health probe fetches the keys. While Google cannot be reached, those that are known stay in use.
    maxAgeMs: Number.POSITIVE_INFINITY,
    tokensFrom: 'clients',
    onFetch: (reason) => (reason === null ? monitor.up() : monitor.down(reason)),
  });
  const monitor = health.register('identity', 'firebase', jwks.refresh);
  return { ...issuer, keys: jwks.getKey };
}

/** What Firebase requires of its tokens, and what the shop requires besides. */
function rejectClaims(claims: JWTPayload) {
  const { firebase, auth_time: at, email_verified: verified } = claims;
  if (typeof at !== 'number' || at > Date.now() / 1000 + 60) return fail('token_invalid');
  const provider = typeof firebase === 'object' && firebase !== null && 'sign_in_provider' in firebase;
  if (!provider) return fail('token_invalid');
  // A user with a password may confirm the address later. From any other provider, the shop only accepts verified
  // addresses.
  if (firebase.sign_in_provider === 'password' || verified === true) return null;
  return fail('not_your_email', {
    detail: 'This email address has not been confirmed where you signed in. Please confirm it there, then try again.',
  });
}

import { type JWTPayload, errors as joseErrors, jwtVerify } from 'jose';
import * as z from 'zod';
import { readBoundedBody } from '#src/platform/read-bounded-body.server.ts';
import { IdentityUnavailable, VerificationFailed } from './provider-errors.server.ts';
import { createRemoteJwks } from './remote-jwks.server.ts';

/** Limits of one response of the provider. */
const TIMEOUT_MS = 5_000;
const MAX_RESPONSE_BYTES = 256 * 1024;
const DISCOVERY_TTL_MS = 3_600_000;
const KEYS_COOLDOWN_MS = 30_000;
const KEYS_MAX_AGE_MS = 600_000;

/** Asymmetric signatures only: with symmetric ones, everybody who can verify a token can forge one. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

export interface OpenIdProvider {
  /** Whether the discovery document is cached, so that reading it says nothing of the provider's health. */
  isDiscovered(): boolean;
  /** The page where users sign in. */
  authorizationEndpoint(): Promise<string>;
  /** Exchanges the code of a returning user for an ID token, not yet verified. */
  exchangeCode(grant: { code: string; codeVerifier: string; redirectUri: string }): Promise<string>;
  verify(idToken: string, nonce: string): Promise<JWTPayload>;
  /** Requests the discovery document, whether or not it is cached. */
  probe(): Promise<void>;
}

/**
 * An OpenID Connect provider. Its discovery document is fetched on first use, as the provider may be down when the shop
 * starts. Every response is limited in time and size.
 */
export function createOpenIdProvider(settings: {
  clientId: string;
  clientSecret: string;
  discoveryUrl: string;
}): OpenIdProvider {
  const { clientId, clientSecret, discoveryUrl } = settings;
  const description = toDiscoverySchema(discoveryUrl);
  let fetched: { at: number; value: Promise<DiscoveryDocument> } | null = null;

  const isDiscovered = () => fetched !== null && performance.now() - fetched.at < DISCOVERY_TTL_MS;

  function getDiscoveryDocument(): Promise<DiscoveryDocument> {
    if (fetched && isDiscovered()) return fetched.value;
    const request = { at: performance.now(), value: readJson(discoveryUrl, {}, description).then(withJwks) };
    fetched = request;
    request.value.catch(() => {
      if (fetched === request) fetched = null;
    });
    return request.value;
  }

  return {
    isDiscovered,
    authorizationEndpoint: async () => (await getDiscoveryDocument()).authorization_endpoint,
    async exchangeCode({ code, codeVerifier, redirectUri }) {
      const { token_endpoint } = await getDiscoveryDocument();
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        code_verifier: codeVerifier,
        redirect_uri: redirectUri,
        client_id: clientId,
        client_secret: clientSecret,
      });
      return (await readJson(token_endpoint, { method: 'POST', body }, tokenResponseSchema)).id_token;
    },
    async verify(idToken, nonce) {
      const { issuer, keys, algorithms } = await getDiscoveryDocument();
      try {
        const { payload } = await jwtVerify(idToken, keys, {
          // Google issues tokens under both names.
          issuer: issuer === 'https://accounts.google.com' ? [issuer, 'accounts.google.com'] : issuer,
          audience: clientId,
          algorithms,
          requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
          maxTokenAge: '1h',
          clockTolerance: 30,
        });
        if (payload.nonce !== nonce) throw new VerificationFailed('the nonce is not the one that was sent');
        if (payload.azp !== undefined && payload.azp !== clientId)
          throw new VerificationFailed('issued to another client');
        return payload;
      } catch (error) {
        if (error instanceof joseErrors.JOSEError) throw new VerificationFailed(error.message);
        throw error;
      }
    },
    probe: async () => void (await readJson(discoveryUrl, {}, description)),
  };
}

function toDiscoverySchema(discoveryUrl: string) {
  // A provider reached over https must not lead to an unencrypted address.
  const address = z.url({ protocol: discoveryUrl.startsWith('https:') ? /^https$/ : /^https?$/ });
  return z.object({
    issuer: z.string().min(1),
    authorization_endpoint: address,
    token_endpoint: address,
    jwks_uri: address,
    id_token_signing_alg_values_supported: z.array(z.string()).optional(),
  });
}

const tokenResponseSchema = z.object({ id_token: z.string().min(1) });

type DiscoveryDocument = Awaited<ReturnType<typeof withJwks>>;

async function withJwks(description: z.infer<ReturnType<typeof toDiscoverySchema>>) {
  const supported = description.id_token_signing_alg_values_supported;
  return {
    ...description,
    keys: createRemoteJwks({
      url: description.jwks_uri,
      timeoutMs: TIMEOUT_MS,
      cooldownMs: KEYS_COOLDOWN_MS,
      maxAgeMs: KEYS_MAX_AGE_MS,
      tokensFrom: 'provider',
    }).getKey,
    algorithms: supported ? ALGORITHMS.filter((algorithm) => supported.includes(algorithm)) : ['RS256'],
  };
}

async function readJson<T>(url: string, init: RequestInit, schema: z.ZodType<T>): Promise<T> {
  const response = await fetchBounded(url, init);
  // Rejections, such as of a code used twice, are not worth a retry.
  if (response.status >= 400 && response.status < 500 && response.status !== 429 && init.method === 'POST')
    throw new VerificationFailed(`it responded with ${response.status}`);
  if (!response.ok) throw new IdentityUnavailable(`It responded with ${response.status}.`);
  const parsed = schema.safeParse(await response.json().catch(() => null));
  if (!parsed.success) throw new IdentityUnavailable('Its response could not be read.');
  return parsed.data;
}

/** A whole response within the limits. Redirects are errors. */
async function fetchBounded(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = await readBoundedBody(response, MAX_RESPONSE_BYTES);
    if (!body) throw new IdentityUnavailable('Its response is too large.');
    return new Response(new Uint8Array(body), { status: response.status, headers: response.headers });
  } catch (error) {
    if (error instanceof IdentityUnavailable) throw error;
    const slow = error instanceof Error && error.name === 'TimeoutError';
    throw new IdentityUnavailable(slow ? 'It did not respond in time.' : 'It cannot be reached.', { cause: error });
  }
}

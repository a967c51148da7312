import { createRemoteJWKSet, customFetch, type JWTPayload, errors as joseErrors, jwtVerify } from 'jose';
import * as z from 'zod';

/** How long one answer of the provider may take, and how large it may be. */
const PATIENCE_MS = 5_000;
const LARGEST_ANSWER = 256 * 1024;
const DESCRIPTION_GOOD_FOR_MS = 3_600_000;

/** Only what is signed with a key whose other half stays with the provider. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** The provider is away, too slow, or answers what nobody can read. */
export class ProviderAway extends Error {}

/** The provider answered, and this sign-in is not to be trusted: another nonce, a wrong signature, a code used twice. */
export class NotVerified extends Error {}

export interface OpenIdProvider {
  /** Whether where people sign in is known from an earlier answer, so that knowing it now says nothing of the provider. */
  isDescribed(): boolean;
  /** Where people sign in. */
  authorizationEndpoint(): Promise<string>;
  /** The verified claims of the person whom this code stands for. */
  redeem(redemption: { code: string; codeVerifier: string; redirectUri: string }): Promise<string>;
  verify(idToken: string, nonce: string): Promise<JWTPayload>;
  /** Asks the provider anew, whatever is remembered. */
  probe(): Promise<void>;
}

/**
 * An OpenID Connect provider, known by the address of its description, which is fetched when it is needed first: it may
 * be away when the shop starts. Whatever it answers is read within a time and a size.
 */
export function createOpenIdProvider(settings: {
  clientId: string;
  clientSecret: string;
  discoveryUrl: string;
}): OpenIdProvider {
  const { clientId, clientSecret, discoveryUrl } = settings;
  const description = describing(discoveryUrl);
  let fetched: { at: number; value: Promise<Description> } | null = null;

  const isDescribed = () => fetched !== null && Date.now() - fetched.at < DESCRIPTION_GOOD_FOR_MS;

  function readDescription(): Promise<Description> {
    if (fetched && isDescribed()) return fetched.value;
    const asked = { at: Date.now(), value: readJson(discoveryUrl, {}, description).then(withKeys) };
    fetched = asked;
    asked.value.catch(() => {
      if (fetched === asked) fetched = null;
    });
    return asked.value;
  }

  return {
    isDescribed,
    authorizationEndpoint: async () => (await readDescription()).authorization_endpoint,
    async redeem({ code, codeVerifier, redirectUri }) {
      const { token_endpoint } = await readDescription();
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        code_verifier: codeVerifier,
        redirect_uri: redirectUri,
        client_id: clientId,
        client_secret: clientSecret,
      });
      return (await readJson(token_endpoint, { method: 'POST', body }, tokens)).id_token;
    },
    async verify(idToken, nonce) {
      const { issuer, keys, algorithms } = await readDescription();
      try {
        const { payload } = await jwtVerify(idToken, keys, {
          // Google has named itself both ways.
          issuer: issuer === 'https://accounts.google.com' ? [issuer, 'accounts.google.com'] : issuer,
          audience: clientId,
          algorithms,
          requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
          maxTokenAge: '1h',
          clockTolerance: 30,
        });
        if (payload.nonce !== nonce) throw new NotVerified('the nonce is not the one that was sent');
        if (payload.azp !== undefined && payload.azp !== clientId) throw new NotVerified('issued to another client');
        return payload;
      } catch (error) {
        if (error instanceof joseErrors.JWKSTimeout || error instanceof joseErrors.JWKSInvalid)
          throw new ProviderAway('The keys could not be read.', { cause: error });
        if (error instanceof joseErrors.JOSEError) throw new NotVerified(error.message);
        throw error;
      }
    },
    probe: async () => void (await readJson(discoveryUrl, {}, description)),
  };
}

function describing(discoveryUrl: string) {
  // A provider reached over https must not lead to where anybody can read along.
  const address = z.url({ protocol: discoveryUrl.startsWith('https:') ? /^https$/ : /^https?$/ });
  return z.object({
    issuer: z.string().min(1),
    authorization_endpoint: address,
    token_endpoint: address,
    jwks_uri: address,
    id_token_signing_alg_values_supported: z.array(z.string()).optional(),
  });
}

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/** Only keys are an answer: of anything else the library would say that the sign-in was forged. */
async function fetchKeys(url: string, init: RequestInit): Promise<Response> {
  const response = await fetchWhole(url, init);
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if (response.status !== 200 || !keySet.safeParse(body).success)
    throw new ProviderAway(`The keys could not be read: it answered ${response.status}.`);
  return response;
}

const tokens = z.object({ id_token: z.string().min(1) });

type Description = Awaited<ReturnType<typeof withKeys>>;

async function withKeys(description: z.infer<ReturnType<typeof describing>>) {
  const supported = description.id_token_signing_alg_values_supported;
  return {
    ...description,
    keys: createRemoteJWKSet(new URL(description.jwks_uri), {
      timeoutDuration: PATIENCE_MS,
      [customFetch]: (url, init) => fetchKeys(url, init as RequestInit),
    }),
    algorithms: supported ? ALGORITHMS.filter((algorithm) => supported.includes(algorithm)) : ['RS256'],
  };
}

async function readJson<T>(url: string, init: RequestInit, schema: z.ZodType<T>): Promise<T> {
  const response = await fetchWhole(url, init);
  // Of what it refuses (a code used twice, for one) there is nothing to be tried again.
  if (response.status >= 400 && response.status < 500 && response.status !== 429 && init.method === 'POST')
    throw new NotVerified(`it answered ${response.status}`);
  if (!response.ok) throw new ProviderAway(`It answered ${response.status}.`);
  const parsed = schema.safeParse(await response.json().catch(() => null));
  if (!parsed.success) throw new ProviderAway('It gave an answer that could not be read.');
  return parsed.data;
}

/** An answer with all of its body, or none in time. It never follows the provider elsewhere. */
async function fetchWhole(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > LARGEST_ANSWER) throw new ProviderAway('Its answer is too large.');
      chunks.push(chunk);
    }
    return new Response(Buffer.concat(chunks), { status: response.status, headers: response.headers });
  } catch (error) {
    if (error instanceof ProviderAway) throw error;
    const slow = error instanceof Error && error.name === 'TimeoutError';
    throw new ProviderAway(slow ? 'It did not answer in time.' : 'It cannot be reached.', { cause: error });
  }
}

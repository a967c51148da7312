import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey, errors as joseErrors } from 'jose';
import * as z from 'zod';
import { readBoundedBody } from '#src/platform/read-bounded-body.server.ts';
import { IdentityUnavailable } from './provider-errors.server.ts';

export interface RemoteJwksOptions {
  url: string;
  timeoutMs: number;
  /** Minimum time between two fetches that tokens cause, in ms. */
  cooldownMs: number;
  /** How long the keys are used without a new fetch, in ms; Infinity leaves that to `refresh`. */
  maxAgeMs: number;
  /**
   * The sender of the tokens. 'clients' can forge key ids, so a cooldown follows failed fetches, too. During it, an
   * unknown key may be a new one, so the token is not rejected as forged. 'provider': the tokens come from the provider
   * itself.
   */
  tokensFrom: 'clients' | 'provider';
  /** Called after each fetch, with the reason if it failed. */
  onFetch?: (error: string | null) => void;
}

export interface RemoteJwks {
  /** Finds the key of a token. Throws `IdentityUnavailable` while nobody can say whether there is one. */
  getKey: JWTVerifyGetKey;
  /** Fetches the keys now. If that fails, known keys stay in use. */
  refresh(): Promise<void>;
}

const MAX_RESPONSE_BYTES = 256 * 1024;

/** The public keys that an identity provider publishes at an address, cached by jose. */
export function createRemoteJwks(options: RemoteJwksOptions): RemoteJwks {
  const { url, timeoutMs, cooldownMs, maxAgeMs, tokensFrom, onFetch } = options;
  let failedAt = Number.NEGATIVE_INFINITY;

  const jwks = createRemoteJWKSet(new URL(url), {
    timeoutDuration: timeoutMs,
    cooldownDuration: cooldownMs,
    cacheMaxAge: maxAgeMs,
    [customFetch]: async (address, { headers, signal }) => {
      // jose itself cools down after a success only.
      if (tokensFrom === 'clients' && performance.now() - failedAt < cooldownMs)
        throw new IdentityUnavailable('The keys of the identity service are not known.');
      try {
        const keys = await fetchKeys(address, headers, signal);
        onFetch?.(null);
        return Response.json(keys);
      } catch (error) {
        failedAt = performance.now();
        const reason = `The keys of the identity service could not be read: ${toReason(error)}.`;
        onFetch?.(reason);
        throw new IdentityUnavailable(reason, { cause: error });
      }
    },
  });

  return {
    async getKey(header, token) {
      const mayBeNewer = tokensFrom === 'clients' && jwks.coolingDown;
      try {
        return await jwks(header, token);
      } catch (error) {
        if (mayBeNewer && error instanceof joseErrors.JWKSNoMatchingKey)
          throw new IdentityUnavailable('The key may be newer than those that are known.', { cause: error });
        throw error;
      }
    },
    refresh() {
      failedAt = Number.NEGATIVE_INFINITY;
      return jwks.reload();
    },
  };
}

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) });

/** Only keys are a valid response: for anything else, jose would say that the token was forged. */
async function fetchKeys(url: string, headers: Headers, signal: AbortSignal) {
  const response = await fetch(url, { headers, signal, redirect: 'error' });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`it responded with ${response.status}`);
  }
  const body = await readBoundedBody(response, MAX_RESPONSE_BYTES);
  if (!body) throw new Error('the response has no end');
  const parsed = keySetSchema.safeParse(JSON.parse(new TextDecoder().decode(body)));
  if (!parsed.success) throw new Error('the response holds no keys');
  return parsed.data;
}

function toReason(error: unknown): string {
  if (!(error instanceof Error)) return 'no response';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no response in time';
  if (error instanceof SyntaxError) return 'the response is not JSON';
  return error.message === 'fetch failed' ? 'no connection' : error.message;
}

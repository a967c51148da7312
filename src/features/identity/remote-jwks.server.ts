import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey, errors as joseErrors } from 'jose';
import { readBoundedBody } from '#src/platform/read-bounded-body.server.ts';

/** The identity service cannot be asked just now: whoever calls is not refused, they are to try again. */
export class IdentityUnavailable extends Error {
  override name = 'IdentityUnavailable';
}

export interface RemoteJwksOptions {
  address: string;
  /** Longest wait for an answer, in ms. */
  timeoutMs?: number;
  /** Shortest time between two readings that tokens cause, in ms: forged key ids must not make us read without end. */
  cooldownMs?: number;
  onRead?: (trouble: string | null) => void;
}

export interface RemoteJwks {
  key: JWTVerifyGetKey;
  /** Reads the keys now. Keys that are known stay in use when that fails. */
  refresh(signal?: AbortSignal): Promise<void>;
}

const MAX_RESPONSE_BYTES = 256 * 1024;

/**
 * The keys an identity service publishes at an address. Not jose's own remote set: that one forgets what it knows when
 * it is old and the service is away, and takes an answer without keys for an answer.
 */
export function createRemoteJwks(options: RemoteJwksOptions): RemoteJwks {
  const { address, timeoutMs = 4_000, cooldownMs = 15_000, onRead } = options;
  let known: JWTVerifyGetKey | null = null;
  let reading: Promise<void> | null = null;
  let last: { at: number; failed: boolean } | null = null;

  function refresh(signal?: AbortSignal): Promise<void> {
    reading ??= read(signal).finally(() => {
      reading = null;
    });
    return reading;
  }

  async function read(signal?: AbortSignal): Promise<void> {
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      const keys = await fetchKeys(address, signal ? AbortSignal.any([signal, limit]) : limit);
      known = createLocalJWKSet(keys);
      last = { at: performance.now(), failed: false };
    } catch (error) {
      last = { at: performance.now(), failed: true };
      const trouble = `The keys of the identity service could not be read: ${toReason(error)}.`;
      onRead?.(trouble);
      throw new IdentityUnavailable(trouble, { cause: error });
    }
    onRead?.(null);
  }

  return {
    refresh,
    async key(header, token) {
      if (known) {
        try {
          return await known(header, token);
        } catch (error) {
          if (!(error instanceof joseErrors.JWKSNoMatchingKey)) throw error;
        }
      }
      // Keys rotate: a key that is not known may be new. While they rest nobody can say, which is no refusal.
      const coolingDown = last !== null && performance.now() - last.at < cooldownMs && !reading;
      if (!coolingDown) await refresh();
      if (!known || last?.failed || coolingDown)
        throw new IdentityUnavailable('The keys of the identity service are not known.');
      return known(header, token);
    },
  };
}

async function fetchKeys(address: string, signal: AbortSignal): Promise<JSONWebKeySet> {
  const response = await fetch(address, { signal, redirect: 'error', headers: { accept: 'application/json' } });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`it answered ${response.status}`);
  }
  const body = await readBoundedBody(response, MAX_RESPONSE_BYTES);
  if (!body) throw new Error('the answer has no end');
  const keys: unknown = JSON.parse(new TextDecoder().decode(body));
  if (!isKeySet(keys)) throw new Error('the answer holds no keys');
  return keys;
}

function isKeySet(value: unknown): value is JSONWebKeySet {
  if (typeof value !== 'object' || value === null || !('keys' in value) || !Array.isArray(value.keys)) return false;
  return (
    value.keys.length > 0 && value.keys.every((key) => typeof key?.kid === 'string' && typeof key.kty === 'string')
  );
}

function toReason(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer in time';
  if (error instanceof SyntaxError) return 'the answer is not JSON';
  return error.message === 'fetch failed' ? 'no connection' : error.message;
}

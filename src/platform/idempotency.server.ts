import { createHash } from 'node:crypto';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { isUniqueViolation } from './database.server.ts';

/** The idempotency key of a request, and the hash of what it asks for. */
export interface Idempotency {
  key: string;
  fingerprint: string;
}

/**
 * `values` is what the request asks for, and must be JSON. Its hash is stored, so the same values have to come in the same order
 * in every version. Null without a key.
 */
export function toIdempotency(key: string | undefined, values: unknown): Idempotency | null {
  return key ? { key, fingerprint: hashRequest(values) } : null;
}

/** Tells two requests with one key apart. */
export function hashRequest(values: unknown): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url');
}

/** The result of the first request with this key. Null where this is the first, or has no key. */
export async function findFirstResult<Row extends { fingerprint: string | null }, T>(
  idempotency: Idempotency | null,
  find: (key: string) => Promise<Row | null>,
  toResult: (first: Row) => T | Promise<T>,
): Promise<Outcome<T> | null> {
  const first = idempotency && (await find(idempotency.key));
  if (!first) return null;
  return first.fingerprint === idempotency.fingerprint ? ok(await toResult(first)) : fail('idempotency_key_reused');
}

/**
 * Does the work unless a request with the same key has. `uniqueKey` is the index that rejects the key of a request that
 * was faster by a moment: then its result is also ours.
 */
export async function doOnce<T>(
  findFirst: () => Promise<Outcome<T> | null>,
  uniqueKey: string,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const first = await findFirst();
  if (first) return first;
  try {
    return await work();
  } catch (error) {
    const faster = isUniqueViolation(error, uniqueKey) ? await findFirst() : null;
    if (faster) return faster;
    throw error;
  }
}

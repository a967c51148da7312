import { createHash } from 'node:crypto';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { isUniqueViolation } from './database.server.ts';

/** The idempotency key of a request, and the hash of what it asks for. */
export interface Idempotency {
  key: string;
  fingerprint: string;
}

/**
 * `values` is what the request asks for, as JSON. Its hash is stored, so every version has to pass the same values in
 * the same order. Null without a key.
 */
export function toIdempotency(key: string | undefined, values: unknown): Idempotency | null {
  return key ? { key, fingerprint: hashRequest(values) } : null;
}

/** Distinguishes two different requests with the same key. */
export function hashRequest(values: unknown): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url');
}

/** The result of the first request with this key. Null if this is the first, or if it has no key. */
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
 * Does the work unless a request with the same key has done it. `uniqueKey` is the index that rejects the key if
 * another request was a moment faster; its result is then returned.
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

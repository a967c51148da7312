import { createHash } from 'node:crypto';

/**
 * Tells two requests with one idempotency key apart: the hash of what they ask for, which must be JSON. It is stored, so the
 * same values have to come in the same order in every version.
 */
export function hashRequest(values: unknown): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url');
}

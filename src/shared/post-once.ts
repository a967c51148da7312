import { type ApiResult, callApi, isOutcomeUnknown } from './api-client.ts';

/**
 * Sends requests with an idempotency key. While the outcome of a request is unknown, repeating it uses the same key, so
 * that a lost response never doubles it. A different request gets a new key, and so does an equal one after that.
 */
export function createPostOnce() {
  let current: { request: string; key: string } | null = null;
  return async <T>(path: string, body: unknown): Promise<ApiResult<T>> => {
    const request = JSON.stringify([path, body]);
    if (current?.request !== request) current = { request, key: makeIdempotencyKey() };
    const sent = current;
    const result = await callApi<T>(path, { method: 'POST', body, headers: { 'idempotency-key': sent.key } });
    if (current === sent && (result.ok || !isOutcomeUnknown(result.problem))) current = null;
    return result;
  };
}

/** A key that no other request has. */
export function makeIdempotencyKey(): string {
  // Not `randomUUID`, which browsers lack on plain http.
  return [...crypto.getRandomValues(new Uint8Array(18))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

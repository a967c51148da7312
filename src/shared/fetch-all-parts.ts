import { type ApiResult, callApi } from './api-client.ts';

/**
 * Fetches the complete result of a call that may come in several responses. Each response leads to the next one, and
 * `join` adds it to the earlier ones.
 */
export async function fetchAllParts<T>(path: string, join: (known: T, more: T) => T): Promise<ApiResult<T>> {
  const whole = await callApi<T>(path);
  if (!whole.ok) return whole;
  for (let { next } = whole; next; ) {
    const more = await callApi<T>(`${path}?cursor=${next}`);
    if (!more.ok) return more;
    whole.value = join(whole.value, more.value);
    next = more.next;
  }
  return whole;
}

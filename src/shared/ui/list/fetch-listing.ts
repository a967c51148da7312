import { type Answer, callApi } from '#src/shared/api-client.ts';
import { type Listed, pagesOf } from '#src/shared/listing.ts';
import type { ListAddress } from './list-address.ts';

/**
 * Reads one page of a listing under `/api`, or its last one where the list has become shorter than that. `more` is
 * what this call needs besides.
 */
export async function fetchListing<T>(
  path: string,
  address: ListAddress,
  pageSize: number,
  more: Record<string, string> = {},
): Promise<Answer<Listed<T>>> {
  const { q, state, sort, page } = address;
  const asked = new URLSearchParams({ ...more, limit: String(pageSize), page: String(page), sort });
  if (state) asked.set('state', state);
  if (q) asked.set('q', q);
  const answer = await callApi<T[]>(`${path}?${asked}`);
  if (!answer.ok) return answer;
  const { value: rows } = answer;
  const total = answer.total ?? rows.length;
  const last = pagesOf(total, pageSize);
  if (page > last) return fetchListing(path, { ...address, page: last }, pageSize, more);
  return { ...answer, value: { rows, total, page, pageSize } };
}

import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import { countPages, type ListPage } from '#src/shared/pagination.ts';
import type { ListParams } from './list-params.ts';

/**
 * Reads one page of a listing under `/api`, or its last one where the list has become shorter than that. `more` is
 * what this call needs besides.
 */
export async function fetchListPage<T>(
  path: string,
  params: ListParams,
  pageSize: number,
  more: Record<string, string> = {},
): Promise<ApiResult<ListPage<T>>> {
  const { q, state, sort, page } = params;
  const asked = new URLSearchParams({ ...more, limit: String(pageSize), page: String(page), sort });
  if (state) asked.set('state', state);
  if (q) asked.set('q', q);
  const answer = await callApi<T[]>(`${path}?${asked}`);
  if (!answer.ok) return answer;
  const { value: rows } = answer;
  const total = answer.total ?? rows.length;
  const last = countPages(total, pageSize);
  if (page > last) return fetchListPage(path, { ...params, page: last }, pageSize, more);
  return { ...answer, value: { rows, total, page, pageSize } };
}

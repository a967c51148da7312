import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import { countPages, type ListPage } from '#src/shared/pagination.ts';
import type { ListConfig } from './list-config.ts';
import { type ListParams, parseListParams, toServerSort } from './list-params.ts';

type Source = Pick<ListConfig, 'path' | 'pageSize' | 'states' | 'sorts' | 'searchSort' | 'searchLabel'>;

/** Reads the page of a list that a URL's query asks for. `extra` has further parameters. */
export function fetchListPage<Row>(
  config: Source,
  search: URLSearchParams,
  extra: Record<string, string> = {},
): Promise<ApiResult<ListPage<Row>>> {
  return fetchPage(config, parseListParams(search, config), extra);
}

async function fetchPage<Row>(
  config: Source,
  params: ListParams,
  extra: Record<string, string>,
): Promise<ApiResult<ListPage<Row>>> {
  const { path, pageSize, searchLabel } = config;
  const { q, state, sort, page, cursor } = params;
  const query = new URLSearchParams({ ...extra, limit: String(pageSize) });
  query.set(...((cursor ? ['cursor', cursor] : ['page', String(page)]) as [string, string]));
  const serverSort = toServerSort(sort, config);
  if (serverSort) query.set('sort', serverSort);
  if (state) query.set('state', state);
  if (q && searchLabel) query.set('q', q);
  const result = await callApi<Row[]>(`${path}?${query}`);
  if (!result.ok) return result;
  const { value: first } = result;
  const total = result.total ?? first.length;
  const last = countPages(total, pageSize);
  // The list has become too short for the requested page.
  if (page > last && !cursor) return fetchPage(config, { ...params, page: last }, extra);
  let { next = null, nextPath } = result;
  const rows = [...first];
  // A page of very long entries comes in parts. Without the rest, the next page number would skip the missing ones.
  while (nextPath && rows.length < pageSize) {
    const part = await callApi<Row[]>(nextPath.replace(/limit=\d+/, `limit=${pageSize - rows.length}`));
    if (!part.ok) return part;
    rows.push(...part.value);
    next = part.next ?? null;
    nextPath = part.value.length > 0 ? part.nextPath : null;
  }
  return { ...result, value: { rows, total, next, pageNumber: page, pageSize } };
}

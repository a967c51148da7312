import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import { parseCursor } from '#src/shared/list-cursor.ts';
import { countPages, type ListPage } from '#src/shared/pagination.ts';
import type { ListConfig } from './list-config.ts';
import { type ListParams, parseListParams, toServerSort } from './list-params.ts';

type Source = Pick<ListConfig, 'path' | 'pageSize' | 'states' | 'sorts' | 'searchSort' | 'searchLabel'>;

/** Reads the page of a list that a URL's query asks for. `extra` is sent besides. */
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
  // The list has become shorter than the page that was asked for.
  if (page > last && !cursor) return fetchPage(config, { ...params, page: last }, extra);
  const rest = await fetchRest<Row>(path, query, { missing: pageSize - first.length, next: result.next ?? null });
  if (!rest.ok) return rest;
  const rows = [...first, ...rest.value];
  return { ...result, value: { rows, total, next: rest.next ?? null, pageNumber: page, pageSize } };
}

/** A page of very long entries comes in parts. Without the others, the next number would begin behind what is missing. */
async function fetchRest<Row>(
  path: string,
  query: URLSearchParams,
  { missing, next }: { missing: number; next: string | null },
): Promise<ApiResult<Row[]>> {
  const rows: Row[] = [];
  while (next && rows.length < missing) {
    const more = new URLSearchParams(query);
    more.delete('page');
    more.set('cursor', next);
    more.set('limit', String(missing - rows.length));
    const sort = parseCursor(next)?.sort;
    if (sort) more.set('sort', sort);
    const part = await callApi<Row[]>(`${path}?${more}`);
    if (!part.ok) return part;
    if (part.value.length === 0) break;
    rows.push(...part.value);
    next = part.next ?? null;
  }
  return { ok: true, value: rows, serverTime: null, total: null, next };
}

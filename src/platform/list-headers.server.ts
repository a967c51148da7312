import type { Context } from 'hono';
import { parseCursor } from '#src/shared/list-cursor.ts';
import { formatTotal, type ListSlice, TOTAL_HEADER } from '#src/shared/pagination.ts';
import { countFitting } from './response-bytes.server.ts';

/**
 * Sends a part of a list. If entries are very long, it ends early, and its `Link` leads to the rest. Clients that
 * request pages by number can only get the rest that way.
 */
export function sendList<T>(c: Context, page: ListSlice<T> & { total?: number }) {
  const ended = endEarly(page);
  return c.json(ended.rows, 200, toListHeaders(c, ended));
}

function endEarly<T, P extends ListSlice<T>>(page: P): P {
  const { places, rows } = page;
  const byId = new Map(rows.map((row) => [(row as { _id?: string })._id, row]));
  const read = places?.ids.map((id) => byId.get(id)) ?? [];
  const count = countFitting(read);
  if (!places || count === read.length) return page;
  const shown = new Set(read.slice(0, count));
  return { ...page, rows: rows.filter((row) => shown.has(row)), next: places.getCursor(count - 1) };
}

/**
 * The headers of a list's response: where it continues (RFC 8288), and its total if it was counted. The link is this
 * request's path and parameters, with a cursor instead of the page.
 */
export function toListHeaders(
  c: Context,
  { next, total }: Pick<ListSlice<unknown>, 'next'> & { total?: number },
): Record<string, string> {
  const headers: Record<string, string> = {};
  if (total !== undefined) headers[TOTAL_HEADER] = formatTotal(total);
  if (next === null) return headers;
  const { pathname, searchParams } = new URL(c.req.url);
  for (const replaced of ['page', 'before', 'cursor']) searchParams.delete(replaced);
  // Without a page number, the sort order shows that this is not a plain list.
  const sort = parseCursor(next)?.sort;
  if (sort) searchParams.set('sort', sort);
  searchParams.set('cursor', next);
  headers.Link = `<${pathname}?${searchParams}>; rel="next"`;
  return headers;
}

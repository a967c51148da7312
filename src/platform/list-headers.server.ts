import type { Context } from 'hono';
import { parseCursor } from '#src/shared/list-cursor.ts';
import { formatTotal, type ListSlice, TOTAL_HEADER } from '#src/shared/pagination.ts';

/**
 * The headers of a list's response: where it goes on (RFC 8288), and how many entries it has where they were counted. The
 * link is the path of this request with its parameters, the page among them replaced by the cursor.
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
  // Without a page, the order says that this is no list in its plain form.
  const sort = parseCursor(next)?.sort;
  if (sort) searchParams.set('sort', sort);
  searchParams.set('cursor', next);
  headers.Link = `<${pathname}?${searchParams}>; rel="next"`;
  return headers;
}

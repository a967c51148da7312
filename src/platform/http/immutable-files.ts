/** The `cache-control` of files whose address changes with their content: a browser keeps them for a year. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Whether a response never changes, so that nobody asks about it again. */
export function isImmutable(headers: Headers): boolean {
  return headers.get('cache-control') === IMMUTABLE;
}

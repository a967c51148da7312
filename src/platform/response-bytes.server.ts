/**
 * The most bytes of JSON for the entries of one response. Writing that much blocks other requests for a few
 * milliseconds; whole responses stay below 500,000 bytes.
 */
const MAX_ENTRIES_BYTES = 400_000;

/** How many of these entries fit into a response, in order. The first always fits. */
export function countFitting(entries: readonly unknown[]): number {
  let bytes = 0;
  for (const [at, entry] of entries.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(entry) ?? '');
    if (bytes > MAX_ENTRIES_BYTES && at > 0) return at;
  }
  return entries.length;
}

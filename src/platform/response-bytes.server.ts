/**
 * What the entries of one response take, in bytes of JSON. To write so much takes a few milliseconds, in which nobody else
 * is served; whole responses stay below 500,000.
 */
const MAX_ENTRIES_BYTES = 400_000;

/** How many of these entries, taken in their order, a response has room for. The first always fits. */
export function countFitting(entries: readonly unknown[]): number {
  let bytes = 0;
  for (const [at, entry] of entries.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(entry) ?? '');
    if (bytes > MAX_ENTRIES_BYTES && at > 0) return at;
  }
  return entries.length;
}

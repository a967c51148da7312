/**
 * A number as people read it: 1234567 → "1,234,567". The platform's own formatter loads its tables first, and a
 * phone needs 20 ms and more for that.
 */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g, ',');
}

/** The size of a file as people read it: 734003 → "717 KB". */
export function formatBytes(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1000 ? `${Math.max(1, Math.round(kilobytes))} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

/**
 * A number, or one that is written with decimals, as people read it: 1234567 → "1,234,567". The platform's own formatter first loads its tables, which takes a
 * phone 20 ms or more.
 */
export function formatCount(count: number | string): string {
  const text = String(count);
  if (!/^-?[\d.]+$/.test(text)) return text;
  const [whole = '', decimals] = text.split('.');
  const first = whole.startsWith('-') ? 1 : 0;
  let grouped = '';
  for (let end = whole.length; end > first; end -= 3)
    grouped = whole.slice(Math.max(first, end - 3), end) + (grouped && `,${grouped}`);
  return whole.slice(0, first) + grouped + (decimals === undefined ? '' : `.${decimals}`);
}

/** The size of a file as people read it: 734003 → "717 KB". */
export function formatBytes(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`;
  const megabytes = kilobytes / 1024;
  return megabytes < 1000 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1024).toFixed(1)} GB`;
}

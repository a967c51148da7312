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

/** A time span, from its first day up to but excluding the day after its last. ISO dates. */
export interface Days {
  from: string;
  until: string;
}

const DAY = '\\d{4}-\\d{2}(?:-\\d{2})?';
const SPAN = new RegExp(`^(${DAY})(?:\\.\\.(${DAY}))?$`);

/** Splits a search into words and at most one time span. A date that does not exist stays a word. */
export function parseAuditSearch(search = ''): { words: string; days: Days | null } {
  let days: Days | null = null;
  const words = search
    .split(/\s+/)
    .filter((word) => {
      const found: Days | null = days ? null : toDays(word);
      days ??= found;
      return word !== '' && !found;
    })
    .join(' ');
  return { words, days };
}

function toDays(word: string): Days | null {
  const [, first, last = first] = SPAN.exec(word) ?? [];
  if (!first || !last) return null;
  const [from, until] = [toDate(first, 0), toDate(last, 1)];
  return from && until && from < until ? { from, until } : null;
}

/** The first day of a day or month, or of the one after it. Null for a date that does not exist. */
function toDate(text: string, offset: 0 | 1): string | null {
  const [year = 0, month = 0, day] = text.split('-').map(Number);
  const date = new Date(Date.UTC(year, month - 1, day ?? 1));
  if (date.getUTCMonth() !== month - 1 || (day !== undefined && date.getUTCDate() !== day)) return null;
  if (day === undefined) date.setUTCMonth(date.getUTCMonth() + offset);
  else date.setUTCDate(date.getUTCDate() + offset);
  return date.toISOString().slice(0, 10);
}

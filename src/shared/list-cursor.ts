/** Where a list continues: after the row with this sort key and this place in the order of creation. */
export interface ListCursor {
  /** The `sort` of the query; empty for a plain list, which goes back in time. */
  sort: string;
  /** The row's sort key; null if the order is only that of creation. */
  key: string | number | null;
  seq: number;
}

/** The maximum length of a cursor: a sort key is a name of at most a few hundred characters. */
export const MAX_CURSOR_LENGTH = 2_000;

/** Formats a cursor as an opaque word for URLs. */
export function formatCursor({ sort, key, seq }: ListCursor): string {
  const bytes = new TextEncoder().encode(JSON.stringify([sort, key, seq]));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Parses such a word. Null if it is not a cursor. */
export function parseCursor(word: string): ListCursor | null {
  if (word.length > MAX_CURSOR_LENGTH || !/^[\w-]+$/.test(word)) return null;
  try {
    const binary = atob(word.replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (one) => one.charCodeAt(0)));
    const parts: unknown = JSON.parse(text);
    return isCursor(parts) ? { sort: parts[0], key: parts[1], seq: parts[2] } : null;
  } catch {
    return null;
  }
}

function isCursor(parts: unknown): parts is [string, ListCursor['key'], number] {
  if (!Array.isArray(parts) || parts.length !== 3) return false;
  const [sort, key, seq] = parts as unknown[];
  // The database does not accept NUL in text.
  const hasKey = key === null || Number.isSafeInteger(key) || (typeof key === 'string' && !key.includes('\0'));
  return typeof sort === 'string' && hasKey && Number.isSafeInteger(seq);
}

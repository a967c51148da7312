/** `local` stays in the browser, visible to all of its tabs; `session` ends with the tab. */
export type StorageArea = 'local' | 'session';

// If storage is blocked, browsers throw as soon as it is accessed.
const open = (area: StorageArea) => (area === 'local' ? localStorage : sessionStorage);

/** The result, or null if the browser blocks storage or it is full. */
function tryStorage<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** A stored text; null if there is none, or if storage is blocked. */
export function readStored(area: StorageArea, key: string): string | null {
  return tryStorage(() => open(area).getItem(key));
}

/** Stores a text; null removes it. Returns whether that worked, since storage may be full or blocked. */
export function writeStored(area: StorageArea, key: string, text: string | null): boolean {
  const write = () => {
    if (text === null) open(area).removeItem(key);
    else open(area).setItem(key, text);
    return true;
  };
  return tryStorage(write) ?? false;
}

export function listStoredKeys(area: StorageArea): string[] {
  return tryStorage(() => Object.keys(open(area))) ?? [];
}

/** The value of a stored JSON text, which anybody may have written; null if it is not valid. */
export function parseStored(text: string | null): unknown {
  return tryStorage(() => JSON.parse(text ?? 'null'));
}

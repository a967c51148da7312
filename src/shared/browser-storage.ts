/** `local` stays in the browser and is seen by all its tabs; `session` ends with the tab. */
export type StorageArea = 'local' | 'session';

// Where storage is blocked, a browser throws at the name alone.
const open = (area: StorageArea) => (area === 'local' ? localStorage : sessionStorage);

/** The result, or null where the browser allows no storage, or no more of it. */
function tryStorage<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** A text that this browser keeps; null without one, and where storage is blocked. */
export function readStored(area: StorageArea, key: string): string | null {
  return tryStorage(() => open(area).getItem(key));
}

/** Keeps a text; null removes it. Returns whether the browser did so: storage may be full or blocked. */
export function writeStored(area: StorageArea, key: string, text: string | null): boolean {
  const write = () => {
    if (text === null) open(area).removeItem(key);
    else open(area).setItem(key, text);
    return true;
  };
  return tryStorage(write) ?? false;
}

/** The keys of all that is kept. */
export function listStoredKeys(area: StorageArea): string[] {
  return tryStorage(() => Object.keys(open(area))) ?? [];
}

/** The value of a kept JSON text, which anybody may have written; null where it is none. */
export function parseStored(text: string | null): unknown {
  return tryStorage(() => JSON.parse(text ?? 'null'));
}

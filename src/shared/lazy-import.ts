/** A module that is loaded when it is needed. */
export interface LazyImport<T> {
  /** Null if it cannot be loaded; the next call retries. */
  load: () => Promise<T | null>;
  /** Loads it before it is needed. */
  preload: () => void;
}

export function lazyImport<T>(importValue: () => Promise<T>): LazyImport<T> {
  let loading: Promise<T | null> | null = null;
  const load = () => {
    loading ??= importValue().catch(() => {
      loading = null;
      return null;
    });
    return loading;
  };
  return { load, preload: () => void load() };
}

/** What is loaded when it is needed. */
export interface LazyImport<T> {
  /** Null where it cannot be loaded; the next call tries again. */
  load: () => Promise<T | null>;
  /** Loads it ahead of that moment. */
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

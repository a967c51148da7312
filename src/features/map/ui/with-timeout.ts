/** In ms, for one part of the map's script over a slow connection. */
const TIMEOUT_MS = 30_000;

/** Rejects when `loading` takes longer than 30 s. A dynamic import has no timeout of its own. */
export function withTimeout<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Loading timed out.')), TIMEOUT_MS);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

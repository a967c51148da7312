/** How long a part of the map's script may take, in ms, over a slow line. */
const TIMEOUT_MS = 30_000;

/** What is loading, or a rejection when it takes too long: a script that is asked for has no limit of its own. */
export function withTimeout<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('It takes too long.')), TIMEOUT_MS);
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

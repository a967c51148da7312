/** Doubling more often than this would only overflow. */
const MAX_DOUBLINGS = 30;

/**
 * How long to wait after the nth failure: `first`, then twice as long each time, at most `max`, in the unit of `first`.
 * A `jitter` of 0.25 varies it by up to a quarter, so that rows that failed together are retried at different times.
 */
export function backoff(
  failures: number,
  { first, max, jitter = 0 }: { first: number; max: number; jitter?: number },
): number {
  const delay = Math.min(first * 2 ** Math.min(Math.max(failures - 1, 0), MAX_DOUBLINGS), max);
  return jitter === 0 ? delay : delay * (1 - jitter + 2 * jitter * Math.random());
}

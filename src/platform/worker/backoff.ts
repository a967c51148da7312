/** Doubling exponents beyond this only overflow. */
const MAX_DOUBLINGS = 30;

/**
 * How long to wait after the nth failure: `first`, then twice as long each time, `max` at most. In the unit of `first`.
 * A `jitter` of 0.25 varies it by a quarter either way. Rows that failed together then return apart.
 */
export function backoff(
  failures: number,
  { first, max, jitter = 0 }: { first: number; max: number; jitter?: number },
): number {
  const delay = Math.min(first * 2 ** Math.min(Math.max(failures - 1, 0), MAX_DOUBLINGS), max);
  return jitter === 0 ? delay : delay * (1 - jitter + 2 * jitter * Math.random());
}

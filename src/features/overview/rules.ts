/** Counts stop here, which is shown as '99+'. Each count thus reads at most a hundred entries of an index. */
export const MAX_WAITING = 100;

/** How many entries of each kind the overview names, the oldest ones. */
export const OLDEST_SHOWN = 3;

/** A count as shown to people. */
export function formatWaiting(count: number): string {
  return count >= MAX_WAITING ? `${MAX_WAITING - 1}+` : String(count);
}

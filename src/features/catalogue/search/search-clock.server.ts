/**
 * In ms. Most searches take a twentieth of it. On an overloaded machine, every search skips what would only improve its
 * result.
 */
const SEARCH_TIME = 1_000;

/** The time budget of one search. A search that exceeds it returns the best it has found so far. */
export interface SearchClock {
  /** Whether to skip further statements. */
  isOver(): boolean;
  /** Whether any statement was skipped: the same search may find more at another time. */
  readonly hasEnded: boolean;
}

export function startSearchClock(timeMs = SEARCH_TIME): SearchClock {
  const end = performance.now() + timeMs;
  let hasEnded = false;
  return {
    isOver() {
      hasEnded ||= performance.now() >= end;
      return hasEnded;
    },
    get hasEnded() {
      return hasEnded;
    },
  };
}

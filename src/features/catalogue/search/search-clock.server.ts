/** In ms. Most searches take a twentieth of it; on a machine that is overrun, all do without what would only make them better. */
const SEARCH_TIME = 1_000;

/** The time of one search. What is over ends with the best that was found so far. */
export interface SearchClock {
  /** Whether further statements are to be left out. */
  isOver(): boolean;
  /** Whether any were: then the same search may find more at another time. */
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

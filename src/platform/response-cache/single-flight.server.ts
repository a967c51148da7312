export interface SingleFlight<T> {
  /** The result of a computation in progress, or null if there is none. */
  join(key: string, generation: number): Promise<T> | null;
  /**
   * Computes once for all who request the same key at the same time. `generation`: a computation that began in an
   * earlier one may show old data and is not shared.
   */
  run(key: string, generation: number, compute: () => Promise<T>): Promise<{ value: T; isJoined: boolean }>;
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const inFlight = new Map<string, { generation: number; value: Promise<T> }>();
  return {
    join(key, generation) {
      const running = inFlight.get(key);
      return running?.generation === generation ? running.value : null;
    },
    async run(key, generation, compute) {
      const running = inFlight.get(key);
      if (running?.generation === generation) return { value: await running.value, isJoined: true };
      const own = { generation, value: compute() };
      inFlight.set(key, own);
      try {
        return { value: await own.value, isJoined: false };
      } finally {
        if (inFlight.get(key) === own) inFlight.delete(key);
      }
    },
  };
}

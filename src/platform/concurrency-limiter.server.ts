/** Lets so many through at once, keeps so many waiting, and turns the rest away. */
export interface ConcurrencyLimiter {
  /** What `work` answers, or null for those turned away. */
  run<T>(work: () => Promise<T>): Promise<T | null>;
}

export function createConcurrencyLimiter(maxConcurrent: number, maxQueued: number): ConcurrencyLimiter {
  const queue: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running >= maxConcurrent) {
        if (queue.length >= maxQueued) return null;
        // Whoever leaves hands over the place, so it is never counted free in between.
        await new Promise<void>((resolve) => queue.push(resolve));
      } else running += 1;
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}

/** Runs `maxConcurrent` tasks at once, queues `maxQueued`, and rejects the rest. */
export interface ConcurrencyLimiter {
  /** The result of `work`, or null where the queue is full. */
  run<T>(work: () => Promise<T>): Promise<T | null>;
}

export function createConcurrencyLimiter(maxConcurrent: number, maxQueued: number): ConcurrencyLimiter {
  const queue: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running >= maxConcurrent) {
        if (queue.length >= maxQueued) return null;
        // A finished task hands its place over, so it is never counted free in between.
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

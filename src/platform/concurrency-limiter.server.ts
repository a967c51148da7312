/** Runs `maxConcurrent` tasks at once, queues `maxQueued`, and rejects the rest. */
export interface ConcurrencyLimiter {
  /** The result of `work`, or null if the queue is full. */
  run<T>(work: () => Promise<T>): Promise<T | null>;
}

/** A separate concurrency limiter for each client. */
export interface ClientLimiter {
  run<T>(client: string, work: () => Promise<T>): Promise<T | null>;
}

export function createClientLimiter(maxConcurrent: number, maxQueued: number): ClientLimiter {
  const clients = new Map<string, { limiter: ConcurrencyLimiter; tasks: number }>();
  return {
    async run(client, work) {
      const own = clients.get(client) ?? { limiter: createConcurrencyLimiter(maxConcurrent, maxQueued), tasks: 0 };
      clients.set(client, own);
      own.tasks += 1;
      try {
        return await own.limiter.run(work);
      } finally {
        own.tasks -= 1;
        if (own.tasks === 0) clients.delete(client);
      }
    },
  };
}

export function createConcurrencyLimiter(maxConcurrent: number, maxQueued: number): ConcurrencyLimiter {
  const queue: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running >= maxConcurrent) {
        if (queue.length >= maxQueued) return null;
        // A finished task hands over its place, so that the place is never counted as free in between.
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

/** Lets so many through at once, keeps so many waiting, and turns the rest away. */
export interface Gate {
  /** What `work` answers, or null for those turned away. */
  pass<T>(work: () => Promise<T>): Promise<T | null>;
}

export function createGate(atOnce: number, waiting: number): Gate {
  const queue: (() => void)[] = [];
  let inside = 0;
  return {
    async pass(work) {
      if (inside >= atOnce) {
        if (queue.length >= waiting) return null;
        // Whoever leaves hands over the place, so it is never counted free in between.
        await new Promise<void>((resolve) => queue.push(resolve));
      } else inside += 1;
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next) next();
        else inside -= 1;
      }
    },
  };
}

/** A set of callbacks. `subscribe` returns a function that unsubscribes; `notify` calls all of them with its values. */
export function createListeners<T extends unknown[] = []>() {
  const listeners = new Set<(...values: T) => void>();
  return {
    subscribe(listener: (...values: T) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(...values: T): void {
      for (const listener of listeners) listener(...values);
    },
  };
}

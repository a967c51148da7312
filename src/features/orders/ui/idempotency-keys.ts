/** Keys of attempts to order: a repeated order keeps its key, any other order gets a new one. */
export interface IdempotencyKeys {
  /** The key of this order, until the order changes or `reset` is called. */
  getKey(order: string): string;
  /** Call it when the outcome is known: the next order is another one, even an equal one. */
  reset(): void;
}

export function createIdempotencyKeys(makeKey: () => string = randomKey): IdempotencyKeys {
  let current: { order: string; key: string } | null = null;
  return {
    getKey(order) {
      if (current?.order !== order) current = { order, key: makeKey() };
      return current.key;
    },
    reset() {
      current = null;
    },
  };
}

// Not `randomUUID`, which browsers lack on plain http.
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(18))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

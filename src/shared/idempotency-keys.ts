/** Keys of attempts: a request sent again unchanged keeps its key, any other one gets a new key. */
export interface IdempotencyKeys {
  /** The key of this request, until it changes or `reset` is called. */
  getKey(request: string): string;
  /** Call it when the outcome is known: the next request is another one, even an equal one. */
  reset(): void;
}

export function createIdempotencyKeys(makeKey: () => string = randomKey): IdempotencyKeys {
  let current: { request: string; key: string } | null = null;
  return {
    getKey(request) {
      if (current?.request !== request) current = { request, key: makeKey() };
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

/** Keys for attempts: a request that is sent again unchanged keeps its key, any other gets a new one. */
export interface IdempotencyKeys {
  /** The key of this request, until it changes or `reset` is called. */
  getKey(request: string): string;
  /** Call it when the outcome is known. The next request then gets a new key, even if it is the same. */
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

// Not `randomUUID`, which browsers do not provide on plain http.
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(18))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

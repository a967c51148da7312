/** The key of one attempt to order: the same while the same order is sent again, a new one for anything else. */
export interface IdempotencyKeys {
  /** The key for this order; stays the same until the order changes or `finish` is called. */
  keyFor(order: string): string;
  /** The outcome is known: the next order is another one, even if it looks the same. */
  finish(): void;
}

export function createIdempotencyKeys(makeKey: () => string = randomKey): IdempotencyKeys {
  let current: { order: string; key: string } | null = null;
  return {
    keyFor(order) {
      if (current?.order !== order) current = { order, key: makeKey() };
      return current.key;
    },
    finish() {
      current = null;
    },
  };
}

// Not `randomUUID`, which is missing where a shop is reached over plain http by its address.
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(18))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

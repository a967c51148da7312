import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey, errors as joseErrors } from 'jose';

/**
 * The service's own public keys. They are created if there are none, and read again when a token names an unknown one.
 */
export function createLocalJwks(read: () => Promise<JSONWebKeySet>): {
  prepare(): Promise<void>;
  getKey: JWTVerifyGetKey;
} {
  let current: Promise<JWTVerifyGetKey> | null = null;
  let readAt = 0;

  function readKeys(): Promise<JWTVerifyGetKey> {
    readAt = performance.now();
    const previous = current;
    const reading = read().then(createLocalJWKSet);
    current = reading;
    // A failed read keeps the known keys.
    reading.catch(() => {
      if (current === reading) current = previous;
    });
    return reading;
  }

  return {
    async prepare() {
      await (current ?? readKeys());
    },
    async getKey(header, token) {
      const known = await (current ?? readKeys());
      try {
        return await known(header, token);
      } catch (error) {
        // At most once a second, so that forged key ids cause no endless reads.
        if (!(error instanceof joseErrors.JWKSNoMatchingKey) || performance.now() - readAt < 1_000) throw error;
        return (await readKeys())(header, token);
      }
    },
  };
}

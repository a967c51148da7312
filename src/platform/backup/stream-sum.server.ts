import { createHash } from 'node:crypto';

/** Counts the bytes that pass, and sums them by SHA-256. `onError` gets the error of the source, which its reader may replace. */
export function createSum() {
  const hash = createHash('sha256');
  let size = 0;
  let sum: string | undefined;
  return {
    async *count(bytes: AsyncIterable<Uint8Array>, onError?: (error: unknown) => void) {
      try {
        for await (const chunk of bytes) {
          hash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      } catch (error) {
        onError?.(error);
        throw error;
      }
    },
    result() {
      sum ??= hash.digest('hex');
      return { size, sum };
    },
  };
}

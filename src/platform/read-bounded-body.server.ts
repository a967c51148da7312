/**
 * The whole body of another system's response, or null if it has more than `maxBytes`. It never reads further, so an
 * endless response cannot exhaust memory.
 */
export async function readBoundedBody(response: Response, maxBytes: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

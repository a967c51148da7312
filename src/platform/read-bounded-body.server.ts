/**
 * The whole body of a response from another system, or null where it has more than `maxBytes`. Never reads further than
 * that: a system that sends without end takes no more memory.
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

const MAX_BYTES = 5 * 1024 * 1024;

/**
 * The bytes of a picture at a host, or null when it is not to be had before `signal`. Only for addresses that the host itself
 * told us: whoever could choose one would choose where the shop sends requests to.
 */
export async function fetchImage(address: string, signal: AbortSignal): Promise<Buffer | null> {
  try {
    const response = await fetch(address, { redirect: 'error', signal });
    return response.ok ? await readBounded(response, MAX_BYTES) : null;
  } catch {
    return null;
  }
}

/** The whole body, or null for one that is longer than this; no more than that is ever read. */
export async function readBounded(response: Response, maxBytes: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > maxBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

import { readBoundedBody } from '#src/platform/read-bounded-body.server.ts';

const MAX_BYTES = 5 * 1024 * 1024;

/**
 * The bytes of an image at another server, or null when they do not arrive before `signal` aborts. Pass only URLs that
 * a storage of ours returned: any other URL would let its author choose where the shop sends requests.
 */
export async function fetchImage(url: string, signal: AbortSignal): Promise<Buffer | null> {
  try {
    const response = await fetch(url, { redirect: 'error', signal });
    return response.ok ? await readBoundedBody(response, MAX_BYTES) : null;
  } catch {
    return null;
  }
}

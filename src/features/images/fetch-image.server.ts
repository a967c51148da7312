import { readBoundedBody } from '#src/platform/read-bounded-body.server.ts';

const MAX_BYTES = 5 * 1024 * 1024;

/**
 * The bytes of an image on another server. Null if they do not arrive before `signal` aborts. Only pass URLs that one
 * of our storages returned: with any other URL, its author would choose where the shop sends requests.
 */
export async function fetchImage(url: string, signal: AbortSignal): Promise<Buffer | null> {
  try {
    const response = await fetch(url, { redirect: 'error', signal });
    return response.ok ? await readBoundedBody(response, MAX_BYTES) : null;
  } catch {
    return null;
  }
}

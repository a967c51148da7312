import { readBoundedBody } from '#src/platform/read-bounded-body.server.ts';

const MAX_BYTES = 5 * 1024 * 1024;

/**
 * The bytes of a picture at a host, or null when it is not to be had before `signal`. Only for addresses that the host itself
 * told us: whoever could choose one would choose where the shop sends requests to.
 */
export async function fetchImage(address: string, signal: AbortSignal): Promise<Buffer | null> {
  try {
    const response = await fetch(address, { redirect: 'error', signal });
    return response.ok ? await readBoundedBody(response, MAX_BYTES) : null;
  } catch {
    return null;
  }
}

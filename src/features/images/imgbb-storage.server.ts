import * as z from 'zod';
import { readBoundedBody } from '#src/platform/read-bounded-body.server.ts';
import { imageUrlSchema } from '#src/shared/field-schemas.ts';
import { appendSize } from '#src/shared/image-url.ts';
import { type ImageStorage, StorageError } from './image-storage.server.ts';

const MAX_RESPONSE_BYTES = 64 * 1024;

const acceptedSchema = z.object({
  success: z.literal(true),
  data: z.object({ url: z.string(), delete_url: z.string().max(500).optional() }),
});
const rejectedSchema = z.object({ error: z.object({ message: z.string(), code: z.number().optional() }) });
/** imgbb's error code about the account, never about an image: a wrong key, or the limit reached. */
const ACCOUNT_ERROR = 100;

/**
 * imgbb, by version 1 of its protocol. It stores one file per image, in one width, under a name that it may change.
 * Therefore the URL's fragment holds the size. The shop can neither list nor delete what imgbb stores.
 */
export function createImgbbStorage({
  key,
  uploadUrl = 'https://api.imgbb.com/1/upload',
  timeoutMs = 20_000,
}: {
  key: string;
  uploadUrl?: string;
  timeoutMs?: number;
}): ImageStorage {
  // The protocol puts the key into the URL, so no message may hold either.
  const keyedUrl = `${uploadUrl}?${new URLSearchParams({ key })}`;

  async function send(name: string, image: Buffer, signal: AbortSignal): Promise<{ status: number; text: string }> {
    const body = new FormData();
    body.set('image', new Blob([new Uint8Array(image)], { type: 'image/webp' }), `${name}.webp`);
    body.set('name', name);
    const response = await fetch(keyedUrl, { method: 'POST', body, signal, redirect: 'manual' });
    const bytes = await readBoundedBody(response, MAX_RESPONSE_BYTES);
    return { status: response.status, text: bytes?.toString() ?? '' };
  }

  return {
    kind: 'imgbb',
    async put(id, { full, width, height }) {
      // imgbb keeps letters, digits and hyphens of a name.
      const name = `${id}-${width}x${height}`;
      const signal = AbortSignal.timeout(timeoutMs);
      const attempt = () => send(name, full, signal);
      const response = await attempt()
        // A second attempt is only made if the first one has certainly stored nothing.
        .then(async (first) => (first.status === 503 ? attempt() : first))
        .catch((error: unknown) => (neverConnected(error) ? attempt() : Promise.reject(error)))
        .catch((error: unknown) => {
          if (neverConnected(error)) throw new StorageError('unavailable', 'imgbb cannot be reached.');
          const what = signal.aborted ? 'did not respond in time' : 'closed the connection';
          throw new StorageError('unavailable', `imgbb ${what}.`, true);
        });
      return readResponse(response, width, height);
    },
  };
}

function readResponse({ status, text }: { status: number; text: string }, width: number, height: number) {
  const json = parse(text);
  const rejected = rejectedSchema.safeParse(json);
  const { message, code } = rejected.success ? rejected.data.error : { message: '', code: undefined };
  if (status === 401 || status === 403 || (status === 400 && /\bAPI\b/i.test(message) && /\bkey\b/i.test(message)))
    throw new StorageError('credentials', `imgbb does not accept IMGBB_API_KEY (it responded with ${status}).`);
  if (status === 429 || code === ACCOUNT_ERROR)
    throw new StorageError(
      'unavailable',
      `imgbb does not accept more pictures for now: its limit is reached (${status}).`,
    );
  if (status >= 400 && status < 500) throw new StorageError('image', `imgbb rejected a picture (${status}).`);
  if (status !== 200) throw new StorageError('unavailable', `imgbb responded with ${status}.`, status !== 503);
  const accepted = acceptedSchema.safeParse(json);
  if (!accepted.success) {
    const saysFailure = typeof json === 'object' && json !== null && 'success' in json && json.success === false;
    throw new StorageError('unavailable', 'imgbb sent a response that does not follow its protocol.', !saysFailure);
  }
  const { url, delete_url } = accepted.data.data;
  const sizedUrl = appendSize(url, width, height);
  if (!isPlausible(sizedUrl))
    throw new StorageError('unavailable', 'imgbb did not send an https address for the picture.', true);
  return { url: sizedUrl, ...(delete_url ? { deleteUrl: delete_url } : {}) };
}

/** An https URL that our forms accept, without credentials. */
function isPlausible(url: string): boolean {
  if (!URL.canParse(url) || !imageUrlSchema.safeParse(url).success) return false;
  const { protocol, username, password, pathname } = new URL(url);
  return protocol === 'https:' && !username && !password && pathname !== '/';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const NEVER_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

function neverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && NEVER_CONNECTED.test(String(cause.code));
}

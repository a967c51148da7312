import * as z from 'zod';
import { readBoundedBody } from '#src/platform/read-bounded-body.server.ts';
import { imageUrlSchema } from '#src/shared/field-schemas.ts';
import { appendSize, toUploadName } from '#src/shared/image-url.ts';
import { type ImageStorage, StorageError } from './image-storage.server.ts';

const MAX_RESPONSE_BYTES = 64 * 1024;

const acceptedSchema = z.object({
  success: z.literal(true),
  data: z.object({ url: z.string(), delete_url: z.string().max(500).optional() }),
});
const rejectedSchema = z.object({ error: z.object({ message: z.string(), code: z.number().optional() }) });
/** What imgbb says of an account and never of a picture: its key is wrong, or its limit is reached. */
const ACCOUNT_ERROR = 100;

/**
 * imgbb, by version 1 of its protocol. It stores one file a picture, under a folder of its own and perhaps another name,
 * so the size is noted in the address, and there is one width only. What it has can neither be listed nor deleted by us.
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
  // The key stands in the address, as the protocol has it: neither may come into a message.
  const address = `${uploadUrl}?${new URLSearchParams({ key })}`;

  async function send(name: string, image: Buffer, signal: AbortSignal): Promise<{ status: number; text: string }> {
    const body = new FormData();
    body.set('image', new Blob([new Uint8Array(image)], { type: 'image/webp' }), `${name}.webp`);
    body.set('name', name);
    const response = await fetch(address, { method: 'POST', body, signal, redirect: 'manual' });
    const bytes = await readBoundedBody(response, MAX_RESPONSE_BYTES);
    return { status: response.status, text: bytes?.toString() ?? '' };
  }

  return {
    kind: 'imgbb',
    async put(id, { full, width, height }) {
      // imgbb keeps letters, digits and hyphens of a name.
      const name = toUploadName(id, width, height).replace('_', '-').replace('.webp', '');
      const signal = AbortSignal.timeout(timeoutMs);
      const again = () => send(name, full, signal);
      const response = await again()
        // Sent a second time only where the first has surely stored nothing.
        .then(async (first) => (first.status === 503 ? again() : first))
        .catch((error: unknown) => (neverConnected(error) ? again() : Promise.reject(error)))
        .catch((error: unknown) => {
          if (neverConnected(error)) throw new StorageError('away', 'imgbb cannot be reached.');
          const what = signal.aborted ? 'did not answer in time' : 'broke the connection off';
          throw new StorageError('away', `imgbb ${what}.`, true);
        });
      return readResponse(response, width, height);
    },
  };
}

function readResponse({ status, text }: { status: number; text: string }, width: number, height: number) {
  const json = parse(text);
  const rejected = rejectedSchema.safeParse(json);
  const { message, code } = rejected.success ? rejected.data.error : { message: '', code: undefined };
  if (status === 401 || status === 403 || (status === 400 && /\bAPI\b.*\bkey\b/i.test(message)))
    throw new StorageError('keys', `imgbb does not accept IMGBB_API_KEY (it answered ${status}).`);
  if (status === 429 || code === ACCOUNT_ERROR)
    throw new StorageError('away', `imgbb takes no more pictures for now: its limit is reached (${status}).`);
  if (status >= 400 && status < 500) throw new StorageError('picture', `imgbb refused a picture (${status}).`);
  if (status !== 200) throw new StorageError('away', `imgbb answered ${status}.`, status !== 503);
  const accepted = acceptedSchema.safeParse(json);
  if (!accepted.success) {
    const said = typeof json === 'object' && json !== null && 'success' in json && json.success === false;
    throw new StorageError('away', 'imgbb answered something else than its protocol.', !said);
  }
  const { url, delete_url } = accepted.data.data;
  const noted = appendSize(url, width, height);
  if (!isPlausible(noted)) throw new StorageError('away', 'imgbb named no https address of the picture.', true);
  return { address: noted, ...(delete_url ? { deleteUrl: delete_url } : {}) };
}

/** An https address that a form of ours takes back, without a name and password in it. */
function isPlausible(address: string): boolean {
  if (!URL.canParse(address) || !imageUrlSchema.safeParse(address).success) return false;
  const { protocol, username, password, pathname } = new URL(address);
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

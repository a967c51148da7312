import * as z from 'zod';
import { pictureSchema } from '#src/shared/identifier.ts';
import { noteSize, uploadedPictureName } from '#src/shared/picture.ts';
import { readWithin } from './fetch-picture.server.ts';
import { HostFailure, type PictureHost } from './host.server.ts';

const LONGEST_ANSWER_BYTES = 64 * 1024;

const takenSchema = z.object({
  success: z.literal(true),
  data: z.object({ url: z.string(), delete_url: z.string().max(500).optional() }),
});
const refusedSchema = z.object({ error: z.object({ message: z.string(), code: z.number().optional() }) });
/** What imgbb says of an account and never of a picture: its key is wrong, or its limit is reached. */
const OF_THE_ACCOUNT = 100;

/**
 * imgbb, by version 1 of its protocol. It stores one file a picture, under a folder of its own and perhaps another name,
 * so the size is noted in the address, and there is one width only. What it has can neither be listed nor deleted by us.
 */
export function createImgbbHost({
  key,
  uploadUrl = 'https://api.imgbb.com/1/upload',
  patienceMs = 20_000,
}: {
  key: string;
  uploadUrl?: string;
  patienceMs?: number;
}): PictureHost {
  // The key stands in the address, as the protocol has it: neither may come into a message.
  const address = `${uploadUrl}?${new URLSearchParams({ key })}`;

  async function send(name: string, picture: Buffer, signal: AbortSignal): Promise<{ status: number; text: string }> {
    const body = new FormData();
    body.set('image', new Blob([new Uint8Array(picture)], { type: 'image/webp' }), `${name}.webp`);
    body.set('name', name);
    const answer = await fetch(address, { method: 'POST', body, signal, redirect: 'manual' });
    const bytes = await readWithin(answer, LONGEST_ANSWER_BYTES);
    return { status: answer.status, text: bytes?.toString() ?? '' };
  }

  return {
    kind: 'imgbb',
    async put(id, { whole, width, height }) {
      // imgbb keeps letters, digits and hyphens of a name.
      const name = uploadedPictureName(id, width, height).replace('_', '-').replace('.webp', '');
      const signal = AbortSignal.timeout(patienceMs);
      const again = () => send(name, whole, signal);
      const answer = await again()
        // Sent a second time only where the first has surely stored nothing.
        .then(async (first) => (first.status === 503 ? again() : first))
        .catch((error: unknown) => (wasNeverConnected(error) ? again() : Promise.reject(error)))
        .catch((error: unknown) => {
          if (wasNeverConnected(error)) throw new HostFailure('away', 'imgbb cannot be reached.');
          const what = signal.aborted ? 'did not answer in time' : 'broke the connection off';
          throw new HostFailure('away', `imgbb ${what}.`, true);
        });
      return readAnswer(answer, width, height);
    },
  };
}

function readAnswer({ status, text }: { status: number; text: string }, width: number, height: number) {
  const json = parse(text);
  const refused = refusedSchema.safeParse(json);
  const { message, code } = refused.success ? refused.data.error : { message: '', code: undefined };
  if (status === 401 || status === 403 || (status === 400 && /\bAPI\b.*\bkey\b/i.test(message)))
    throw new HostFailure('keys', `imgbb does not accept IMGBB_API_KEY (it answered ${status}).`);
  if (status === 429 || code === OF_THE_ACCOUNT)
    throw new HostFailure('away', `imgbb takes no more pictures for now: its limit is reached (${status}).`);
  if (status >= 400 && status < 500) throw new HostFailure('picture', `imgbb refused a picture (${status}).`);
  if (status !== 200) throw new HostFailure('away', `imgbb answered ${status}.`, status !== 503);
  const taken = takenSchema.safeParse(json);
  if (!taken.success) {
    const said = typeof json === 'object' && json !== null && 'success' in json && json.success === false;
    throw new HostFailure('away', 'imgbb answered something else than its protocol.', !said);
  }
  const { url, delete_url } = taken.data.data;
  const noted = noteSize(url, width, height);
  if (!isPlausible(noted)) throw new HostFailure('away', 'imgbb named no https address of the picture.', true);
  return { address: noted, ...(delete_url ? { deleteAddress: delete_url } : {}) };
}

/** An https address that a form of ours takes back, without a name and password in it. */
function isPlausible(address: string): boolean {
  if (!URL.canParse(address) || !pictureSchema.safeParse(address).success) return false;
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

function wasNeverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && NEVER_CONNECTED.test(String(cause.code));
}

import {
  type ApiProblem,
  type ApiResult,
  parseResponse,
  TIMED_OUT,
  UNREACHABLE,
  withAccessToken,
} from '#src/shared/api-client.ts';

/** Enough for 10 MiB over a slow line. */
const TIMEOUT_MS = 180_000;

interface Uploaded {
  success: boolean;
  data: { url: string };
}

const CANCELED: ApiProblem = {
  ...UNREACHABLE,
  code: 'canceled',
  detail: 'You stopped the upload, and nothing was stored. Send the form again, or choose another picture.',
};

/**
 * Uploads an image as form field `image` and returns its URL. `onProgress` receives the sent share, from 0 to 1.
 * Aborting `signal` stops the upload.
 */
export async function uploadImage(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ApiResult<string>> {
  const result = await withAccessToken<Uploaded>(undefined, (bearer) => send(file, bearer, onProgress, signal));
  if (!result.ok) return result;
  const { success, data } = result.value;
  return success ? { ...result, value: data.url } : { ok: false, problem: { ...UNREACHABLE, code: 'not_stored' } };
}

// Only XMLHttpRequest reports how much of a body has been sent.
function send(
  file: File,
  bearer: string | null,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ApiResult<Uploaded>> {
  // Stopped between a rejected token and this repetition, while there was nothing to abort.
  if (signal.aborted) return Promise.resolve({ ok: false, problem: CANCELED });
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append('image', file);
    request.open('POST', '/api/images');
    request.timeout = TIMEOUT_MS;
    if (bearer) request.setRequestHeader('authorization', `Bearer ${bearer}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      resolve(parseResponse(request.status, request.responseText, (name) => request.getResponseHeader(name)));
    request.onerror = () => resolve({ ok: false, problem: UNREACHABLE });
    request.ontimeout = () => resolve({ ok: false, problem: TIMED_OUT });
    request.onabort = () => resolve({ ok: false, problem: CANCELED });
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

import {
  type ApiProblem,
  type ApiResult,
  parseResponse,
  TIMED_OUT,
  UNREACHABLE,
  withAccessToken,
} from './api-client.ts';

/** Enough for 10 MiB over a slow connection. Larger files get more time in proportion. */
const TIMEOUT_MS = 180_000;
const BYTES_PER_MS = 60;

const CANCELED: ApiProblem = {
  ...UNREACHABLE,
  code: 'canceled',
  detail: 'You stopped the upload, and nothing was saved. Submit the form again, or choose another file.',
};

/** A file, and the call that takes it as this form field. */
interface FileUpload {
  path: string;
  field: string;
  file: File;
  /** Further fields of the form. They are sent first. */
  fields?: Readonly<Record<string, string>>;
}

/** Uploads a file. `onProgress` receives the sent share, from 0 to 1. Aborting `signal` stops the upload. */
export function uploadFile<T>(
  upload: FileUpload,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ApiResult<T>> {
  return withAccessToken<T>(undefined, (bearer) => send(upload, bearer, onProgress, signal));
}

// Only XMLHttpRequest reports how much of a body has been sent.
function send<T>(
  { path, field, file, fields = {} }: FileUpload,
  bearer: string | null,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<ApiResult<T>> {
  // Aborted between a rejected token and this repetition, when there was nothing to abort.
  if (signal.aborted) return Promise.resolve({ ok: false, problem: CANCELED });
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append(field, file);
    request.open('POST', `/api${path}`);
    request.timeout = Math.max(TIMEOUT_MS, file.size / BYTES_PER_MS);
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

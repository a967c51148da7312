import { type ApiProblem, type ApiResult, readProblem, UNREACHABLE, withAccessToken } from '#src/shared/api-client.ts';

/** Longer than for other calls, since a paper may wait for others to be rendered. */
const TIMEOUT_MS = 60_000;
/** By then, the browser has certainly begun to save the file. */
const KEEP_MS = 60_000;

interface FetchedFile {
  blob: Blob;
  name: string;
}

/**
 * Fetches a private PDF and makes the browser save it. A link can't do that, since it would not send the token. Null
 * when done.
 */
export async function saveFile(path: string): Promise<ApiProblem | null> {
  const fetched = await withAccessToken<FetchedFile>(undefined, (bearer) => fetchFile(path, bearer));
  if (!fetched.ok) return fetched.problem;
  const url = URL.createObjectURL(fetched.value.blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fetched.value.name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
  return null;
}

async function fetchFile(path: string, bearer: string | null): Promise<ApiResult<FetchedFile>> {
  try {
    const response = await fetch(path, {
      headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return { ok: false, problem: readProblem(response.status, await response.json()) };
    const [, name = 'paper.pdf'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
    return { ok: true, value: { blob: await response.blob(), name }, serverTime: null, total: null };
  } catch {
    return { ok: false, problem: UNREACHABLE };
  }
}

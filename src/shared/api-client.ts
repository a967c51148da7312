import { ACCESS_TOKEN_KEY } from './access-token-key.ts';
import { readStored } from './browser-storage.ts';
import { parseNextLink, parseNextPath, parseTotal, TOTAL_HEADER } from './pagination.ts';
import { refreshPrefetched } from './prefetched-data.ts';
import type { ProblemDocument } from './problem.ts';

const TIMEOUT_MS = 20_000;

/** Why a call failed. Without a response, `status` is 0 and `code` is one from this file. */
export interface ApiProblem {
  status: number;
  code: string;
  /** A sentence for people. */
  detail: string;
  /** Field of the body → its sentence. */
  errors: Record<string, string>;
  /** All other members of the problem document, such as the new `price`. */
  extra: Record<string, unknown>;
}

/**
 * The value of a call, or why it failed. For lists, `total` is the number of entries on all pages, `next` the cursor of
 * what follows, and `nextPath` the call that leads there; they are null for other calls.
 */
export type ApiResult<T> =
  | {
      ok: true;
      value: T;
      serverTime: number | null;
      total: number | null;
      next?: string | null;
      nextPath?: string | null;
    }
  | { ok: false; problem: ApiProblem };

export interface ApiCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Sent instead of the stored access token; null sends none. In both cases a 401 leads to no refresh. */
  token?: string | null;
  signal?: AbortSignal;
}

/**
 * Gets a new access token. True: the call is worth repeating. False: the sign-in has ended. A problem: the identity
 * service could not be asked, so the user stays signed in.
 */
type TokenRefresher = () => Promise<boolean | ApiProblem>;

let refreshToken: TokenRefresher = async () => false;

/** Sets how an expired access token is replaced. The session calls this once. */
export function setTokenRefresher(refresher: TokenRefresher): void {
  refreshToken = refresher;
}

/** The stored access token; null if there is none, or if storage is blocked. */
export function readAccessToken(): string | null {
  return readStored('local', ACCESS_TOKEN_KEY);
}

/**
 * Makes one call under `/api`. After a 401 to the stored token, it refreshes the token and tries once more. Throws only
 * if `signal` is aborted.
 */
export function callApi<T>(path: string, call: ApiCall = {}): Promise<ApiResult<T>> {
  const { method = 'GET', body, headers, token, signal } = call;
  return withAccessToken(token, (bearer) =>
    exchange<T>(`/api${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) : AbortSignal.timeout(TIMEOUT_MS),
    }),
  );
}

/** Runs `send` with the access token, and again with a new one after a 401. */
export async function withAccessToken<T>(
  token: string | null | undefined,
  send: (bearer: string | null) => Promise<ApiResult<T>>,
): Promise<ApiResult<T>> {
  const first = await send(token === undefined ? readAccessToken() : token);
  if (token !== undefined || first.ok || first.problem.status !== 401) return first;
  const refreshed = await refreshToken();
  if (typeof refreshed === 'object') return { ok: false, problem: refreshed };
  return refreshed ? send(readAccessToken()) : first;
}

async function exchange<T>(url: string, init: RequestInit): Promise<ApiResult<T>> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, init);
    text = await response.text();
  } catch (error) {
    const reason = error instanceof Error ? error.name : '';
    if (reason === 'AbortError') throw error;
    return { ok: false, problem: reason === 'TimeoutError' ? TIMED_OUT : UNREACHABLE };
  }
  // Also after a refusal because of what somebody else changed, since the next page must show that change.
  if (init.method !== 'GET' && (response.ok || [404, 409, 422].includes(response.status))) refreshPrefetched();
  return parseResponse<T>(response.status, text, (name) => response.headers.get(name));
}

/** The result of a call, from the parts of its response. Uploads have no `Response` object. */
export function parseResponse<T>(status: number, text: string, header: (name: string) => string | null): ApiResult<T> {
  const body = parse(text);
  if (status >= 200 && status < 300 && body !== undefined) {
    const serverTime = Date.parse(header('date') ?? '');
    const [total, link] = [parseTotal(header(TOTAL_HEADER)), header('link')];
    const [next, nextPath] = [parseNextLink(link), parseNextPath(link)];
    return { ok: true, value: body as T, serverTime: nanToNull(serverTime), total: nanToNull(total), next, nextPath };
  }
  return { ok: false, problem: readProblem(status, body) };
}

function nanToNull(number: number): number | null {
  return Number.isNaN(number) ? null : number;
}

/** The problem in an error response. Also understands `{code, message}` from the identity service. */
export function readProblem(status: number, body: unknown): ApiProblem {
  const document: Partial<ProblemDocument> & { message?: unknown } =
    typeof body === 'object' && body !== null ? body : {};
  const { type, title, status: _status, code, detail, errors, message, requestId: _id, ...extra } = document;
  const sentence = [detail, message].find((one) => typeof one === 'string' && one !== '');
  return {
    status,
    code: typeof code === 'string' ? code : 'unknown',
    detail: typeof sentence === 'string' ? sentence : UNREADABLE,
    errors: errors ?? {},
    extra,
  };
}

/** Whether the call may have succeeded on the server: there was no response, or one that does not tell. */
export function isOutcomeUnknown({ status, code }: ApiProblem): boolean {
  return status === 0 || (status >= 500 && code !== 'tax_unavailable');
}

function parse(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const UNREADABLE = 'The shop sent an unreadable response. Please try again.';

export const UNREACHABLE: ApiProblem = {
  status: 0,
  code: 'unreachable',
  detail: 'The shop could not be reached. Please check your connection and try again.',
  errors: {},
  extra: {},
};

/** The access token has expired, and the identity service does not respond. The user stays signed in. */
export const REFRESH_UNAVAILABLE: ApiProblem = {
  ...UNREACHABLE,
  status: 503,
  code: 'identity_unavailable',
  detail: 'Your sign-in could not be verified right now. Please try again in a moment.',
};

export const TIMED_OUT: ApiProblem = {
  ...UNREACHABLE,
  code: 'no_response',
  detail: 'The shop did not answer in time. Please try again.',
};

import { TOTAL_HEADER } from './pagination.ts';
import type { ProblemDocument } from './problem.ts';

/** Local storage key of the access token, fixed by the specification. */
export const ACCESS_TOKEN_KEY = 'accessToken';

/** Longest wait for an ordinary answer, in ms. */
const TIMEOUT_MS = 20_000;

/** Why a call failed. `status` is 0 and `code` one of ours when no answer came at all. */
export interface ApiProblem {
  status: number;
  code: string;
  /** A sentence for people. */
  detail: string;
  /** Field of the body → its sentence. */
  errors: Record<string, string>;
  /** Everything else the problem document said, such as the new `price`. */
  extra: Record<string, unknown>;
}

/** `total` is what a listing says of all its pages together; null where nothing was said. */
export type ApiResult<T> =
  | { ok: true; value: T; serverTime: number | null; total: number | null }
  | { ok: false; problem: ApiProblem };

export interface ApiCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Sent instead of the stored access token; null sends none. Neither is ever renewed. */
  token?: string | null;
  signal?: AbortSignal;
}

/**
 * What a refused token leads to: true when there is a new one and the call is worth repeating, a problem when nobody
 * could be asked for one, which is no refusal.
 */
type TokenRefresher = () => Promise<boolean | ApiProblem>;

let refreshToken: TokenRefresher = async () => false;

/** Wired once by the session: how to get a new access token when the server no longer takes the old one. */
export function setTokenRefresher(renew: TokenRefresher): void {
  refreshToken = renew;
}

/** The stored access token, or null; null too where storage is shut off. */
export function readAccessToken(): string | null {
  try {
    return localStorage.getItem(ACCESS_TOKEN_KEY);
  } catch {
    return null;
  }
}

/**
 * Makes one call under `/api`. With the stored token, a 401 is answered by renewing it quietly and asking once more.
 * Never throws, except when `signal` is aborted.
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

/** Runs `send` with the access token, and once more with a new one when the first was refused. */
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
  return parseResponse<T>(response.status, text, (name) => response.headers.get(name));
}

/** An answer from its status, text and headers, whichever way it was sent. */
export function parseResponse<T>(status: number, text: string, header: (name: string) => string | null): ApiResult<T> {
  const body = parse(text);
  if (status >= 200 && status < 300 && body !== undefined) {
    const serverTime = Date.parse(header('date') ?? '');
    const total = Number.parseInt(header(TOTAL_HEADER) ?? '', 10);
    return { ok: true, value: body as T, serverTime: nanToNull(serverTime), total: nanToNull(total) };
  }
  return { ok: false, problem: readProblem(status, body) };
}

function nanToNull(number: number): number | null {
  return Number.isNaN(number) ? null : number;
}

/** A problem from its document; also from `{code, message}`, as the identity service answers. */
export function readProblem(status: number, body: unknown): ApiProblem {
  const given: Partial<ProblemDocument> & { message?: unknown } = typeof body === 'object' && body !== null ? body : {};
  const { type, title, status: _status, code, detail, errors, message, requestId: _id, ...extra } = given;
  const sentence = [detail, message].find((one) => typeof one === 'string' && one !== '');
  return {
    status,
    code: typeof code === 'string' ? code : 'unknown',
    detail: typeof sentence === 'string' ? sentence : UNREADABLE,
    errors: errors ?? {},
    extra,
  };
}

/** Whether the server may have done it all the same: no answer came, or one that does not say. */
export function isOutcomeUnknown({ status }: ApiProblem): boolean {
  return status === 0 || status >= 500;
}

function parse(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const UNREADABLE = 'The shop gave an answer we could not read. Please try again.';

export const UNREACHABLE: ApiProblem = {
  status: 0,
  code: 'unreachable',
  detail: 'The shop could not be reached. Please check your connection and try again.',
  errors: {},
  extra: {},
};

/** Somebody’s sign-in has run out, and who could say that it goes on does not answer. They are not signed out for that. */
export const REFRESH_UNAVAILABLE: ApiProblem = {
  ...UNREACHABLE,
  status: 503,
  code: 'identity_unavailable',
  detail: 'Your sign-in could not be checked just now. Please try again in a moment.',
};

export const TIMED_OUT: ApiProblem = {
  ...UNREACHABLE,
  code: 'no_answer',
  detail: 'The shop did not answer in time. Please try again.',
};

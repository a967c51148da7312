import type { Context } from 'hono';
import { getRetrySentence } from '#src/platform/api-responses.server.ts';
import type { Overloaded } from '#src/platform/overloaded.server.ts';
import { PROBLEMS } from '#src/shared/problem.ts';

/**
 * Whether a person is waiting for this response, because it is a page and not an API call. `accept` is the request's
 * header.
 */
export function isPageAddress(path: string, accept: string): boolean {
  return !/^\/(api|images|card-sandbox)\//.test(path) && /text\/html/.test(accept);
}

export function isPageRequest(c: Context): boolean {
  return isPageAddress(c.req.path, c.req.header('accept') ?? '');
}

/** A page that tells a person that the shop is too busy, and retries by itself. */
export function renderOverloadedPage({ code, retryAfter }: Pick<Overloaded, 'code' | 'retryAfter'>): string {
  const [, detail] = PROBLEMS[code];
  return renderWaitingPage(code === 'too_many_requests' ? getRetrySentence(retryAfter) : detail, retryAfter);
}

/** The same for somebody who comes before the shop has started. */
export function renderStartingPage(retryAfter: number): string {
  return renderWaitingPage('The shop is starting.', retryAfter);
}

/**
 * It is plain HTML written here, since there is no capacity for rendering pages, and the policy of unrendered responses
 * allows no styles.
 */
function renderWaitingPage(sentence: string, retryAfter: number): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${retryAfter}">
<title>Please wait a moment</title>
</head>
<body>
<h1>Please wait a moment</h1>
<p>${sentence}</p>
<p>This page tries again by itself in ${retryAfter === 1 ? 'a second' : `${retryAfter} seconds`}.</p>
</body>
</html>`;
}

export function sendOverloadedPage(c: Context, overloaded: Overloaded): Response {
  const { code, retryAfter } = overloaded;
  const headers = { 'retry-after': String(retryAfter), 'cache-control': 'no-store' };
  return c.html(renderOverloadedPage(overloaded), PROBLEMS[code][0] as 503, headers);
}

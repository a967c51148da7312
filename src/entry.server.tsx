import { createHash, randomBytes } from 'node:crypto';
import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { isDatabaseUnavailable } from '#src/platform/database.server.ts';
import { pageContext, pageError, requestInfo } from '#src/platform/page-context.ts';
import { contentSecurityPolicy } from '#src/shared/content-security-policy.ts';
import { NonceContext } from '#src/shared/nonce.ts';
import { PublicSettingsContext } from '#src/shared/public-settings.ts';

/** A page that failed is logged like a call that failed; the framework would print it, statement and parameters included. */
export function handleError(
  error: unknown,
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
): void {
  // A page that is not there, or a method it does not answer, is no failure of ours.
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const unavailable = isDatabaseUnavailable(error);
  if (unavailable) context.get(pageError).unavailable = true;
  // The page alone: what follows in its address may be a person's.
  const page = new URL(request.url).pathname.split('/')[1];
  const { requestId } = context.get(requestInfo);
  context.get(pageContext).log[unavailable ? 'warn' : 'error']({ err: error, requestId, page }, 'a page failed');
}

/**
 * Renders a page whole. Inline scripts of the framework carry a nonce while rendering; it is then replaced by their
 * hashes in the page's policy, so that a kept page is safe with the same bytes for everyone. A script that anything
 * else brought into the page has no nonce, gets no hash, and does not run.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { settings, sources } = loadContext.get(pageContext);
  const nonce = randomBytes(18).toString('base64url');
  let failed = false;
  const stream = await renderToReadableStream(
    <PublicSettingsContext value={settings}>
      <NonceContext value={nonce}>
        <ServerRouter context={context} url={request.url} nonce={nonce} />
      </NonceContext>
    </PublicSettingsContext>,
    {
      nonce,
      signal: request.signal,
      onError: () => {
        failed = true;
      },
    },
  );
  await stream.allReady;
  const marked = await new Response(stream).text();
  const hashes = new Set<string>();
  const html = marked.replace(
    new RegExp(`<script([^>]*?) nonce="${nonce}"([^>]*)>([\\s\\S]*?)</script>`, 'g'),
    (_all, before, after, code) => {
      if (code) hashes.add(`sha256-${createHash('sha256').update(code).digest('base64')}`);
      return `<script${before}${after}>${code}</script>`;
    },
  );
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-security-policy', contentSecurityPolicy([...hashes], sources));
  return new Response(html.replaceAll(` nonce="${nonce}"`, ''), { status: failed ? 500 : status, headers });
}

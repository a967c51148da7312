import { createHash, randomBytes } from 'node:crypto';
import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { NonceContext } from '#src/shared/nonce.ts';
import { pagePolicy } from '#src/shared/page-policy.ts';

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
): Promise<Response> {
  const nonce = randomBytes(18).toString('base64url');
  let failed = false;
  const stream = await renderToReadableStream(
    <NonceContext value={nonce}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </NonceContext>,
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
  headers.set('content-security-policy', pagePolicy([...hashes]));
  return new Response(html.replaceAll(` nonce="${nonce}"`, ''), { status: failed ? 500 : status, headers });
}
